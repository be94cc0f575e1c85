"""Names from right to left stay apart from the text around them, in terminals and on pages."""

import io
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.table import Table
from treppe_host import terminal
from treppe_host.direction import has_runs, isolated, unisolated
from treppe_host.html import html
from treppe_host.web import assets

DANI, ALI = "דני", "محمد علي"
LETTERS = some.text(some.sampled_from("aZ9 .-'()<&>\"1:אבגد ع\u2068\u2069\u202e"), max_size=30)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann 3-1 Bob", "Ann 3-1 Bob"),
        (f"{DANI} 3-1 {ALI}", f"[{DANI}] 3-1 [{ALI}]"),
        (f"{DANI}, {ALI} (red)", f"[{DANI}], [{ALI}] (red)"),
        (f"{DANI}  {ALI}", f"[{DANI}]  [{ALI}]"),
        (f"{DANI}2 wins", f"[{DANI}2] wins"),
        ("צה״ל: 1", "[צה״ל]: 1"),
    ],
)
def test_each_name_is_isolated_and_what_stands_beside_it_is_not(text: str, shown: str) -> None:
    assert isolated(text).translate({0x2068: "[", 0x2069: "]"}) == shown
    assert unisolated(isolated(text)) == text


def test_lines_and_tables_of_the_terminal_isolate_names_and_stay_in_their_columns(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    monkeypatch.setenv("COLUMNS", "40")
    terminal.say(f"{DANI} 3-1 {ALI}")
    table = Table(box=None, pad_edge=False, show_header=False)
    for cells in (("no.", "player", "points"), ("1", DANI, "3.5"), ("2", "Ann", "12")):
        table.add_row(*cells)
    terminal.console().print(table)
    said, *rows = raw.getvalue().decode().splitlines()
    assert said == f"\u2068{DANI}\u2069 3-1 \u2068{ALI}\u2069"
    assert f"\u2068{DANI}\u2069" in rows[1]
    assert {len(row.translate({0x2068: "", 0x2069: ""})) for row in rows} == {len(rows[0])}


def test_a_terminal_that_has_no_such_marks_gets_none(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="iso-8859-8"))
    terminal.say(f"{DANI} 3-1")
    assert raw.getvalue().decode("iso-8859-8") == f"{DANI} 3-1\n"


@given(LETTERS)
def test_marks_come_in_pairs_whatever_a_text_has_of_its_own(text: str) -> None:
    shown = isolated(terminal.plain(text))
    assert re.fullmatch("[^\u2068\u2069]*(\u2068[^\u2068\u2069]+\u2069[^\u2068\u2069]*)*", shown)
    assert unisolated(shown) == terminal.plain(text)


def test_pages_isolate_names_but_for_what_browsers_send_back() -> None:
    shown = html('<p title="{0}">{0} 3-1 {1}</p><input value="{0}">', DANI, ALI)
    assert shown == f'<p title="{DANI}"><bdi>{DANI}</bdi> 3-1 <bdi>{ALI}</bdi></p><input value="{DANI}">'
    assert html("<b>{}</b>", html("<i>{}</i>", DANI)) == f"<b><i><bdi>{DANI}</bdi></i></b>"
    for element in ("option", "title", "text"):
        assert html(f"<{element} x='1'>{{}} 1</{element}>{{}}", DANI, ALI) == (
            f"<{element} x='1'>\u2068{DANI}\u2069 1</{element}><bdi>{ALI}</bdi>"
        )


@given(LETTERS)
def test_no_text_becomes_html_by_being_isolated(text: str) -> None:
    shown = html('<p data-name="{0}">{0}</p>', text)
    assert set(re.findall("<[^>]*>", shown.split(">", 1)[1])) <= {"<bdi>", "</bdi>", "</p>"}
    assert shown.count("<bdi>") == shown.count("</bdi>") and ("<bdi>" in shown) <= has_runs(text)
    assert shown.split('"')[1] == html("{}", text).replace("<bdi>", "").replace("</bdi>", "") or "\u2068" in text


def test_what_goes_to_an_open_page_isolates_names_too() -> None:
    reported = assets.escaped({"html": {"notice": f"{DANI} 3-1", "board": html("<i>{}</i>", ALI)}, "x": DANI})
    assert reported["html"] == {"notice": f"<bdi>{DANI}</bdi> 3-1", "board": f"<i><bdi>{ALI}</bdi></i>"}
