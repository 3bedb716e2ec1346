"""The doctor tells what TLS a server speaks, and does not take a certificate that nobody vouches for."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink

from referee.config import Smtp
from referee.operation import doctor_mail
from referee.operation.findings import Level
from tests.post_office import HOST, free_port
from tests.tls import certificate, server_context

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="there is no openssl to make a certificate with"
)


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("tls"))


@contextlib.contextmanager
def server(pem: Path, *, at_once: bool) -> Iterator[int]:
    """An SMTP server with TLS from the first byte, or by STARTTLS; its port."""
    context, port = server_context(pem), free_port()
    line = {"ssl_context": context} if at_once else {"tls_context": context}
    front = Controller(Sink(), hostname=HOST, port=port, **line)
    front.start()
    try:
        yield port
    finally:
        front.stop()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_the_kind_of_tls_is_told(pem: Path, security: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with server(pem, at_once=security == "tls") as port:
        (found,) = doctor_mail.smtp(Smtp(host=HOST, port=port, security=security))
    assert found.level is Level.WELL
    assert "TLSv1.3 with TLS_" in found.told


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_certificate_that_nobody_vouches_for_is_a_fault(pem: Path, security: str) -> None:
    with server(pem, at_once=security == "tls") as port:
        (found,) = doctor_mail.smtp(Smtp(host=HOST, port=port, security=security))
    assert found.level is Level.FAULT
    assert "CERTIFICATE_VERIFY_FAILED" in found.told


def test_a_server_without_starttls_is_a_fault() -> None:
    port = free_port()
    front = Controller(Sink(), hostname=HOST, port=port)
    front.start()
    try:
        (found,) = doctor_mail.smtp(Smtp(host=HOST, port=port, security="starttls"))
    finally:
        front.stop()
    assert found.level is Level.FAULT
    assert "smtp.security" in found.to_do
