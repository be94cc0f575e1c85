"""The code of two boards: reported once, typed once, kept for the next time."""

from pathlib import Path

import pytest
from treppe_together.joining import choose_code, shown
from treppe_together.shared_game import GUEST, HOST


def test_who_types_a_code_is_the_guest_and_each_side_stays_what_it_is(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    code, side = choose_code(ann, "club", None)
    assert side == HOST
    assert choose_code(bob, "club", code.lower()) == (code, GUEST)
    for _ in range(2):
        assert choose_code(ann, "club", None) == (code, HOST)
        assert choose_code(bob, "club", None) == (code, GUEST)
    assert choose_code(ann, "club", code) == (code, HOST), "her own code, typed again"
    assert choose_code(ann, "elsewhere", None)[0] != code
    assert choose_code(ann, "club", "new")[0] != code


def test_codes_are_for_their_owner_alone_and_a_damaged_file_is_none(tmp_path: Path) -> None:
    code, _ = choose_code(tmp_path, "club", None)
    file = tmp_path / "codes.json"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("{")
    assert choose_code(tmp_path, "club", None)[0] != code


@pytest.mark.parametrize(
    "spoilt", ["", "[]", "null", '{"b": 5}', '{"b": []}', '{"b": [1, 0]}', '{"b": ["x", 7]}', "[" * 5000, "\0"]
)
def test_a_file_that_is_spoilt_in_any_way_is_told_and_another_code_is_made(tmp_path: Path, capsys, spoilt) -> None:
    (tmp_path / "codes.json").write_text(spoilt)
    code, side = choose_code(tmp_path, "b", None)
    assert side == HOST and "spoilt" in capsys.readouterr().out
    assert choose_code(tmp_path, "b", None) == (code, HOST)


def test_an_address_is_told_without_its_password() -> None:
    assert shown("mqtts://ann:secret@club/a") == "mqtts://ann@club/a"
    assert shown("mqtt://club") == "mqtt://club"
