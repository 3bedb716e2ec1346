"""The doctor asks the DNS: SPF, DKIM and DMARC of the sending domain, by which others judge our mail."""

from collections.abc import Callable, Iterator
from typing import Final

from referee.operation.findings import Finding, fault, skipped, warning, well

SECONDS: Final = 10.0
_RESERVED: Final = ("example", "example.com", "example.net", "example.org", "invalid", "localhost", "test")  # RFC 2606
Texts = Callable[[str], list[str]]


class NoResolver(Exception):
    """Nobody answers questions about names here."""


def texts(name: str) -> list[str]:
    """The TXT records of a name, none where there are none. Raises NoResolver."""
    import dns.exception  # noqa: PLC0415 -- slow to load, and only the doctor asks
    import dns.resolver  # noqa: PLC0415

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise NoResolver(str(error)) from error
    return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]


def records(domain: str, *, signed_by: tuple[str, str] | None, ask: Texts = texts) -> Iterator[Finding]:
    """What the records of the domain say. `signed_by`: domain and selector of the DKIM signature that a test mail came
    back with, None where it had none."""
    if any(domain == name or domain.endswith("." + name) for name in _RESERVED):
        yield skipped("dns", f"{domain} is a name for examples")
        return
    try:
        yield _spf([each for each in ask(domain) if each.lower().split(" ", 1)[0] == "v=spf1"], domain)
        yield _dmarc(domain, ask)
        yield _dkim(signed_by, ask)
    except NoResolver as error:
        yield skipped("dns", f"no resolver answers here ({error})")


def _spf(found: list[str], domain: str) -> Finding:
    if len(found) > 1:
        return fault("spf", f"{domain} has {len(found)} SPF records, so none of them counts", "leave one of them")
    if not found:
        to_do = f"publish a TXT record at {domain} that names the servers of your provider: v=spf1 include:... -all"
        return warning("spf", f"{domain} has no SPF record; some will take our mail for spam", to_do)
    if found[0].lower().rstrip().endswith(("+all", " all")):
        return warning("spf", f"{domain} lets everybody send: {found[0]}", "let it end with -all or ~all")
    return well("spf", f"{domain}: {found[0]}")


def _dmarc(domain: str, ask: Texts) -> Finding:
    """Where the domain has none of its own, that of a domain above counts (RFC 7489, 6.6.3)."""
    labels = domain.split(".")
    for name in dict.fromkeys((domain, ".".join(labels[-2:]))):
        for each in ask(f"_dmarc.{name}"):
            if each.lower().replace(" ", "").startswith("v=dmarc1"):
                return well("dmarc", f"_dmarc.{name}: {each}")
    to_do = f"publish a TXT record at _dmarc.{domain}, to begin with: v=DMARC1; p=none"
    return warning("dmarc", f"{domain} has no DMARC record", to_do)


def _dkim(signed_by: tuple[str, str] | None, ask: Texts) -> Finding:
    if signed_by is None:
        told = "the test mail came back without a DKIM signature (one that never left the server may have none)"
        return warning(
            "dkim", told, "have your provider sign what you send; mail yourself elsewhere to see whether he does"
        )
    domain, selector = signed_by
    name = f"{selector}._domainkey.{domain}"
    keys = [each for each in ask(name) if "p=" in each.replace(" ", "")]
    if not keys or not any(each.replace(" ", "").partition("p=")[2].split(";")[0] for each in keys):
        return fault(
            "dkim", f"mails are signed for {domain}, and {name} has no key", "publish the key that your provider gave"
        )
    return well("dkim", f"mails are signed for {domain}, and its key is at {name}")
