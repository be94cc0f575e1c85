"""`treppe play` as a process, and a browser that plays on its page by clicking."""

import os
import re
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from needs import CHROMIUM
from treppe_sim.folders import data_folder
from waiting import LIMIT_S, wait_until

FLAGS = (
    "--no-sandbox",
    # What unfolds below the address bar is a page of its own, loaded with each new one: most of what that costs.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup",
)
COMMAND = [sys.executable, "-m", "treppe_host.cli", "play"]
PATIENCE_MS = 1000 * LIMIT_S
OPEN_SCRIPTS = """async () => {
    const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
    window.scripts = {};
    for (const name of ["outlet", "page", "page_input", "settings"]) scripts[name] = await import(`${base}${name}.js`);
}"""
"""Makes the page's own modules known to what a test evaluates: `scripts.outlet.act("press", "OK")`."""
LEAVE_AND_COME_BACK = """dispatchEvent(new PageTransitionEvent("pagehide"));
dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))"""
"""As by the browser's back button: the stream ends, and begins again where it was."""
PICTURES = os.environ.get("TREPPE_PICTURES")
"""The folder for pictures of the page, if somebody wants them."""


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests of the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        # Playwright waits by evaluating texts in the page, which the page's policy forbids; see test_page_policy.py.
        for make in ("new_page", "new_context"):
            setattr(browser, make, partial(_make, getattr(browser, make)))
        yield browser
        browser.close()


def _make(make, **options):
    """Make a page, or what pages are made in, whose waits end with what they wait for."""
    made = make(**({"bypass_csp": True} | options))
    made.set_default_timeout(PATIENCE_MS)
    return made


class Program:
    """One run of `treppe play` with its data in a folder of the test.

    `is_new`: the firmware is compiled for it, as at the first start; else what is compiled on this machine is used.
    """

    def __init__(self, folder: Path, port: int = 8300, *more: str, is_new: bool = False):
        self.environment = {key: value for key, value in os.environ.items() if key != "PYTEST_CURRENT_TEST"}
        self.environment["TREPPE_DATA"] = str(folder)
        self.environment["TREPPE_COMPILE"] = "no"  # a program that plays a few actions is quicker than a C compiler
        self.folder = folder
        if not is_new and not (folder / "compiled").exists():
            (data_folder() / "compiled").mkdir(parents=True, exist_ok=True)
            (folder / "compiled").symlink_to(data_folder() / "compiled")
        self.arguments = ["--http-port", str(port), *more]
        self.start()

    def start(self) -> None:
        """Start it, also again, and wait for the address that it prints."""
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*COMMAND, *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
            cwd=self.folder,
            start_new_session=True,
        )
        self.address = self._await_address()
        self._reader = threading.Thread(target=self._read, daemon=True)  # a full pipe would hold the program up
        self._reader.start()

    def _await_address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            found = re.search(r"https?://\S+", line)
            if found:
                return found[0]
        raise AssertionError("treppe play has ended: " + "\n".join(self.lines))

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def stop(self) -> int:
        """Press Ctrl-C, as a terminal does; return the exit status, that of a killed one if it does not end."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        patience = threading.Timer(PATIENCE_MS / 1000, self.process.kill)
        patience.start()
        self._reader.join()
        patience.cancel()
        return self.process.wait(LIMIT_S)

    def end(self) -> None:
        """Press Ctrl-C; the program has to end as it should."""
        assert self.stop() == 0, "\n".join(self.lines)

    def listens_on(self) -> set[str]:
        """Return the local addresses (as the kernel writes them) that listen on the page's port."""
        port = int(self.address.rsplit(":", 1)[1].rstrip("/"))
        addresses = set()
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            for line in Path(table).read_text().splitlines()[1:]:
                _, local, _, state = line.split()[:4]
                address, local_port = local.split(":")
                if state == "0A" and int(local_port, 16) == port:
                    addresses.add(address)
        return addresses

    def left_over(self) -> list[str]:
        """Return the command lines of processes that still work in the folder."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if any(str(self.folder) in word for word in words) and int(path.parent.name) != os.getpid():
                found.append(" ".join(words))
        return found


class Player:
    """A person at the page: clicks, and looks at what the board shows."""

    def __init__(self, page, address: str = ""):
        """Sit down at a page that is open, or open it."""
        self.page = page
        if address:
            page.goto(address)
        page.wait_for_selector("#status > span:not(.away)", state="attached")
        self.unfold("device")

    def unfold(self, part: str) -> None:
        """Unfold the board's display and keys (`device`), `simulation` or `world`, whatever is unfolded."""
        self.page.evaluate(f"document.querySelectorAll('.folded .{part}').forEach(part => (part.open = true))")

    def fold(self) -> None:
        """Fold all that is unfolded, as people have it at first."""
        self.page.evaluate("document.querySelectorAll('.folded details').forEach(part => (part.open = false))")

    def use_real_hands(self, is_real: bool) -> None:
        """Move each piece by hand, or play with ideal hands."""
        self.unfold("world")
        self.page.set_checked("#real-hands", is_real)
        self.page.wait_for_selector(f"body[data-hands='{'real' if is_real else ''}']", state="attached")
        self.page.evaluate("document.querySelector('.folded .world').open = false")

    def open_dialog(self, game: str = "") -> None:
        """Open the dialog of a new game, where it is not open yet, and pick a game in it."""
        if not self.page.locator("#new-game").is_visible():
            self.page.click("#open-new-game")
        if game:
            self.page.locator(".card", has=self.page.locator(f"[value={game}]")).click()

    def choose(self, game: str, versus: str = "people", **options) -> None:
        """Begin a game from the dialog; it opens by itself where there is no game yet.

        `versus`: "people", "computer" or "mixed". People deal hidden hands, unless there is a `seed`.
        """
        page = self.page
        self.open_dialog(game)
        page.evaluate("document.querySelector('#new-game .advanced').open = true")
        for chosen in (f"[name=versus][value={versus}]", "[name=deal][value='']"):
            label = page.locator(f"label:has({chosen})")
            if label.is_visible():
                label.click()
        for name, value in options.items():
            radio = page.locator(f"label:has([name='{game}.{name}'][value='{value}'])")
            if radio.count():
                radio.click()
            elif isinstance(value, bool):
                page.set_checked(f"[name='{game}.{name}']", value)
            else:
                page.fill(f"[name='{game}.{name}']", str(value))
        page.evaluate("document.querySelector('#new-game .advanced').open = false")
        page.click("#new-game [type=submit]")
        page.wait_for_selector("#new-game", state="hidden")
        self.await_phase()

    def await_phase(self) -> None:
        """Wait until the board lets somebody move."""
        self.page.wait_for_selector(
            "body:is([data-whose=alone], [data-whose='0'], [data-whose='1'], [data-whose='2'], [data-whose='3'])"
        )

    def touch(self, field: str) -> None:
        """Click a field: lift its top piece, or put what the hand holds."""
        part = f"[data-name='{field}'] .touch"
        self.page.wait_for_selector(part, state="attached")
        # Found and clicked at once: a board that is drawn anew in between would leave the click on what is gone.
        self.page.evaluate(
            "part => document.querySelector(part).dispatchEvent(new MouseEvent('click', { bubbles: true }))", part
        )

    def role(self, field: str) -> str:
        """Return what the lamp of a field shows."""
        return self.page.get_attribute(f"[data-name='{field}']", "data-role")

    def await_role(self, field: str, role: str) -> None:
        """Wait until the lamp of a field shows a role."""
        self.page.wait_for_selector(f"[data-name='{field}'][data-role='{role}']")

    def lit(self, role: str) -> set[str]:
        """Return the names of the fields whose lamps show a role."""
        groups = self.page.locator(f".field[data-role='{role}']")
        return set(groups.evaluate_all("all => all.map(group => group.dataset.name)"))

    def await_lit(self, role: str, *fields: str) -> None:
        """Wait until the lamps of just these fields show a role."""
        self.page.wait_for_function(
            "([role, fields]) => [...document.querySelectorAll(`.field[data-role='${role}']`)]"
            ".map(group => group.dataset.name).sort().join() == fields.sort().join()",
            arg=[role, list(fields)],
        )

    def move(self, start: str, end: str) -> None:
        """Carry a piece, waiting for the lights as a person does."""
        self.touch(start)
        self.await_role(end, "g")
        self.touch(end)

    def bring(self, code: str, field: str) -> None:
        """Put a piece from the supply."""
        self.page.click(f"#take-{code}")
        self.touch(field)

    def await_wrong(self) -> None:
        """Wait until the board says that it is not right: at first that something is wrong, soon how to put it back."""
        self.page.wait_for_selector("body:is([data-whose=wrong], [data-whose=setup])")

    def notations(self) -> list[str]:
        """Return the actions in the list."""
        return self.page.locator("#moves code").all_text_contents()

    def await_words(self, *words: str) -> None:
        """Wait until the list of actions is just this."""
        self.page.wait_for_function(
            "words => [...document.querySelectorAll('#moves code')].map(w => w.textContent).join() == words.join()",
            arg=list(words),
        )

    def headline(self) -> str:
        """Return whose turn it is, or who has won, as the panel says at this moment."""
        return self.page.inner_text("#turn strong")

    def await_headline(self, headline: str) -> None:
        """Wait until the panel says this."""
        self.page.wait_for_selector(f'#turn strong:text-is("{headline}")')


def ended_record(store):
    """Return the last game as soon as its end is stored; the page shows the end when it knows the last action."""
    wait_until(lambda: store.games()[0].reason)
    return store.games()[0]


def middle(page, selector):
    """Return the middle of a part of the page, whatever lies over it."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take_picture(page, name):
    """Keep what the page looks like, for people to look at."""
    if PICTURES:
        page.wait_for_timeout(500)
        page.screenshot(path=f"{PICTURES}/{name}.png")
