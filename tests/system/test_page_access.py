"""The page for everybody: axe finds nothing in any page, light or dark; sounds; games by keys and words alone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from listener import EN, Listener
from page_clicks import short_games, table_clicks
from page_driver import OPEN_SCRIPTS, Player
from treppe import games
from treppe.games import catalogue

pytestmark = [pytest.mark.long, pytest.mark.first]

PAGES = ["watch", "rules", "rules/seven", "rules/wetteifern", "rules/step?players=3", "games", "games/statistics"]
PAGES += ["games/puzzles", "boards", "tune", "doctor", "nowhere", "games/1"]
READY = """!document.querySelector('#headline')?.innerText.includes('...')
&& [...document.querySelectorAll('h1')].some((each) => each.innerText)"""
HEAR = """window.heard = [];
const { settings } = scripts.settings;
settings.sounds = new Proxy(settings.sounds, { get: (all, name) => (heard.push(name), all[name]) });
0"""
NAMES = """[...document.querySelectorAll("[aria-label]")].map(part => part.getAttribute("aria-label"))"""
CODES = re.compile(r"(?<=.)\b[A-Z]\d\b|undefined|None|colour \d|[{}*<>!$?]")
"""What no name of a part may hold: codes of pieces, places that were not filled, notation."""


@pytest.fixture(scope="module")
def axe() -> Axe:
    return Axe()


def faults(axe: Axe, page) -> list[str]:
    found = axe.run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_page(chromium, program, axe, scheme):
    context = chromium.new_context(color_scheme=scheme)
    page = context.new_page()
    player = Player(page, program.address)
    player.choose("step", players=2)
    for part in ("device", "simulation", "world"):
        player.unfold(part)
    found = {"play": faults(axe, page)}
    page.click("#open-rules")
    found["rules"] = faults(axe, page)
    page.click("#rules [data-close]")
    page.click("#open-new-game")
    found["new game"] = faults(axe, page)
    page.click("#new-game [data-close]")
    page.click("#act-resign")
    found["question"] = faults(axe, page)
    page.click("#ask-yes")
    page.wait_for_selector("body[data-over=yes]")
    for winner in range(4):  # the end has the winner's colour
        page.evaluate(f"document.body.dataset.whose = '{winner}'")
        found[f"won by {winner}"] = faults(axe, page)
    for address in PAGES:
        page.goto(program.address + address)
        page.wait_for_function(READY)
        found[address] = faults(axe, page)
    context.close()
    assert {name: each for name, each in found.items() if each} == {}


SMALL = """() => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden]), .field .touch")]
    .map((part) => {
        const label = part.closest("label") ?? part;
        const { width, height } = label.getBoundingClientRect();
        return [label.outerHTML.slice(0, 120), width, height, part];
    })
    .filter(([, width, height, part]) => width && height && Math.min(width, height) < 24 && part.checkVisibility()
        && !part.closest("p, dd, td, figcaption, .starts, .rules, .skip"))
    .map(([html, width, height]) => `${html} ${width} x ${height}`)"""
"""Targets of less than 24 px, but for links within texts."""


def test_every_target_is_large_enough_for_a_finger_on_the_smallest_phone(chromium, program):
    context = chromium.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    player = Player(page, program.address)
    found = {"dialog": page.evaluate(SMALL)}
    for name in catalogue.names():
        player.choose(name)
        found[name] = page.evaluate(SMALL)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, name
    for part in ("simulation", "world", "device"):
        player.unfold(part)
    found["unfolded"] = page.evaluate(SMALL)
    page.click("#act-resign")
    page.click("#ask-yes")
    page.wait_for_selector("#again")
    found["over"] = page.evaluate(SMALL)
    for address in PAGES:
        page.goto(program.address + address)
        page.wait_for_function(READY)
        found[address] = page.evaluate(SMALL)
    context.close()
    assert {name: each for name, each in found.items() if each} == {}


def test_keys_come_to_the_board_by_the_first_link_and_stay_there_after_a_dialog(player):
    page = player.page
    player.choose("step")
    page.reload()
    player.await_role("a1", "0")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_selector("#main:focus")
    reached = []
    while not reached or (len(reached) < 6 and reached[-1] != "a1"):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.name"))
    assert reached[-1] == "a1", "the field that is lit"
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-hand=full]")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-hand='']", state="attached")
    for opener, closer in (("#open-new-game", "#new-game [data-close]"), ("#open-rules", "#rules [data-close]")):
        page.focus(opener)
        page.keyboard.press("Enter")
        page.focus(closer)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"{opener}:focus")
    page.reload()
    page.wait_for_selector("[data-name=a1][data-role='0']")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.querySelector('#new-game').showModal()")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-name=a1]:focus")


def test_each_moment_has_its_sound_and_the_page_can_be_mute(player):
    page = player.page
    player.choose("step")
    page.evaluate(OPEN_SCRIPTS)
    page.evaluate(HEAR)
    player.move("a1", "d1")
    player.await_words("a1-d1")
    player.bring("B", "c1")
    player.await_words("a1-d1", "+c1")
    player.touch("g7")
    player.await_role("g6", "g")
    player.touch("d4")
    page.wait_for_selector("body[data-refused=yes]")
    assert page.evaluate("heard") == ["put", "turn", "wrong"]
    player.fold()
    page.click("#open-settings")
    assert page.is_checked("[data-kept=sounds]") and not page.is_checked("[data-kept=speech]")
    page.uncheck("[data-kept=sounds]")
    player.touch("g6")
    player.await_words("a1-d1", "+c1", "g7-g6")
    page.wait_for_selector("body[data-sound=put]")
    assert page.evaluate("heard") == ["put", "turn", "wrong"]
    page.reload()
    Player(page)
    page.click("#open-settings")
    assert not page.is_checked("[data-kept=sounds]")
    page.check("[data-kept=sounds]")


def test_turns_are_spoken_for_those_who_want_it(player):
    page = player.page
    player.choose("step")
    page.evaluate("window.spoken = []; speechSynthesis.speak = said => spoken.push(said.lang + ': ' + said.text); 0")
    player.fold()
    player.move("a1", "d1")
    player.await_words("a1-d1")
    page.click("#open-settings")
    page.check("[data-kept=speech]")
    player.bring("B", "c1")
    player.await_words("a1-d1", "+c1")
    page.wait_for_function("spoken.length")
    assert page.evaluate("spoken") == ["en: Blue: brick on c1. Red to move"]
    page.uncheck("[data-kept=speech]")


@pytest.mark.parametrize(
    ("name", "options", "words"), short_games(), ids=lambda value: value if type(value) is str else ""
)
def test_a_whole_game_by_keyboard_and_what_is_read_out(player, name, options, words):
    state = games.start(name, **options)
    page = player.page
    player.choose(name, **options)
    player.fold()
    listener = Listener(page)
    for count, word in enumerate(words, 1):
        action, who = state.action(word), EN.PLAYERS[state.current_player()]
        said = listener.play(state, table_clicks(state, action), action, count)
        page.wait_for_function("said => announcement.textContent.startsWith(said)", arg=f"{who}: {said}")
        state.apply_action(action)
        assert not [each for each in page.evaluate(NAMES) if CODES.search(each)], word
    page.wait_for_selector("body[data-over=yes]")
    assert player.headline() in page.text_content("#announcement") or state.players == 1


def test_a_stored_game_is_gone_through_by_keys_and_plays_by_itself(player, program):
    page = player.page
    player.choose("step")
    player.move("a1", "d1")
    player.bring("B", "c1")
    player.await_words("a1-d1", "+c1")
    page.goto(program.address + "games?sort=-number")
    page.click(".list tbody tr:first-child a")
    page.wait_for_selector("#place-text:has-text('after 2 of 2')")
    assert page.title() == page.inner_text("#title") + " · Treppe"
    for key, place in (
        ("ArrowLeft", "after 1"),
        ("Home", "Start position"),
        ("ArrowRight", "after 1"),
        ("End", "after 2"),
    ):
        page.keyboard.press(key)
        page.wait_for_selector(f"#place-text:has-text('{place}')")
    page.click("#run")  # from the start, for it stands at the end
    page.wait_for_selector("#place-text:has-text('Start position')")
    page.wait_for_selector("#run[aria-pressed=true]")
    page.wait_for_selector("#place-text:has-text('after 2 of 2')")
    page.wait_for_selector("#run[aria-pressed=false]")
    page.click("#run")
    page.focus("#moves")
    page.keyboard.press("End")
    page.wait_for_selector("#run[aria-pressed=false]")
    page.click("nav a:has-text('Play')")
    page.wait_for_selector("#act-undo")
