"""Reeds that go bad are reported before they err, from what a host has of recorded actions; sound ones never are."""

from random import Random
from types import SimpleNamespace

import pytest
from reed_games import REED12, ReedGames
from treppe_host.finding import Finding, joined
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.reed_health import BOUNCES, LATE, ReedLearner

pytestmark = pytest.mark.long

FIELD = 35
BEGINS = 10  # the game in which a fault begins to grow


def sticks(reeds, games):
    reeds.sticks_ms[FIELD] = 60.0 * games


def magnet_fades(reeds, games):
    reeds.weaken(FIELD, 0.25)


def played(seed, games, grow=lambda reeds, games: None):
    """Yield, after each game, what a learner of the board says, and whether the board has erred."""
    board, learner = ReedGames(seed), ReedLearner(144)
    for game in range(games):
        if game >= BEGINS:
            grow(board.reeds, game - BEGINS)
        for measured in board.play():
            learner.take(measured)
        yield game, learner.declines(), board.errors


# On boards 15, 29 and 18 the field is played seldom, or bounces seldom.
@pytest.mark.parametrize(
    ("grow", "sign", "seed"), [(sticks, LATE, 5), (sticks, LATE, 15), (sticks, LATE, 29), (magnet_fades, BOUNCES, 18)]
)
def test_a_reed_that_goes_bad_is_told_before_it_errs(grow, sign, seed):
    for game, declines, errors in played(seed, 60, grow):
        assert not errors, f"in game {game}, untold"
        if declines:
            break
    assert [(each.field, each.sign) for each in declines] == [(FIELD, sign)]
    assert declines[0].now_percent > declines[0].before_percent and game > BEGINS


def test_sound_reeds_are_never_told():
    for _, declines, errors in played(5, 40):
        assert not declines and not errors


def lift(start, end, lag_s):
    """Return what is seen of a piece that is put elsewhere so long after its reed has opened."""
    changes = [(start, 0), (end, 1)] if lag_s >= 0 else [(end, 1), (start, 0)]
    return bytes((*changes[0], 0, 0, *changes[1], *divmod(round(100 * abs(lag_s)), 256)))


def told_of_lifts(games):
    """Return what a learner says after games of lifts, each a field and the lag of its reed in seconds."""
    learner = ReedLearner(144)
    for game, lifts in enumerate(games):
        for start, lag_s in lifts:
            learner.take(SimpleNamespace(game=game, readings=b"", seen=lift(start, 143, lag_s)))
    return learner.declines()


def hands(random, median_s):
    return [(field, median_s * random.lognormvariate(0, 0.4)) for field in range(60)]


def test_games_in_which_all_hands_are_quick_tell_of_no_reed():
    random = Random(1)
    games = [hands(random, 0.8) for _ in range(10)] + [hands(random, 0.25) for _ in range(10)]
    assert not told_of_lifts(games)
    games[-8:] = [[*lifts, (77, 0.02)] for lifts in games[-8:]]
    games[:8] = [[*lifts, (77, 0.8)] for lifts in games[:8]]
    assert [(each.field, each.sign) for each in told_of_lifts(games)] == [(77, LATE)]


def test_players_who_put_with_one_hand_before_they_lift_with_the_other_are_no_fault_of_a_reed():
    random = Random(2)
    games = [hands(random, 0.8) + [(random.randrange(60), -0.3) for _ in range(6)] for _ in range(30)]
    assert not told_of_lifts(games)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "opens late at 100 % of the lifts instead of 0 %, in 8 games"),
        ("de", "öffnet bei 100 % der Züge zu spät statt bei 0 %, in 8 Partien"),
    ],
)
def test_the_doctor_names_the_field_and_says_what_to_do(language, said):
    others = [lift(field, 143, 0.9) for field in range(2, 100)]
    seen = others + [lift(0, 1, 0.9)] * 20 + [lift(0, 1, -0.1)] * 8
    measured = [SimpleNamespace(game=game, readings=b"", seen=each) for game, each in enumerate(seen)]
    store = SimpleNamespace(measurements=lambda board, surface: measured)
    *_, finding = sensor_kind(REED12).findings(store, "board", REED12)
    assert finding.diagnostic["field"] == "a1" and finding.verdict == "look at this"
    assert said in finding.found(language) and "{do}" in finding.advised(language)


def test_reeds_that_the_last_games_have_moved_count_as_tried():
    def diagnostic(fields, games=1):
        each = SimpleNamespace(readings=b"".join(bytes((field, 1, 0)) for field in fields), seen=b"")
        later = [SimpleNamespace(game=game, readings=b"\x01\x01\x00", seen=b"") for game in range(2, games + 1)]
        measured = [SimpleNamespace(game=1, **vars(each)), *later]
        untried = Finding("reeds", "look at this", {"code": "reeds_good", "closed": 0}, "reeds")
        store = SimpleNamespace(measurements=lambda board, surface: measured)
        return joined([untried], sensor_kind(REED12).findings(store, "board", REED12))

    (all_tried,) = diagnostic(range(144))
    assert all_tried.exit_status == 0 and all_tried.found() == "each has worked in the last 1 games"
    untried, one_missing = diagnostic(range(143))
    assert (untried.exit_status, one_missing.exit_status) == (0, 10), "nobody has played; nobody moves it"
    assert one_missing.found() == f"1 not tried in the last 1 games: {REED12.NAMES[143]}"
    *_, long_ago = diagnostic(range(144), games=21)
    assert long_ago.found().startswith("143 not tried in the last 20 games: a1, c1, ")
