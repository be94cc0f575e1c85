from fakes_table import finish
from treppe.job import step


def _sum(numbers, done):
    for number in numbers:
        yield
        done.append(number)
    return sum(numbers)


def _nested(depth):
    deeper = (yield _nested(depth - 1)) if depth else 0
    return deeper + 1


def test_a_thought_is_done_piece_by_piece():
    done = []
    coroutine = [_sum([3, 4], done)]
    assert step(coroutine) and done == []
    assert step(coroutine) and done == [3]
    assert not step(coroutine) and done == [3, 4]
    assert finish(_sum([3, 4], done)) == 7


def test_thoughts_within_thoughts_take_no_room_of_the_stack():
    assert finish(_nested(5000)) == 5001


def test_a_thought_that_waits_for_another_pauses_with_it():
    def waiting():
        done.append(2 * (yield _sum([5], done)))

    done = []
    coroutine = [waiting()]
    assert step(coroutine) and not step(coroutine) and done == [5, 10]
