"""Does `treppe play` grow? Its memory over 2,000 loads of pages and 30 minutes of play: `make bench-memory`.

Chromium loads them, and leaves each as soon as it is connected. The board's time passes twenty times as fast. Exit
status 1 if it grows by more than 5 MB after the first 200 loads.
"""

import os
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_driver import CHROMIUM, FLAGS, PATIENCE_MS, Player, Program
from playwright.sync_api import sync_playwright

LOADS = int(os.environ.get("TREPPE_BENCH_LOADS", "2000"))
WARM = 200
SPEED = 20
PLAY_S = 30 * 60 / SPEED
SETTLE_S = 10.0
MOST_MB = 5.0
STREAMED = ("", "boards/simulated", "games/1", "watch")
PAGES = (*STREAMED, "games", "games/statistics", "tune", "rules/step")


def memory_mb(program: Program) -> float:
    """Return the resident memory of the process."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def load(program: Program, page, count: int) -> None:
    """Load pages, one after the other, and leave each as soon as its stream has begun."""
    for _, path in zip(range(count), cycle(PAGES)):
        if path in STREAMED:
            with page.expect_response(lambda answer: "/stream" in answer.url):
                page.goto(program.address + path)
        else:
            page.goto(program.address + path)
    page.goto("about:blank")
    time.sleep(SETTLE_S)


def play(player: Player) -> int:
    """Move a ball and take that back until the time is over; return how often."""
    until = time.monotonic() + PLAY_S
    times = 0
    while time.monotonic() < until:
        player.move("a1", "b1")
        player.await_words("a1-b1")
        player.page.click("#key-UNDO")
        player.await_words()
        player.await_role("a1", "0")
        times += 1
    return times


def main() -> int:
    """Load, play, and print what the process holds after each part."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        program = Program(Path(folder), 8680, "--port", "sim:square7", "--speed", str(SPEED))
        try:
            player = Player(browser.new_page(), program.address)
            player.choose("step")
            other = browser.new_page()
            other.set_default_timeout(PATIENCE_MS)
            load(program, other, WARM)
            warm_mb = memory_mb(program)
            print(f"after {WARM} loads {warm_mb:.1f} MB", flush=True)
            load(program, other, LOADS - WARM)
            loaded_mb = memory_mb(program)
            print(f"after {LOADS} loads {loaded_mb:.1f} MB", flush=True)
            times = play(player)
            played_mb = memory_mb(program)
            print(f"after 30 minutes of play, {2 * times} actions and take-backs, {played_mb:.1f} MB", flush=True)
        finally:
            program.stop()
            browser.close()
    grown_mb = max(loaded_mb, played_mb) - warm_mb
    print(f"grown by {grown_mb:.1f} MB {'FAILED' if grown_mb > MOST_MB else 'ok'}")
    return 1 if grown_mb > MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
