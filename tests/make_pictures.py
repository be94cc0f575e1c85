"""Take pictures of the page for people to look at: `make pictures`, or `make_pictures.py [GAME ...]`.

Each game at its start, in the middle, when the table refuses a click, and at its end; in both languages, light
and dark, on a screen and on a phone. They go to build/pictures, as GAME-MOMENT-LANGUAGE-SCHEME-WIDTH.png.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.options import parse_option
from treppe_sim.hands import repairs
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World

sys.path.append(str(Path(__file__).parent / "support"))
from page_clicks import PLAY, clicks_of, steps_of
from page_driver import CHROMIUM, FLAGS, Player, Program

ROOT = Path(__file__).parents[1]
SHORT_GAMES = ROOT / "tests" / "data" / "short_games.txt"
PORT = 8720
SIZES = ((1280, 800), (390, 844))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "de")
DRAWN_MS = 60
LAMPS_MS = 300
"""Buttons may be there before the lamps of the same position are."""
OFFERED = """() => document.querySelector("#choices button")
    || [...document.querySelectorAll(".field")].some((field) => "lgbxr0123".includes(field.dataset.role))"""
FOLD = "document.querySelectorAll('.folded details').forEach(part => (part.open = false))"


def main() -> None:
    """Play each game on one program; the first language's page plays, the other one's looks on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=catalogue.names())
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pictures")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        program = Program(Path(data), PORT, "--speed", "5")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            _play_all(browser, program, chosen)
        finally:
            browser.close()
            program.stop()


def _play_all(browser: Browser, program: Program, chosen: argparse.Namespace) -> None:
    pages = {}
    for language in LANGUAGES:
        context = browser.new_context(locale=language, reduced_motion="reduce", viewport=_size(SIZES[0]))
        pages[language] = context.new_page()
        Player(pages[language], program.address)
        pages[language].evaluate(FOLD)
    for line in SHORT_GAMES.read_text().splitlines():
        head, words = line.split(": ")
        if head.split()[0] in chosen.games:
            print(head, flush=True)
            Sitting(head, words.split(), pages, chosen.folder).play()
            chosen.games.remove(head.split()[0])


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


class Sitting:
    """One game at the page."""

    def __init__(self, head: str, words: list[str], pages: dict[str, Page], folder: Path):
        self._name, *options = head.split()
        self._options = dict(parse_option(games.load(self._name), option) for option in options)
        self._words = words
        self._pages = pages
        self._page = pages[LANGUAGES[0]]
        self._folder = folder
        self._state = games.start(self._name, **self._options)
        self._world = World(surfaces.load(self._state.surface))
        self._world.arrange(start_stacks(self._state), start_supply(self._state))

    def play(self) -> None:
        """Play the game, and take the pictures."""
        player = Player(self._page)
        self._page.evaluate(FOLD)
        player.choose(self._name, **self._options)
        self._await_lamps()
        self._take("start")
        middle = len(self._words) // 2
        for number, word in enumerate(self._words, 1):
            if number == middle:
                self._await_lamps()
                self._take("middle")
                self._try_wrong_field()
                self._take("refusal")
            self._act(number, word)
        self._page.wait_for_selector("body[data-over=yes]")
        self._take("end")

    def _act(self, number: int, word: str) -> None:
        action = self._state.action(word)
        steps = steps_of(self._state, action, self._world)
        self._state.apply_action(action)
        steps += clicks_of(repairs(self._state, self._world), self._world)
        played = self._page.evaluate(PLAY, [steps, " ".join(self._words[:number])])
        if played is not True:
            raise SystemExit(f"{self._name}: {word} was not played: {played}")

    def _await_lamps(self) -> None:
        """Wait for what is lit; who offers nothing on the board offers buttons."""
        self._page.wait_for_function(OFFERED)
        self._page.wait_for_timeout(LAMPS_MS)

    def _try_wrong_field(self) -> None:
        """Click fields that no lamp shows until the table says why that is no action."""
        for field in self._page.locator(".field[data-role='.']").all():
            field.locator(".touch").dispatch_event("click")
            try:
                self._page.wait_for_selector("body[data-refused=yes]", timeout=500)
            except TimeoutError:
                continue
            return
        raise SystemExit(f"{self._name}: no click was refused")

    def _take(self, moment: str) -> None:
        for language, page in self._pages.items():
            for width, height in SIZES:
                page.set_viewport_size(_size((width, height)))
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.wait_for_timeout(DRAWN_MS)
                    name = f"{self._name}-{moment}-{language}-{scheme}-{width}.png"
                    page.screenshot(path=self._folder / name)
            page.set_viewport_size(_size(SIZES[0]))


if __name__ == "__main__":
    main()
