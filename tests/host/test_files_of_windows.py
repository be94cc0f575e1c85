"""Files of games as editors, shells and `copy` of Windows leave them."""

import io
from pathlib import Path

import pytest
import settings as board_settings
from hypothesis import given
from hypothesis import strategies as st
from searching import search
from sensing_board import SQUARE7, SensingBoard
from treppe.games import engine
from treppe_hardware.descriptions.source import Source
from treppe_host.errors import BadFile
from treppe_host.records.exchange import export, import_games
from treppe_host.records.json_lines import write_json
from treppe_host.records.notation import write_sheet
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store
from treppe_host.tune import calibrations
from treppe_host.web import texts
from treppe_host.web.rules import reading
from treppe_host.words.translation import content_of

MARK = "\ufeff".encode()
WRITERS = {"text": write_sheet, "jsonl": write_json}
NAMES = ("Zoë", "Ann", "Владимир", "日本")


def a_game(name: str, form: str) -> bytes:
    sheet = ScoreSheet("step", {"players": 2}, [name, "Bob"], [Move("a1-b1", player=0), Move("+a1", player=0)])
    return WRITERS[form](sheet).encode()


def imported(content: bytes) -> list[str]:
    store = Store("sqlite://")
    import_games(store, io.BytesIO(content), "games")
    names = [game.seats[0] for game in store.games()][::-1]
    store.close()
    return names


@search(30)
@given(
    st.sampled_from(sorted(WRITERS)),
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.integers(0, 2), st.integers(0, 2), st.booleans()), min_size=1, max_size=3
    ),
    st.sampled_from([b"\n", b"\r\n"]),
    st.sampled_from([None, "utf-16", "utf-16-le", "utf-16-be"]),
)
def test_games_are_read_whatever_windows_puts_between_them(form, parts, line_end, coding):
    content = b""
    for name, num_marks, num_ends, is_cut in parts:
        game = a_game(name, form)
        if is_cut and form == "jsonl" and num_marks:  # without a last line end
            game = game.rstrip()
        content += MARK * num_marks + game + (b"" if is_cut else b"\x1a" * num_ends)
    # Without its line end a line goes on in the next file, unless a mark stands between.
    content = content.replace(b"}{", b"}\n{").replace(b"\n", line_end)
    if coding:
        content = (
            content.decode().encode(coding) if coding == "utf-16" else content.lstrip(MARK).decode().encode(coding)
        )
    assert len(imported(content)) == len({name for name, *_ in parts}) or len(imported(content)) == len(parts)
    assert set(imported(content)) == {name for name, *_ in parts}


@pytest.mark.parametrize(
    "content", [b"\xff\xfea", b"\xff\xfe\x00\xd8", b"\xfe\xff", b"\x1a", MARK, b"", b"\0\0\0", b"\xff"]
)
def test_what_cannot_be_read_is_said_in_one_line(content: bytes) -> None:
    with pytest.raises(BadFile) as failure:
        imported(content)
    assert "\n" not in str(failure.value)


def test_marks_within_names_and_comments_stay() -> None:
    sheet = ScoreSheet("step", {"players": 2}, ["a\ufeffb", "c\x1a"], [Move("a1-b1", player=0)])
    sheet.comments = ["}\ufeff{ and \ufeff[Game"]
    for form in WRITERS:
        store, again = Store("sqlite://"), Store("sqlite://")
        store.add_sheets([sheet])
        import_games(again, io.BytesIO(export(store, [1], form).encode()), "games")
        assert again.sheet(1).seats == store.sheet(1).seats and again.sheet(1).comments == store.sheet(1).comments


def a_calibration() -> str:
    return calibrations.to_json(calibrations.decode(SensingBoard("steel", "bricks", 5).record, SQUARE7), SQUARE7)


def rules_in(path: Path) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "page_of", lambda *_: path)
        return reading.read_rules("step", texts.load("de"))


def answers_to(path: Path) -> list[str]:
    said: list[str] = []
    with path.open("rb") as file:
        engine.run(file.readline, said.append)
    return said


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ('{"language": "de"}', lambda path: board_settings.read(str(path), SQUARE7)),
        (a_calibration, lambda path: calibrations.read_text(path.read_text("utf-8"), SQUARE7)),
        ("[a]\nb = 1\n", lambda path: Source(path).table),
        ('msgctxt "A.b"\nmsgid "Yes"\nmsgstr "Ja"\n', lambda path: content_of(path).read()),
        ("# Regeln\n\nEin Satz.\n", rules_in),
        ("new step players=2\nplayer\n", answers_to),
    ],
    ids=["settings", "calibration", "description", "catalogue", "rules", "commands"],
)
def test_a_mark_at_the_begin_of_a_file_that_people_edit_changes_nothing(tmp_path: Path, content, read) -> None:
    plain = (content if isinstance(content, str) else content()).encode()
    (tmp_path / "plain").write_bytes(plain)
    (tmp_path / "marked").write_bytes(MARK + plain)
    assert read(tmp_path / "marked") == read(tmp_path / "plain")
