import gc

from treppe_host import memory


def test_the_collector_is_slow_while_much_is_imported_and_as_usual_afterwards() -> None:
    usual = gc.get_threshold()
    try:
        memory.settle()
        settled = gc.get_threshold()
        memory.hurry()
        assert gc.get_threshold()[0] > 10 * settled[0]
        memory.settle()
        assert gc.get_threshold() == settled and gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
