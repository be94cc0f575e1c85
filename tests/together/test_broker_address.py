"""Addresses of brokers, as people write them."""

import subprocess
import sys
from pathlib import Path

import pytest
from treppe_together.address import PASSWORD, BadAddress, BrokerAddress, read_address


def test_an_address_says_all_that_is_needed(tmp_path: Path) -> None:
    authority = tmp_path / "ca.pem"
    authority.touch()
    assert read_address("mqtt://club") == BrokerAddress("club", 1883)
    assert read_address("mqtt://club?discovery=ha").discovery == "ha"
    assert read_address("mqtt://club?discovery=no").discovery == ""
    found = read_address(f"mqtts://ann:a%40b@[::1]:99/club/boards?ca={authority}")
    assert found == BrokerAddress("::1", 99, True, "ann", "a@b", "club/boards", authority)


def test_the_password_may_come_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "secret")
    assert read_address("mqtts://ann@club").password == "secret"


@pytest.mark.parametrize(
    "text",
    ["", "club", "http://club", "mqtt://", "mqtt://club:x", "mqtt://club:99999", "mqtt://club/a+b", "mqtt://club/a/#"]
    + [
        "mqtt://club?x=1",
        "mqtt://club?discovery=a%23",
        "mqtts://club?ca=/nowhere.pem",
        "mqtt://club/a//b",
        "mqtt://[club",
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        read_address(text)


def test_a_refusal_does_not_tell_the_password() -> None:
    for text in ("mqtt://ann:secret@club/#bad#/+?x", "mqtt://ann:secret@club:abc/x", "mqtt://ann:secret/x@club:x"):
        with pytest.raises(BadAddress) as refused:
            read_address(text)
        assert "secret" not in str(refused.value)


def test_the_page_needs_no_client_of_brokers() -> None:
    without = "import sys; sys.modules.update(paho=None, nacl=None); import treppe_host.web.application"
    subprocess.run([sys.executable, "-c", without], check=True)
