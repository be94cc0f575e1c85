"""Somebody who has never seen a game plays it by what is on the screen only: headline, lit things, buttons.

He plays against the weakest program, at a desk and at a phone, in English and in German; a long game he gives up.
"""

import json
import os
import random

import pytest
from page_driver import Player, Program
from playwright.sync_api import TimeoutError
from treppe.games import catalogue

pytestmark = [pytest.mark.long, pytest.mark.first]

MOST_CLICKS = int(os.environ.get("TREPPE_CLICKS", "24"))
"""How often the player does something; 600 let each game end by itself."""
SCREENS = {"desk": (1280, 800), "phone": (390, 844)}
LANGUAGES = ("en", "de")
WALKS = [(name, screen, language) for name in catalogue.names() for screen in SCREENS for language in LANGUAGES]
if MOST_CLICKS < 100:  # half of them, each game at a desk and at a phone, in both languages
    WALKS = [
        (name, screen, language)
        for name, screen, language in WALKS
        if (catalogue.names().index(name) + list(SCREENS).index(screen) + LANGUAGES.index(language)) % 2 == 0
    ]
SEEN = """() => {
    const lit = (roles) => [...document.querySelectorAll(".field")]
        .filter((field) => roles.includes(field.dataset.role)).map((field) => field.dataset.name);
    const places = lit("gbr"), taken = lit("x");  // where it goes, and what it takes on its way or by its place
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.offsetParent !== null);
    return {
        isOver: document.body.dataset.over === "yes",
        isOthers: document.querySelector("#turn :is(.pondering, .wanted)") !== null,
        isHeld: document.body.dataset.hand === "full",
        pieces: lit("l0123"),
        targets: places.length ? places : taken,
        taken,
        due: seen("#supply .due").map((part) => part.id),
        choices: seen("#choices button").map((part) => part.id || part.dataset.choose),
        actions: document.querySelectorAll("#moves code").length,
        headline: document.querySelector("#turn").innerText,
        said: document.querySelector("#hand-text").innerText,
    };
}"""
CHANGED = f"before => JSON.stringify(({SEEN})()) !== before"
PRESS = """name => {
    const by = (selector) => document.querySelector(`#choices ${selector}`);
    (by(`[id="${name}"]`) ?? by(`[data-choose="${name}"]`))?.click();
}"""
ASKED = """() => document.body.dataset.over === "yes"
    || (!document.querySelector("#turn :is(.pondering, .wanted)") && (document.querySelector("#choices button")
        || [...document.querySelectorAll(".field")].some((field) => "lgbxr0123".includes(field.dataset.role))))"""


@pytest.fixture(scope="module")
def quick_program(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("walks"), 8560, "--speed", "5")
    yield program
    program.end()


@pytest.mark.parametrize(("name", "screen", "language"), WALKS)
def test_a_first_game_is_played_without_a_manual(chromium, quick_program, name, screen, language):
    width, height = SCREENS[screen]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce"
    )
    player = Player(context.new_page(), quick_program.address)
    page, chance = player.page, random.Random(name + screen + language)
    begin(page, name)
    clicks = misses = 0
    while clicks < MOST_CLICKS:
        page.wait_for_function(ASKED)
        before = page.evaluate(f"JSON.stringify(({SEEN})())")
        seen = json.loads(before)
        if seen["isOver"]:
            assert clicks, "it has not begun"
            break
        if seen["isOthers"] or not (seen["targets"] or seen["choices"] or (seen["pieces"] and not seen["isHeld"])):
            page.wait_for_function(CHANGED, arg=before)  # lamps and words come one after the other
            continue
        clicks += 1
        clicked = click(page, seen, chance)
        try:
            page.wait_for_function(CHANGED, arg=before)
        except TimeoutError:  # he looks again, as people do
            misses += 1
            assert misses == 1, f"clicks without any effect, the last one at {before}"
    else:
        page.wait_for_function(ASKED)  # who gives up while the program plays may be too late
        now = page.evaluate(SEEN)
        is_late = clicked not in now["pieces"] + now["targets"]  # the page had changed while he looked
        assert seen["actions"] > 8 and (is_late or not page.locator("body[data-refused=yes]").count()), (clicked, now)
        if not now["isOver"]:
            page.click("#act-resign")
            page.click("#ask-yes")
    page.wait_for_selector("body[data-over=yes]")
    assert page.locator("#again").is_visible() and page.inner_text("#notice") == ""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


def begin(page, name):
    """Choose a game, and play against the weakest program where somebody plays against one."""
    if not page.locator("#new-game").is_visible():
        page.click("#open-new-game")
    page.locator(".card", has=page.locator(f"[value={name}]")).click()
    computer = page.locator("label:has([name=versus][value=computer])")
    if computer.is_visible():
        computer.click()
        page.select_option("[name=level]", "1")
    page.click("#new-game [type=submit]")
    page.wait_for_selector("#new-game", state="hidden")
    page.wait_for_selector("body:not([data-over=yes])")


def click(page, seen, chance):
    """Do something of what the screen offers; return the field that is clicked, None for anything else."""

    def touch(names):
        name = chance.choice(names)
        page.locator(f"[data-name='{name}'] .touch").dispatch_event("click")
        return name

    if seen["isHeld"] and seen["targets"]:
        return touch(seen["taken"] if seen["taken"] and chance.random() < 0.1 else seen["targets"])
    if seen["pieces"] and not seen["isHeld"] and (not seen["targets"] or chance.random() < 0.5):
        return touch(seen["pieces"])
    if seen["targets"] and len(seen["due"]) > 1:
        page.locator("#" + chance.choice(seen["due"])).dispatch_event("click")
    elif seen["targets"]:
        return touch(seen["targets"])
    else:
        page.evaluate(PRESS, chance.choice(seen["choices"]))
    return None
