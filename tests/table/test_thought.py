from treppe.table.thought import Thought, finish


def _sum(numbers):
    total = 0
    for number in numbers:
        yield
        total += number
    return total


def _nested(depth):
    deeper = (yield _nested(depth - 1)) if depth else 0
    return deeper + 1


def test_a_thought_is_done_piece_by_piece():
    thought = Thought(_sum([3, 4]))
    pieces = 1
    while thought.go_on():
        pieces += 1
    assert (pieces, thought.result) == (3, 7)


def test_thoughts_within_thoughts_take_no_room_of_the_stack():
    assert finish(_nested(5000)) == 5001


def test_a_thought_that_waits_for_another_pauses_with_it():
    def waiting():
        return 2 * (yield _sum([5]))

    thought = Thought(waiting())
    assert thought.go_on() and not thought.go_on() and thought.result == 10
