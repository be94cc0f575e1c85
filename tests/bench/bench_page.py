"""How quick the page is: start to first page, load, and from lifting a piece to the lights in the page.

Run `make bench-page`. The firmware runs in real time; the browser is Chromium. Figures are milliseconds.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from page_driver import CHROMIUM, Player, Program
from playwright.sync_api import sync_playwright

LIFTS = 200
GOALS_MS = {"start to first page": 5000, "page load": 2000, "lift to lights": 200}
MEDIAN_LIFT_MS = 100

# Clicks a piece and resolves, with the time it took, when the lamp of another field has changed its role.
LIFT = """([piece, target, role]) => new Promise((resolve) => {
    const lamp = document.querySelector(`[data-name=${target}]`);
    const begun = performance.now();
    const watcher = new MutationObserver(() => {
        if (lamp.dataset.role !== role) return;
        watcher.disconnect();
        resolve(performance.now() - begun);
    });
    watcher.observe(lamp, { attributes: true, attributeFilter: ["data-role"] });
    document.querySelector(`[data-name=${piece}] .pad`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


def measure(browser, program: Program, begun: float) -> dict[str, list[float]]:
    """Return the times of start, loads and lifts."""
    page = browser.new_page()
    player = Player(page, program.address)
    figures = {"start to first page": [1000 * (time.monotonic() - begun)], "page load": []}
    for _ in range(5):
        begun = time.monotonic()
        page.goto(program.address)
        page.wait_for_selector("#board .field")
        figures["page load"].append(1000 * (time.monotonic() - begun))
    player.choose("step")
    figures["lift to lights"] = []
    for _ in range(LIFTS):
        figures["lift to lights"].append(page.evaluate(LIFT, ["a1", "d1", "g"]))
        page.evaluate(LIFT, ["a1", "d1", "."])
        page.wait_for_timeout(150)
    return figures


def main() -> int:
    """Print the figures; exit status 1 if a goal is missed."""
    if not Path(CHROMIUM).exists():
        print(f"no browser at {CHROMIUM}: apt install chromium")
        return 1
    is_missed = False
    with tempfile.TemporaryDirectory(prefix="treppe-bench-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        begun = time.monotonic()
        program = Program(Path(folder))
        try:
            figures = measure(browser, program, begun)
        finally:
            program.stop()
        browser.close()
    print(f"{'':22}{'median':>8}{'worst':>8}{'goal':>8}   ({os.cpu_count()} cores, {LIFTS} lifts)")
    for name, times in figures.items():
        worst = max(times)
        is_missed |= worst > GOALS_MS[name] or (name == "lift to lights" and statistics.median(times) > MEDIAN_LIFT_MS)
        print(f"{name:22}{statistics.median(times):8.0f}{worst:8.0f}{GOALS_MS[name]:8}")
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
