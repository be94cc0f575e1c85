"""Decision tables of what may have been before, further back than hands correct themselves, when all was refused."""

from fakes_hands import (
    ADDED,
    AWAY,
    BACK,
    ELSEWHERE,
    GONE,
    HERE,
    MOVE,
    ON,
    ONWARD,
    REPLY,
    SUPPLIED,
    TAKE,
    Done,
    Instead,
    Place,
    Seen,
    said,
    search,
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


def test_what_was_proposed_already_is_left_out():
    assert _looked([(0, [ON])], {0: [[ON], [MOVE]]})[0] == [(0, [MOVE])]
    assert _looked([(0, [HERE])], {0: [[HERE], [MOVE]]})[0] == [(0, [MOVE])]
    assert _looked([(2, [ON])], {1: [[ON], [MOVE]]})[0] == [(1, [MOVE])]


def test_no_more_than_four_are_proposed():
    many = [[MOVE], [ON], [BACK], [REPLY], [ADDED]]
    assert _looked(explained={1: many})[0] == [(1, actions) for actions in many[:4]]


def test_a_piece_felt_late_comes_first_and_one_that_stopped_unseen_if_nothing_else_explains_the_board():
    assert _looked(felt=[(1, [ON])], explained={0: [[ON], [MOVE]]})[0] == [(1, [ON]), (0, [MOVE])]
    assert _looked(stopped={1: [[ON]]})[0] == [(1, [ON])]
    assert _looked(stopped={1: [[ON]]}, explained={0: [[MOVE]]})[0] == [(0, [MOVE])]


def test_a_piece_from_the_supply_may_have_been_put_before_the_last_actions():
    legal = Place(steps={ADDED: Place(steps={REPLY: Place(steps={BACK: Place()})})})
    shorter = Place(steps={ADDED: Place(steps={BACK: Place()})})
    for offers, befores, expected in (
        ([(0, [ADDED, BACK])], [legal], [(1, [ADDED, REPLY, BACK])]),
        ([(0, [ADDED])], [legal, Place()], []),
        ([(0, [ADDED])], [Place(steps={ADDED: legal}), legal], [(1, [ADDED, REPLY])]),
        ([(1, [ADDED])], [legal], []),
        ([(0, [MOVE])], [Place(steps={MOVE: legal})], []),
        ([(0, [ADDED, BACK])], [shorter], []),
        ([], [legal], []),
    ):
        recent = [Done(REPLY) for _ in befores]
        for done, before in zip(recent, befores):
            done.before = before
        found = finish(look_further._felt_late(Seen(recent), recent, offers))
        assert found == expected, (offers, len(befores))
    far = [Done(REPLY) for _ in range(4)]
    chain = Place(steps={REPLY: Place(steps={REPLY: Place(steps={REPLY: Place(steps={REPLY: Place()})})})})
    for done in far:
        done.before = Place(steps={SUPPLIED: chain})
    found = finish(look_further._felt_late(Seen(far), far, [(0, [SUPPLIED])]))
    assert found == [(back, [SUPPLIED] + [REPLY] * back) for back in (1, 2, 3)]


def _reopened(unanswered, known=None):
    """Return which offers go on; `unanswered` are (actions, what explains the rest of the board)."""
    recent, given = [], []
    for actions, later in unanswered:
        end = Place()
        end.explained = later
        recent.append(Done(steps={actions[-1]: end}))
    for number, (actions, _) in enumerate(unanswered):
        given.append((len(recent) - number, actions))
    seen = Seen(recent)
    seen.unanswered = given
    with Instead(look_further, explain=search):
        return finish(look_further.reopen(seen, known or said()))


def test_questions_go_on_with_what_hands_have_done_since_unless_that_decides():
    def two(later=None, key=b"b", known=None):
        return _reopened([([MOVE], said([ON], key=b"a")), ([REPLY], later or said([ON], key=key))], known)

    assert two() == [(2, [MOVE, ON]), (1, [REPLY, ON])]
    assert two(key=b"a") == [], "both lead to one position"
    assert two(said([ON], choices=[[BACK]], key=b"b")) == []
    assert two(said([ON], AWAY, key=b"b")) == []
    assert two(said([ON, BACK], key=b"b")) == [], "what needs more actions is not so"
    assert two(known=said((), AWAY)) == []
    three = [([MOVE], said(key=b"a")), ([REPLY], said(key=b"b")), ([TAKE], said([ON], key=b"c"))]
    assert _reopened(three) == [(3, [MOVE]), (2, [REPLY])]
    assert _reopened([([MOVE], None), ([REPLY], said(key=b"b"))]) == []
    assert _reopened([]) == []


def test_the_whole_board_is_explained_proved_or_not():
    for known, expected in (
        (None, []),
        (said([ON]), [[ON]]),
        (said(), []),
        (said([ON], choices=[[BACK], [MOVE]]), [[ON, BACK], [ON, MOVE]]),
        (said(choices=[[BACK]]), [[BACK]]),
        (said([ON], AWAY), []),
        (said([ON], AWAY, unproved=[[BACK]]), [[ON, BACK]]),
        (said((), AWAY, unproved=[[BACK]]), [[BACK]]),
    ):
        before = Place()
        before.explained = known
        with Instead(look_further, explain=search):
            assert finish(look_further._explained(Seen([]), before)) == expected, expected


def test_a_piece_that_stopped_unseen_gives_ways_that_only_people_can_prove():
    before = Place()
    for known, expected in ((None, []), (said(unproved=[[ON]]), [[ON]])):
        before.explained = known

        def look(place, _image, _activity):
            yield
            return place.explained

        with Instead(look_further, explain_stop=look):
            assert finish(look_further._stopped(Seen([]), before)) == expected
