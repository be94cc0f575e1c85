"""How quick the page is, and what it costs: start to first page, load, lift to lights, lamps that change all the time.

Run `make bench-page`. The firmware runs in real time; the browser is Chromium. Times are milliseconds.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from fakes_board import PortBoard
from page_driver import CHROMIUM, FLAGS, Player, Program
from playwright.sync_api import sync_playwright
from treppe import VERSION
from treppe.alphabet.roles import palette

LAMPS = 144
CHANGES_PER_S = 10

LIFTS = int(os.environ.get("TREPPE_BENCH_LIFTS", "200"))
LOADS = 5
CHANGING_S = 10.0
CORES = 0.5
# name: goal of the median and of the worst
GOALS_MS = {
    "start to first page": (1200, 1200),
    "its board connected": (1200, 1200),
    "with an empty folder": (2500, 2500),
    "page load": (2000, 2000),
    "lift to lights": (100, 250),
}

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
    document.querySelector(`[data-name=${piece}] .touch`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""

# When the page was painted first, in milliseconds since 1970; the board and its pieces are in what the server sends.
PAINTED = """() => performance.timeOrigin + performance.getEntriesByName("first-contentful-paint")[0].startTime"""

# Counts how often a lamp's role changes in so many milliseconds.
COUNT = """(duration_ms) => new Promise((resolve) => {
    let changes = 0;
    const watcher = new MutationObserver((all) => (changes += all.length));
    watcher.observe(document.querySelector("#field0"), { attributes: true, attributeFilter: ["data-role"] });
    setTimeout(() => resolve(changes), duration_ms);
})"""


class FlickeringBoard(PortBoard):
    """A board with reeds whose every lamp changes ten times a second."""

    def __init__(self, port: Path):
        super().__init__(port, firmware=VERSION, surface="reed12", complaints=[])
        self.link.stream("lamps", self.step, lambda: {"roles": "".join(self.role(lamp) for lamp in range(LAMPS))})

    def step(self) -> int:
        return int(time.monotonic() * CHANGES_PER_S)

    def role(self, lamp: int) -> str:
        roles = [*palette()]
        return roles[(lamp + self.step()) % len(roles)]

    def _command(self, name: str, fields: dict) -> dict:
        return {"settings": {}, "hints": []}


def measure_first_start(browser) -> float:
    """Return the time from the start to the first page where nothing is compiled or kept yet, in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="treppe-bench-") as folder:
        page = browser.new_page()
        begun = time.monotonic()
        program = Program(Path(folder), 8340, is_new=True)
        try:
            Player(page, program.address)
            return 1000 * (time.monotonic() - begun)
        finally:
            page.close()
            program.stop()


def measure_times(browser, folder: Path) -> dict[str, list[float]]:
    """Return the times of start, loads and lifts, in milliseconds."""
    Program(folder).stop()  # Python keeps what it compiles, as an installation does at once
    page = browser.new_page()
    begun, begun_s = time.monotonic(), time.time()
    program = Program(folder)  # the set-up has compiled the firmware
    try:
        player = Player(page, program.address)
        connected_ms = 1000 * (time.monotonic() - begun)
        figures = {
            "start to first page": [page.evaluate(PAINTED) - 1000 * begun_s],
            "its board connected": [connected_ms],
        }
        figures |= {"with an empty folder": [measure_first_start(browser)], "page load": []}
        for _ in range(LOADS):
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
        page.close()
        return figures
    finally:
        program.stop()


def measure_load(browser, folder: Path) -> tuple[float, float, float]:
    """Return how many cores the server and the browser need for a board of changing lamps, and changes a second."""
    board = FlickeringBoard(folder / "port")
    try:
        program = Program(folder, 8300, "--port", board.port)
        try:
            page = browser.new_page()
            Player(page, program.address)
            page.wait_for_selector("#field143:not([data-role='.'])")
            page.wait_for_timeout(1000)
            begun, server_s, browser_s = time.monotonic(), cpu_s([program.process.pid]), cpu_s(browsers())
            changes = page.evaluate(COUNT, 1000 * CHANGING_S)
            passed_s = time.monotonic() - begun
            server, chromium = cpu_s([program.process.pid]) - server_s, cpu_s(browsers()) - browser_s
            page.close()
            return server / passed_s, chromium / passed_s, changes / passed_s
        finally:
            program.stop()
    finally:
        board.stop()


def cpu_s(processes: list[int]) -> float:
    """Return the processor time that processes have used."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def browsers() -> list[int]:
    """Return the processes of the browser that this bench has started."""
    found, parents = [], {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, fields = path.read_text().rpartition(")")
        except OSError:
            continue
        process = int(path.parent.name)
        parents[process] = int(fields.split()[1])
        if "chrom" in name:
            found.append(process)
    return [process for process in found if os.getpid() in ancestors(process, parents)]


def ancestors(process: int, parents: dict[int, int]) -> set[int]:
    """Return the parent of a process, its parent, and so on."""
    found = set()
    while process in parents:
        process = parents[process]
        found.add(process)
    return found


def main() -> int:
    """Print the figures; exit status 1 if a goal is missed."""
    if not Path(CHROMIUM).exists():
        print(f"no browser at {CHROMIUM}: apt install chromium")
        return 1
    with tempfile.TemporaryDirectory(prefix="treppe-bench-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        times = measure_times(browser, Path(folder))
        server, chromium, changes_per_s = measure_load(browser, Path(folder))
        browser.close()
    is_missed = False
    print(f"{'':22}{'median':>8}{'worst':>8}{'goals':>14}   ({os.cpu_count()} cores, {LIFTS} lifts)")
    for name, measured in times.items():
        median, worst = statistics.median(measured), max(measured)
        goals = GOALS_MS[name]
        is_missed |= median > goals[0] or worst > goals[1]
        print(f"{name:22}{median:8.0f}{worst:8.0f}{goals[0]:8}{goals[1]:6}")
    print(
        f"{LAMPS} lamps changing {changes_per_s:.1f} times a second: server {server:.2f} + browser {chromium:.2f} cores"
    )
    is_missed |= server + chromium > CORES or changes_per_s < 0.9 * CHANGES_PER_S
    print("a goal is missed" if is_missed else "all goals are met")
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
