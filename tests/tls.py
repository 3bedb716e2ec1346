"""TLS for tests: a certificate that nobody vouches for, and a door with it in front of a server that has none."""

import asyncio
import contextlib
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.post_office import HOST


def certificate(folder: Path) -> Path:
    """A certificate for the loopback with its key, in one file."""
    file = folder / "both.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail.example.org"]
    words += ["-addext", f"subjectAltName=IP:{HOST}", "-keyout", str(file), "-out", str(file.with_name("cert.pem"))]
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    file.write_text(file.read_text() + file.with_name("cert.pem").read_text())
    return file


def server_context(pem: Path) -> ssl.SSLContext:
    """What a server with that certificate speaks."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem)
    return context


@contextlib.contextmanager
def door(pem: Path, port: int) -> Iterator[int]:
    """The port at which TLS is spoken with all that another port of the loopback says."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        opening = asyncio.run_coroutine_threadsafe(_serve(pem, port), loop)
        server = opening.result(30)
        yield int(server.sockets[0].getsockname()[1])
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(30)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _serve(pem: Path, port: int) -> asyncio.Server:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection(HOST, port)
        await asyncio.gather(_hand_on(reader, outer), _hand_on(inner, writer))

    return await asyncio.start_server(talk, HOST, 0, ssl=server_context(pem))


async def _hand_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while heard := await source.read(65536):
            target.write(heard)
            await target.drain()
    target.close()


async def _close(server: asyncio.Server) -> None:
    server.close()
    here = asyncio.current_task()
    talks = [task for task in asyncio.all_tasks() if task is not here]
    for task in talks:
        task.cancel()
    await asyncio.gather(*talks, return_exceptions=True)
