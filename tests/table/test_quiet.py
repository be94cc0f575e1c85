from treppe.play.quiet import Quiet


def moments(quiet, versions, start_ms=0):
    """Return at which frames it was quiet, in milliseconds from the first."""
    return [
        10 * frame
        for frame in range(len(versions))
        if quiet.is_due((start_ms + 10 * frame) & 0x3FFFFFFF, versions[frame])
    ]


def test_once_after_each_flurry_and_never_amid_one():
    quiet = Quiet()
    assert moments(quiet, [1] * 100) == [150]
    hands = [2 + frame // 10 for frame in range(300)]  # something every 100 ms
    assert moments(quiet, hands) == []
    assert moments(quiet, [hands[-1]] * 100, start_ms=3000) == [50]


def test_garbage_that_calls_leave_makes_it_due_again():
    assert moments(Quiet(), [1] * 800) == [150, 2650, 5150, 7650]


def test_the_clock_may_wrap():
    assert moments(Quiet(), [1] * 100, start_ms=0x3FFFFFFF - 200) == [150]
