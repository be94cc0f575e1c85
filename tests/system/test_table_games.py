"""Simulated hands play whole games through sensing and table: clean ones, and people's on both kinds of surface."""

from random import Random

import pytest
from table_games import play
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import CLEAN, RATES

# Traits under which every record must be right, by game.
SLIPS = ("order", "two_hands", "slide", "hover", "off_centre", "abrupt")


@pytest.mark.parametrize("name", ["step", "aufstellen"])
def test_clean_hands_are_recorded_action_by_action(name: str) -> None:
    played = play(name, 1, CLEAN)
    assert not played.failures and not played.undone and played.actions > 10 and not played.asked
    assert max(played.commit_ms) <= {"step": 500, "aufstellen": 250}[name]


@pytest.mark.parametrize("name", ["step", "weltreich"])
def test_slips_are_no_actions(name: str) -> None:
    played = play(name, 3, CLEAN | {trait: RATES[trait] for trait in SLIPS})
    assert not played.failures and not played.undone and played.actions > 50


def test_a_record_that_is_not_what_was_meant_is_told() -> None:
    from table_games import Game

    game = Game("aufstellen", 1, CLEAN)
    game.set_up()
    step = game.players.choose_turn(game.state, [])[0]
    game.notations.append("+b2")
    game.meant = b"something else"
    game.hands.perform(game.hands.planner.plan([step.movements], [0], game.board.world))
    game.board.run_ms(1000)
    with pytest.raises(Exception, match=r"meant \['\+b2'\], recorded \['\+"):
        game.compare()


def test_frames_that_come_late_raise_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    random, step = Random(1), BenchBoard.pass_frames

    def late(board: BenchBoard, until_ms: float) -> None:
        board.now_ms += 10 * random.randint(1, 30) if random.random() < 0.2 else 0
        step(board, until_ms)

    monkeypatch.setattr(BenchBoard, "pass_frames", late)
    played = play("step", 1, CLEAN)
    assert played.actions > 50 and not (played.failures or played.asked or played.late or played.led)
