"""A game as one HTML file: Chromium replays it from the disk, whatever its players are called, and asks nobody."""

import pytest
from page_driver import take_picture
from random_sheets import random_sheet
from treppe.games import catalogue
from treppe_host.cli import app
from treppe_host.store.store import Store

EVIL = "</script><script>document.title = 'evil'</script><img src=x onerror=\"document.title = 'evil'\">"
STANDING = "all => all.map(one => one.dataset.name)"


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda asked: page.complaints.append(asked.url) if asked.url[:5] != "file:" else None)
    yield page
    context.close()
    assert page.complaints == []


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that stores a sheet and writes it as `treppe games export` does."""

    def written(sheet, *more: str):
        monkeypatch.setenv("TREPPE_DATA", str(tmp_path))
        monkeypatch.chdir(tmp_path)
        url = f"sqlite:///{tmp_path / 'games.db'}"
        store = Store(url)
        store.add_sheets([sheet])
        number = store.games()[0].number
        store.close()
        app(["--db", url, "games", "export", str(number), "--format", "html", *more], standalone_mode=False)
        return tmp_path / f"treppe-{number}.html"

    return written


def occupied(page) -> list[str]:
    return sorted(page.locator(".field.occupied").evaluate_all(STANDING))


def test_it_replays_forth_and_back_in_both_views(page, write) -> None:
    sheet = random_sheet("step", 1)
    page.goto(write(sheet).as_uri())
    last = len(sheet.moves)
    page.wait_for_selector(".field.occupied")
    assert page.locator("#moves .here").count() == 0, "it begins at the start"
    page.keyboard.press("End")
    page.wait_for_selector(f"#move{last}.here")
    at_end = occupied(page)
    page.keyboard.press("Home")
    page.wait_for_selector("#moves:not(:has(.here))")
    at_start = occupied(page)
    assert at_start != at_end
    page.click("#step-on")
    page.wait_for_selector("#move1.here")
    assert page.locator(".field.last").count()
    assert page.inner_text("#place-text") == "ball a1 → c4 · after 1 of 72"
    assert page.text_content("#place-text code") == sheet.moves[0].word
    page.click(".views label:nth-child(2) span")
    page.wait_for_selector("#board.isometric")
    page.focus("#place")
    page.keyboard.press("End")
    page.wait_for_selector(f"#move{last}.here")
    assert occupied(page) == at_end
    take_picture(page, "replay_file")


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_has_one(page, write, name) -> None:
    sheet = random_sheet(name, 2)
    page.goto(write(sheet, "--language", "de").as_uri())
    page.wait_for_selector(".field")
    page.keyboard.press("End")
    page.wait_for_selector(f"#move{len(sheet.moves)}.here")
    assert page.get_attribute("html", "lang") == "de"
    assert occupied(page)
    take_picture(page, f"replay_file_{name}")


def test_names_and_remarks_are_text(page, write) -> None:
    sheet = random_sheet("step", 3)
    sheet.seats, sheet.event = [EVIL, EVIL], EVIL
    sheet.moves[0].comments = [EVIL]
    page.goto(write(sheet).as_uri())
    page.wait_for_selector(".field")
    page.keyboard.press("End")
    page.wait_for_selector(f"#move{len(sheet.moves)}.here")
    assert EVIL in page.inner_text("#moves")
    assert page.title() == f"{catalogue.title('step')} · Treppe"
