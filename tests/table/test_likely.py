"""Decision tables of the likeliest among several explanations, and of pieces that may have been mixed up."""

from fakes_hands import (
    ADDED,
    ANSWER,
    AWAY,
    BACK,
    ELSEWHERE,
    END,
    FAR,
    HERE,
    MOVE,
    ON,
    ONWARD,
    OTHER,
    REPLY,
    START,
    SUPPLIED,
    THERE,
    Instead,
    Place,
    Seen,
    said,
)
from treppe.table.hands import likely


def _bytes(values):
    return bytes([dict(values).get(field, 0) for field in range(8)])


def _chain(actions, **facts):
    chain = said(actions)
    for name, value in facts.items():
        setattr(chain, name, value)
    return chain


def _likeliest(*chains, image=(), before=(), stamps=()):
    """Return the numbers of the likeliest chains."""
    position = Place()
    position.image = _bytes(before)
    found = likely.likeliest(position, list(chains), _bytes(image), _bytes(stamps))
    return [chains.index(chain) for chain in found]


def test_a_field_emptied_and_filled_again_needs_an_action_that_explains_it():
    stands, gone, other = {END: 1}, {END: 0}, {END: 2}
    both, shorter = [0, 1], [1]
    for image, stamps, fields, expected in (
        (stands, {END: 1}, [END], both),
        (stands, {}, [END], shorter),
        (gone, {END: 1}, [END], shorter),
        (other, {END: 1}, [END], shorter),
        (stands, {END: 1}, [FAR], shorter),
        (stands, {END: 1}, [END, END], both),
    ):
        longer = _chain([MOVE, REPLY], fields=bytes(fields))
        found = _likeliest(longer, _chain([ON]), image=image, before=stands, stamps=stamps)
        assert found == expected, (image, stamps, fields)
    assert _likeliest(_chain([MOVE, REPLY], fields=bytes([END])), _chain([ON]), stamps={END: 1}) == shorter


def test_two_pieces_that_may_each_lie_where_the_other_does_remain_both():
    ordered, crossed = _chain([MOVE, ONWARD]), _chain([THERE, HERE], is_ordered=False)
    assert _likeliest(ordered, crossed) == [0, 1]
    for others in ([ONWARD, MOVE], [MOVE, REPLY], [ADDED, HERE]):
        assert _likeliest(ordered, _chain(others, is_ordered=False)) == [0], others


def test_another_piece_in_the_air_could_have_been_put_if_it_was_lifted_before_and_may_go_there():
    ways, away = ((START, END),), {START: -1}
    for actions, unexplained, stamps, found_ways, expected in (
        ([HERE], away, {START: 1, END: 2}, ways, [[MOVE]]),
        ([ON, HERE], away, {START: 1, END: 2}, ways, [[ON, MOVE]]),
        ([HERE], away, {START: 2, END: 2}, ways, []),
        ([HERE], away, {START: 1, END: 2}, (), []),
        ([HERE], {START: 1}, {START: 1, END: 2}, ways, []),
        ([ANSWER], away, {START: 1, END: 2}, ways, []),
    ):
        seen = Seen([], stamps=stamps)
        seen.position = Place(steps={MOVE: None, HERE: None, ANSWER: None}, ways=found_ways)
        if len(actions) > 1:
            seen.position = Place(steps={actions[0]: seen.position})
        assert likely.rivals(seen, said(actions, unexplained)) == expected, (actions, unexplained, stamps)


def _mixed_up(known, changes=(), stamps=(), has_weights=False, kept=False, before=False, haste=False):
    checks = {"_is_turn_kept": kept, "_is_put_before_lift": before, "_is_in_haste": haste}
    replaced = Instead(likely)
    for name, value in checks.items():
        replaced.also(likely, **{name: lambda *_, value=value: value})
    with replaced:
        return likely.may_be_mixed_up(Seen([], changes=changes, stamps=stamps, has_weights=has_weights), known)


def test_pieces_are_mixed_up_if_one_was_put_before_its_lift_or_another_is_in_the_air():
    for known, changes, stamps, more, expected in (
        (_chain([MOVE, ON]), {}, {}, {"before": True}, True),
        (_chain([MOVE, ON]), {}, {}, {}, False),
        (_chain([MOVE]), {}, {}, {"before": True}, False),
        (_chain([ON], unexplained=AWAY), {OTHER: 1}, {}, {}, False),
        (_chain([ON], unexplained=AWAY), {OTHER: 1}, {}, {"haste": True}, True),
        (_chain([ON], unexplained=AWAY, is_possible=False), {OTHER: 1}, {}, {}, True),
        (_chain([ON], unexplained=AWAY, is_ordered=False), {OTHER: 1, FAR: -1}, {FAR: 1, OTHER: 2}, {}, True),
        (_chain([ON], unexplained=AWAY, is_ordered=False), {OTHER: 1, FAR: -1}, {FAR: 2, OTHER: 2}, {}, False),
        (_chain([ON], unexplained=AWAY, is_ordered=False), AWAY, {FAR: 2}, {}, True),
    ):
        assert bool(_mixed_up(known, changes, stamps, **more)) == expected, (known.unexplained, stamps, more)


def test_turns_are_kept_if_no_piece_came_before_those_of_the_player_before():
    for actions, stamps, num_own, expected in (
        ([ADDED, SUPPLIED], {FAR: 2, OTHER: 3}, 1, True),
        ([ADDED, SUPPLIED], {FAR: 2, OTHER: 2}, 1, True),
        ([ADDED, SUPPLIED], {FAR: 2, OTHER: 1}, 1, False),
        ([ADDED, SUPPLIED], {FAR: 2, OTHER: 1}, 2, True),  # one player has two hands
        ([ADDED, SUPPLIED], {}, 1, True),
        ([ANSWER, SUPPLIED], {OTHER: 2}, 1, True),
        ([ADDED, SUPPLIED, MOVE], {FAR: 5, OTHER: 2, END: 3}, 2, False),
        ([ADDED, SUPPLIED, MOVE], {FAR: 2, OTHER: 5, END: 3}, 2, False),
        ([ADDED, SUPPLIED, MOVE], {FAR: 2, OTHER: 5, END: 6}, 2, True),
    ):
        position = Place(1)
        for number in range(len(actions) - 1, -1, -1):
            position = Place(int(number >= num_own), steps={actions[number]: position})
        seen = Seen([], stamps=stamps)
        seen.position = position
        assert likely._is_turn_kept(seen, said(actions)) == expected, (actions, stamps)


def test_a_field_was_filled_before_its_piece_was_lifted_unless_another_one_came_there():
    moved = {START: -1, END: 1}
    for actions, changes, stamps, expected in (
        ([MOVE], moved, {START: 3, END: 2}, True),
        ([MOVE], moved, {START: 3, END: 1}, True),
        ([MOVE], moved, {START: 3, END: 3}, False),
        ([MOVE], moved, {START: 3, END: 4}, False),
        ([MOVE], moved, {START: 3}, False),
        ([MOVE], {END: 1}, {START: 3, END: 2}, True),
        ([MOVE], {START: 1, END: 1}, {START: 3, END: 2}, False),
        ([ELSEWHERE, BACK], {}, {START: 3, OTHER: 2}, False),
        ([ADDED, MOVE], moved, {START: 3, END: 2, FAR: 1}, True),
        ([ADDED], {FAR: 1}, {FAR: 1}, False),
    ):
        assert likely._is_put_before_lift(Place(), actions, changes, _bytes(stamps)) == expected, (actions, stamps)
