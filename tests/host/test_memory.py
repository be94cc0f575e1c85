import gc
from pathlib import Path

from treppe_host import memory


def test_the_collector_is_slow_while_much_is_imported_and_as_usual_afterwards() -> None:
    usual = gc.get_threshold()
    try:
        memory.hurry()
        assert gc.get_threshold()[0] > 10 * memory._USUAL[0]
        memory.settle()
        assert gc.get_threshold() == memory._USUAL and gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


def test_what_is_free_goes_back_to_the_system() -> None:
    blocks = [bytes(2000) for _ in range(30_000)]
    kept = blocks.pop()
    blocks.clear()
    before_kb = resident_kb()
    memory.give_back()
    assert len(kept) == 2000 and resident_kb() < before_kb - 30_000


def resident_kb() -> int:
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
