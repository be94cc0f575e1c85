"""Decision tables of what may have been before, further back than hands correct themselves, when all was refused."""

from fakes_hands import (
    ADDED,
    BACK,
    ELSEWHERE,
    GONE,
    HERE,
    MOVE,
    ON,
    ONWARD,
    REPLY,
    TAKE,
    Done,
    Instead,
    Place,
    Seen,
)
from fakes_table import finish
from treppe.table.hands import look_further


def _place(*actions):
    """Return a position after which each action leads to another one, whose key is the action."""
    return Place(key=b"now", steps={action: Place(key=bytes([action])) for action in actions})


def _looked(offers=(), explained=(), stopped=(), felt=(), num_recent=4, changes=GONE, now=()):
    """Return what is proposed; `explained` and `stopped` are actions by how many are taken back."""
    recent = [Done() for _ in range(num_recent)]
    actions = (MOVE, ON, BACK, REPLY, ADDED, ELSEWHERE, TAKE, ONWARD)
    for done in recent:
        done.before = _place(*actions)
    seen = Seen(recent[-1:], changes=changes)
    seen.position = _place(HERE, *actions)
    places = [seen.position] + [done.before for done in reversed(recent)]

    def job(found):
        def find(_evidence, before):
            yield
            return dict(found).get(places.index(before), [])

        return find

    def late(*_given):
        yield
        return list(felt)

    replaced = Instead(look_further, _recall=lambda _evidence: recent, _felt_late=late)
    with replaced.also(look_further, _explained=job(explained), _stopped=job(stopped)):
        found, told = finish(look_further.find_more_offers(seen, list(offers)))
    assert told is (recent if changes else seen.recent)
    return found, [done.before.is_forgotten for done in recent]


def test_each_other_position_is_proposed_once_the_nearest_first():
    found, forgotten = _looked(explained={0: [[ON]], 1: [[ON], [MOVE]], 3: [[REPLY]], 4: [[BACK]]})
    assert found == [(0, [ON]), (1, [MOVE]), (3, [REPLY])], "no further back than three actions"
    assert forgotten == [False, True, True, True], "memory is given free"
    assert _looked(explained={0: [[ON]]}, changes={})[0] == [], "the board is as it should be"
    assert _looked(explained={1: [[ON]]}, num_recent=0)[0] == []


def test_no_more_than_four_are_proposed():
    many = [[MOVE], [ON], [BACK], [REPLY], [ADDED]]
    assert _looked(explained={1: many})[0] == [(1, actions) for actions in many[:4]]


def test_a_piece_felt_late_comes_first_and_one_that_stopped_unseen_if_nothing_else_explains_the_board():
    assert _looked(felt=[(1, [ON])], explained={0: [[ON], [MOVE]]})[0] == [(1, [ON]), (0, [MOVE])]
    assert _looked(stopped={1: [[ON]]})[0] == [(1, [ON])]
    assert _looked(stopped={1: [[ON]]}, explained={0: [[MOVE]]})[0] == [(0, [MOVE])]
