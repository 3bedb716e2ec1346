"""The demo: a duel by real mails over loopback sockets, with a post office that lives in this process.

Its libraries (pymap and aiosmtpd) come with the extra `demo`; nothing outside of this room imports it at start.
"""
