from fakes_table import FakeJournal, ReedBench
from treppe import surfaces
from treppe.sensing import FAULTY
from treppe.sensing.reeds import ReedSensing
from treppe.table.input.buttons import END, OK
from treppe.table.session import Session

REED12 = surfaces.load("reed12")


def _swept(skipped):
    """Return a session in which a magnet was moved over all fields, but for some that do not answer."""
    bench = ReedBench(REED12, ReedSensing(REED12, {}))
    bench.run(4)
    session = Session(REED12, bench.sensing, FakeJournal(), {})
    assert session.command("check", {})["progress"] == [0, 144]
    now_ms = 0
    for name in REED12.NAMES:
        if name not in skipped:
            bench.close(name)
        for _ in range(16):
            bench.run(1)
            now_ms += 10
            session.tick(now_ms)
        bench.open(name)
    return session, now_ms


def test_reeds_that_all_close_end_the_check():
    session, _ = _swept(())
    assert session.task is None and session.display["lines"] == ["All reeds work"]


def test_reed_that_never_closes_stays_lit_and_is_left_out_on_ok():
    for button, activity in ((END, 0), (OK, FAULTY)):
        session, now_ms = _swept(("c5", "h8"))
        dead = [REED12.NAMES.index(name) for name in ("c5", "h8")]
        assert [field for field in range(144) if session.roles[field] == ord("p")] == dead
        assert session.command("check", {})["missing"] == ["c5", "h8"]
        session.tick(now_ms + 10, button)
        assert session.task is None and "Never closed: c5 h8" in " ".join(session.display["lines"])
        assert [session.sensing.activity[field] for field in dead] == [activity, activity]
