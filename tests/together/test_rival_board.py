"""Two simulated boards play one game over a real Mosquitto: led by lights, taken back, cut off, switched off."""

import asyncio
import random

import own_loop
import pytest
from mirrored import reported, sit_down
from mosquitto import broker
from topics import Topics
from waiting import until

pytestmark = [pytest.mark.long, pytest.mark.first]

__all__ = ("broker",)


def run(scene, tmp_path, broker):
    async def go():
        host, guest = await sit_down(tmp_path, broker.url)
        try:
            await scene(host, guest)
        finally:
            for side in (host, guest):
                await side.stop()

    own_loop.run(go())


async def play(side, *words):
    for word in words:
        length = len(side.words)
        await until(side.may_act)
        await side.act(random.Random(1), word)
        await until(lambda length=length: len(side.words) > length)
        assert side.words[-1] == word


async def even(host, guest, *words):
    try:
        await until(lambda: host.words == guest.words == host.agreed == guest.agreed == list(words))
    except AssertionError:
        raise AssertionError(reported(host, guest)) from None


FIRST, SECOND = ("a1-b1", "+c1"), ("e5-d5", "+c5")


def test_each_board_is_led_to_what_the_other_one_played(tmp_path, broker):
    async def scene(host, guest):
        await play(host, *FIRST)
        await even(host, guest, *FIRST)
        await play(guest, *SECOND)
        await even(host, guest, *FIRST, *SECOND)
        await until(lambda: host.connection.stacks == guest.connection.stacks)
        assert set(host.connection.hints) == {"off"} and set(guest.connection.hints) == {"off"}
        assert [record.num_actions for record in guest.store.games()] == [4]
        host.connection.hint({"player": 0, "level": "legal"})
        await until(lambda: guest.mirror.other_hints == "legal")

    run(scene, tmp_path, broker)


def test_take_backs_draws_and_the_end_go_across(tmp_path, broker):
    async def scene(host, guest):
        await play(host, *FIRST)
        await even(host, guest, *FIRST)
        host.connection.ask("undo", turn=True)
        await until(lambda: guest.mirror.open_question == (True, "ask", FIRST))
        assert guest.words == list(FIRST)
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

    run(scene, tmp_path, broker)


def test_a_clock_runs_where_people_think(tmp_path, broker):
    async def scene(host, guest):
        number = guest.pair.game.number
        clock = {"minutes": 2, "increment_s": 0}
        await host.connection.new_game("step", {"players": 2, "size": 5}, ["Ann", "Bob"], {"clock": clock})
        await until(lambda: guest.pair.game.number > number and guest.mirror.is_ours and host.mirror.is_ours)
        assert host.connection.game.limits == {} and guest.mirror.limits == clock
        await play(host, *FIRST)
        await until(lambda: guest.words == list(FIRST))
        left_s = guest.mirror.left_s()
        assert left_s[0] < 120 and left_s[0] == host.mirror.left_s()[0]
        await until(lambda: guest.mirror.left_s()[1] < 115)
        await until(lambda: host.connection.game.is_over and guest.connection.game.is_over)
        assert host.connection.game.winners == guest.connection.game.winners == [0]
        assert guest.mirror.left_s()[0] == left_s[0], "the time of somebody who waits stands still"

    run(scene, tmp_path, broker)


def test_what_is_played_for_the_other_side_is_taken_back(tmp_path, broker):
    async def scene(host, guest):
        await play(host, *FIRST)
        await even(host, guest, *FIRST)
        await host.act(random.Random(1), "e5-d5")
        await until(lambda: len(host.words) == 3)
        await even(host, guest, *FIRST)
        assert guest.words == list(FIRST)

    run(scene, tmp_path, broker)


def test_the_hand_takes_back_no_movement_before_the_board_has_recorded_it(tmp_path, broker):
    async def scene(host, guest):
        await host.act(random.Random(1), "a1-b1")
        assert host.words == [], "the board still waits whether the piece moves on"
        host.mirror._moment = None  # something comes from the other side meanwhile
        host.mirror._compare_boards()
        await until(lambda: host.words == ["a1-b1"])
        await asyncio.sleep(0.5)
        field = host.connection.game.names.index("b1")
        assert host.connection.stacks[field] == ("O0",) and host.connection.display["phase"] == "play"

    run(scene, tmp_path, broker)


def test_a_board_that_was_left_behind_is_led_on(tmp_path, broker):
    async def scene(host, guest):
        pair, look = guest.mirror.pair, guest.mirror.pair.watch
        pair.watch = lambda: None  # what the host plays is heard, and nothing begins
        guest.connection.changes.watchers.remove(look)
        await play(host, *FIRST)
        await until(lambda: guest.agreed == list(FIRST))
        pair.watch = look
        guest.connection.changes.watchers.append(look)
        guest.mirror._moment = None
        look()
        guest.mirror._drop()  # as if what had begun had ended by an error
        assert guest.words == [] and guest.mirror.wish is None
        await even(host, guest, *FIRST)

    run(scene, tmp_path, broker)


def test_it_goes_on_after_whatever_fails(tmp_path, broker):
    async def scene(host, guest):
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

    run(scene, tmp_path, broker)


def test_who_holds_the_broker_changes_nothing(tmp_path, broker):
    async def scene(host, guest):
        spy = Topics(broker)
        await play(host, *FIRST)
        await even(host, guest, *FIRST)
        await play(guest, *SECOND)
        await even(host, guest, *FIRST, *SECOND)
        heard = list(spy.all)
        for _, payload in heard:
            for other, _ in heard:
                for said in (payload, payload[:-1], payload[::-1], b"", b"{}"):
                    spy.say(other, said)
        await asyncio.sleep(1)
        await even(host, guest, *FIRST, *SECOND)
        await play(host, "b1-c1", "+b1")
        await even(host, guest, *FIRST, *SECOND, "b1-c1", "+b1")
        for word in (*FIRST, "Ann", "step"):
            assert not any(word.encode() in topic.encode() + payload for topic, payload in spy.all)
        spy.close()

    run(scene, tmp_path, broker)
