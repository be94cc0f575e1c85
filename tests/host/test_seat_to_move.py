"""While a program is to move, people at the page neither play for it nor see what it may do: all nine games."""

import random
from types import SimpleNamespace

import pytest
from treppe import games
from treppe.games import catalogue
from treppe_host.programs.turn import Step
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web.board.seat_to_move import SeatToMove
from treppe_sim.material import start_stacks, supply_beside

TARGETS = "lgbxy0123"


class Seated:
    """A board with a game in which programs and people take turns, and its page's view of the seat that is to move."""

    def __init__(self, name, seats, seed=1, num_actions=40, is_simulated=True, **options):
        self.game = FollowedGame()
        state = games.start(name, **options)
        names = (seats * 4)[: state.players]
        self.game.follow({"k": "start", "game": name, "options": state.options, "seats": names, "e": 1})
        chance = random.Random(seed)
        for _ in range(num_actions):
            actions = self.state.legal_actions()
            if not actions:
                break
            word = self.state.word(chance.choice(sorted(actions)))
            self.game.follow({"k": "action", "player": self.state.current_player(), "word": word})
        self.is_simulated, self.hand = is_simulated, []
        self.simulated = self.hands = None  # people have real hands there
        self.roles = "".join(chance.choice(TARGETS + "orp!?.") for _ in self.state.image())
        self.lay_out()
        words = [self.state.word(action) for action in self.state.legal_actions()]
        question = {"code": "which"}
        self.display = {"phase": "play", "choice": words[:1], "question": question, "lines": ["A", *words[:3]]}
        self.prompting = SimpleNamespace(is_to_move=False, failure=None, wish=None)
        self.seat = SeatToMove(self, SimpleNamespace(prompting=self.prompting))

    @property
    def state(self):
        return self.game.state

    def lay_out(self):
        self.stacks = [tuple(stack) for stack in start_stacks(self.state)]
        self.supply = supply_beside(self.state)

    def clicks(self):
        """Return the fields whose click acts."""
        return [field for field in range(len(self.stacks)) if self.seat.may_touch(field)]

    def acts(self):
        """Return all else that people may do."""
        words = [self.state.word(action) for action in self.state.legal_actions()]
        return [
            *(code for code in self.supply if self.seat.may_take(code)),
            *(word for word in [*words, "OK", "END"] if self.seat.may_choose(word)),
            *(button for button in ("OK", "END") if self.seat.may_press(button)),
        ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", catalogue.names())
def test_no_click_plays_for_a_program_and_nothing_shows_what_it_may_do(name, seed):
    at = Seated(name, ["Treppe 3"], seed)
    if at.game.is_over:
        at = Seated(name, ["Treppe 3"], seed, 3)
    assert at.clicks() == list(range(len(at.stacks))) and at.seat.roles == at.roles and at.seat.display == at.display
    at.prompting.is_to_move = True
    assert at.clicks() == [] and at.acts() == []
    assert not set(at.seat.roles) & set(TARGETS)
    shown = at.seat.display
    assert not (shown["choice"] or shown["question"]) and shown["lines"] == ["A"]
    assert at.seat.may_press("UNDO") and at.seat.may_press("MENU"), "people may take back, and open the menu"


@pytest.mark.parametrize("name", catalogue.names())
def test_when_a_program_cannot_go_on_people_play_for_it(name):
    at = Seated(name, ["Treppe 3"])
    at.prompting.is_to_move, at.prompting.failure = True, Exception()
    assert at.clicks() == list(range(len(at.stacks)))
    assert at.seat.roles == at.roles and at.seat.display == at.display


@pytest.mark.parametrize("name", catalogue.names())
def test_what_a_program_wants_is_lit_and_nothing_else(name):
    at = Seated(name, ["Treppe 3"], num_actions=2)
    action = next(action for action in at.state.legal_actions() if at.state.hand_moves(action))
    at.prompting.is_to_move, at.prompting.wish = True, Step(b"", at.state.word(action), True)
    wanted = {*at.state.touched(action), *at.state.passage(action)}
    lit = {field for field, role in enumerate(at.seat.roles) if role in TARGETS}
    assert lit == {field for field in wanted if at.roles[field] in TARGETS}
    assert at.clicks() == []
    for field, change in at.state.hand_moves(action):
        if field != 255 and change < 0:
            at.stacks[field] = at.stacks[field][:-1]  # the hand is carrying it
    assert at.clicks() == []


@pytest.mark.parametrize("name", catalogue.names())
def test_people_put_right_what_is_wrong_on_the_board_in_a_programs_turn(name):
    """A piece that somebody has pushed to another field comes back by clicks, and goes nowhere else."""
    at = Seated(name, ["Treppe 3"])
    at.prompting.is_to_move = True
    start = next(field for field, stack in enumerate(at.stacks) if stack)
    end = next(field for field, stack in enumerate(at.stacks) if not stack)
    at.stacks[start], at.stacks[end] = at.stacks[start][:-1], at.stacks[start][-1:]
    assert at.clicks() == [end]
    at.hand, at.stacks[end] = list(at.stacks[end]), ()
    assert start in at.clicks() and end not in at.clicks()
    at.stacks[start], at.hand = (*at.stacks[start], at.hand[0]), []
    assert at.clicks() == []


def test_on_a_real_board_hands_carry_out_what_a_program_wants_and_answer_for_it():
    at = Seated("step", ["Treppe 3"], num_actions=2, is_simulated=False)
    at.prompting.is_to_move = True
    assert not at.seat.may_press("OK") and at.seat.is_waited_for
    at.prompting.wish = Step(b"", at.state.word(at.state.legal_actions()[0]), True)
    assert at.seat.may_press("OK") and not at.seat.is_waited_for


def test_a_question_about_the_board_is_everybodys():
    at = Seated("step", ["Treppe 3"])
    at.prompting.is_to_move = True
    at.display |= {"doubt": "c4", "question": {"code": "there"}, "choice": []}
    assert at.seat.may_press("OK") and at.seat.may_choose("END") and at.seat.display == at.display


def test_for_the_boards_own_program_people_move_what_it_lights():
    at = Seated("step", ["Board 1"])
    assert at.clicks() == [field for field, role in enumerate(at.roles) if role in TARGETS]
    assert not at.seat.may_choose(at.display["choice"][0])
