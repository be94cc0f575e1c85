"""Two simulated boards play one game over a real Mosquitto: led by lights, taken back, cut off, switched off."""

import own_loop
import pytest
from mirrored import reported, sit_down
from mosquitto import broker
from topics import Topics
from waiting import until

pytestmark = [pytest.mark.long, pytest.mark.first]

__all__ = ("broker",)


def at_two_boards(test):
    """Make a test of a coroutine that is given the boards of one game, and their broker."""

    async def play(tmp_path, broker):
        host, guest = await sit_down(tmp_path, broker.url)
        try:
            await test(host, guest, broker)
        finally:
            for side in (host, guest):
                await side.stop()

    return lambda tmp_path, broker: own_loop.run(play(tmp_path, broker))


async def play(side, *words):
    for word in words:
        length = len(side.notations)
        await until(side.may_act)
        await side.act(word)
        await until(lambda length=length: len(side.notations) > length)
        assert side.notations[-1] == word


async def even(host, guest, *words):
    try:
        await until(lambda: host.notations == guest.notations == host.agreed == guest.agreed == list(words))
    except AssertionError:
        raise AssertionError(reported(host, guest)) from None


FIRST, SECOND = ("a1-b1", "+c1"), ("e5-d5", "+c5")


@at_two_boards
async def test_each_board_is_led_to_what_the_other_one_played(host, guest, broker):
    await play(host, *FIRST)
    await even(host, guest, *FIRST)
    await play(guest, *SECOND)
    await even(host, guest, *FIRST, *SECOND)
    await until(lambda: host.connection.stacks == guest.connection.stacks)
    assert set(host.connection.hints) == {"off"} and set(guest.connection.hints) == {"off"}
    assert [record.num_actions for record in guest.store.games()] == [4]
    host.connection.hint({"player": 0, "level": "legal"})
    await until(lambda: guest.mirror.other_hints == "legal")


@at_two_boards
async def test_take_backs_draws_and_the_end_go_across(host, guest, broker):
    await play(host, *FIRST)
    await even(host, guest, *FIRST)
    host.connection.ask("undo", turn=True)
    await until(lambda: guest.mirror.open_question == (True, "ask", FIRST))
    assert guest.notations == list(FIRST)
    guest.mirror.answer(False)
    await even(host, guest, *FIRST)
    host.connection.ask("undo", turn=True)
    await until(lambda: guest.mirror.open_question)
    guest.mirror.answer(True)
    await even(host, guest)
    await play(host, "a1-b2", "+b3")
    await even(host, guest, "a1-b2", "+b3")
    guest.mirror.offer()
    await until(lambda: host.mirror.open_question == (True, "offer", ()))
    host.mirror.answer(False)
    await until(lambda: not guest.mirror.open_question)
    host.connection.ask("draw")  # by the board's own menu it is an offer, too
    await until(lambda: guest.mirror.open_question == (True, "offer", ()))
    guest.mirror.answer(False)
    await until(lambda: not host.connection.game.is_over)
    await even(host, guest, "a1-b2", "+b3")
    guest.mirror.resign()
    await until(lambda: host.connection.game.is_over and guest.connection.game.is_over)
    assert host.connection.game.winners == guest.connection.game.winners == [0]


@at_two_boards
async def test_a_clock_runs_where_people_think(host, guest, broker):
    number = guest.pair.game.number
    clock = {"minutes": 2, "increment_s": 0}
    await host.connection.new_game("step", {"players": 2, "size": 5}, ["Ann", "Bob"], {"clock": clock})
    await until(lambda: guest.pair.game.number > number and guest.mirror.is_ours and host.mirror.is_ours)
    assert host.connection.game.limits == {} and guest.mirror.limits == clock
    await play(host, *FIRST)
    await until(lambda: guest.notations == list(FIRST))
    left_s = guest.mirror.left_s()
    assert left_s[0] < 120 and left_s[0] == host.mirror.left_s()[0]
    await until(lambda: guest.mirror.left_s()[1] < 115)
    await until(lambda: host.connection.game.is_over and guest.connection.game.is_over)
    assert host.connection.game.winners == guest.connection.game.winners == [0]
    assert guest.mirror.left_s()[0] == left_s[0], "the time of somebody who waits stands still"


@at_two_boards
async def test_what_is_played_for_the_other_side_is_taken_back(host, guest, broker):
    await play(host, *FIRST)
    await even(host, guest, *FIRST)
    await host.act("e5-d5")
    await until(lambda: len(host.notations) == 3)
    await even(host, guest, *FIRST)
    assert guest.notations == list(FIRST)


@at_two_boards
async def test_the_hand_takes_back_no_movement_before_the_board_has_recorded_it(host, guest, broker):
    await host.act("a1-b1")
    assert host.notations == [], "the board still waits whether the piece moves on"
    host.mirror.moment = None  # something comes from the other side meanwhile
    host.mirror.compare_boards()
    await until(lambda: host.notations == ["a1-b1"])
    await host.connection.pass_time(5)
    field = host.connection.game.names.index("b1")
    assert host.connection.stacks[field] == ("O0",) and host.connection.display["phase"] == "play"


@at_two_boards
async def test_a_board_that_was_left_behind_is_led_on(host, guest, broker):
    pair, look = guest.mirror.pair, guest.mirror.pair.watch
    pair.watch = lambda: None  # what the host plays is heard, and nothing begins
    guest.connection.changes.watchers.remove(look)
    await play(host, *FIRST)
    await until(lambda: guest.agreed == list(FIRST))
    pair.watch = look
    guest.connection.changes.watchers.append(look)
    guest.mirror.moment = None
    look()
    guest.mirror.drop_step()  # as if what had begun had ended by an error
    assert guest.notations == [] and guest.mirror.wish is None
    await even(host, guest, *FIRST)


@at_two_boards
async def test_it_goes_on_after_whatever_fails(host, guest, broker):
    broker.stop()
    await play(host, *FIRST)
    await guest.stop()  # for a day
    broker.start()  # it has forgotten all
    await guest.start()
    await even(host, guest, *FIRST)
    await host.stop()
    await play(guest, *SECOND)
    await guest.stop()
    await host.start()
    await guest.start()
    await even(host, guest, *FIRST, *SECOND)
    await host.cut_power()
    await play(host, "b1-c1", "+b1")
    await even(host, guest, *FIRST, *SECOND, "b1-c1", "+b1")


@at_two_boards
async def test_who_holds_the_broker_changes_nothing(host, guest, broker):
    spy = Topics(broker)
    await play(host, *FIRST)
    await even(host, guest, *FIRST)
    await play(guest, *SECOND)
    await even(host, guest, *FIRST, *SECOND)
    heard = list(spy.all)
    for _, payload in heard:
        for other, _ in heard:
            for said in (payload, payload[:-1], payload[::-1], b"", b"{}"):
                last = spy.say(other, said)
    await until(last.is_published)
    await even(host, guest, *FIRST, *SECOND)
    await play(host, "b1-c1", "+b1")
    await even(host, guest, *FIRST, *SECOND, "b1-c1", "+b1")
    for word in (*FIRST, "Ann", "step"):
        assert not any(word.encode() in topic.encode() + payload for topic, payload in spy.all)
    spy.close()
