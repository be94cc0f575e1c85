"""A Mosquitto of this machine's own, on loopback, for the tests, which stop and start it as networks come and go."""

import socket
import subprocess
from pathlib import Path

import pytest
from needs import MOSQUITTO
from waiting import wait_until


class Broker:
    """A broker with its files in a folder; with a password and TLS if they are asked for."""

    def __init__(self, folder: Path, *, user: str = "", password: str = "", is_encrypted: bool = False):
        assert MOSQUITTO, "no broker: apt install mosquitto"
        self.authority = folder / "ca.pem"
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        lines = [f"listener {self.port} 127.0.0.1", f"allow_anonymous {'false' if user else 'true'}"]
        if user:
            passwords = folder / "passwords"
            subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, user, password], check=True)
            lines.append(f"password_file {passwords}")
        if is_encrypted:
            key = folder / "key.pem"
            _certify(key, self.authority)
            lines += [f"certfile {self.authority}", f"keyfile {key}"]
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join([*lines, "user root", ""]))
        account = f"{user}@" if user else ""
        self.url = f"mqtt{'s' if is_encrypted else ''}://{account}127.0.0.1:{self.port}/test"
        if is_encrypted:
            self.url += f"?ca={self.authority}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._listens)

    def _listens(self) -> bool:
        assert self._process.poll() is None, "the broker does not start"
        with socket.socket() as line:
            return not line.connect_ex(("127.0.0.1", self.port))

    def stop(self) -> None:
        """Kill it, as a power cut does."""
        self._process.kill()
        self._process.wait()


def _certify(key: Path, certificate: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def broker(tmp_path_factory):
    """A broker that lets everybody in."""
    running = Broker(tmp_path_factory.mktemp("broker"))
    yield running
    running.stop()
