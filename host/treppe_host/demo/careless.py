"""`treppe demo --hands careless`: simulated people err and correct themselves; the record has what they meant."""

from collections.abc import Sequence

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.alphabet.roles import REMOVE, UNSURE
from treppe.fold import GameLog
from treppe.sensing.kinds import kind_of
from treppe_sim.hands import CLEAN, RATES, Hands, Movement, People
from treppe_sim.hands.plan import Plan

from treppe_host.demo.clean import THINKING_MS, Demo, DemoFailed

# Habits beside the movements of an action. Haste is left to the benchmarks: hasty people do not wait for the lights.
_HABITS = "order two_hands slide hover hesitate wrong_field push_off bump knock_over adoube off_centre abrupt rest"
_CARELESS = CLEAN | {habit: RATES[habit] for habit in _HABITS.split()}
_SAID = {"hover": "over", "put": "by mistake on", "lift": "adjusts", "nudge": "bumps"}
_COMMIT_MS = 4000
_TIDY_MS = 10_000
_LOOK_MS = 500  # from a question to its answer


class PeopleDemo(Demo):
    """One game of people on one simulated board."""

    _people: People

    def _sit_down(self, seed: int) -> Hands:
        self._played = GameLog()
        self._meant = self._state.position
        self._asked_since_ms = 0
        self._touched: set[int] = set()  # fields that the last hand touched
        self._people = People(self._board, self._display, seed=seed, rates=_CARELESS)
        return self._people

    def _perform(self, word: str, movements: list[Movement]) -> str:
        if any(movement.act == "lift" and movement.field in self._touched for movement in movements):
            self._board.run_ms(THINKING_MS)
        plan = self._people.planner.plan([movements], [0], self._board.world, self._touched)
        self._touched = {movement.field for movement in movements}
        self._people.perform(plan)
        return describe(plan, movements, self._names)

    # The board's answer.

    def _await(self, action: int, *, is_moved: bool) -> None:
        """Let time pass until the record has the meant action; answer questions, and help the sensors."""
        after = self._state.clone()
        after.apply_action(action)
        self._meant, word = after.position, self._state.word(action)
        self._check_record(is_moved=is_moved, ends_turn=word == ".")
        if not self._is_right():
            self._help()
            self._check_record(is_moved=is_moved, ends_turn=word == ".")
        if not self._is_right():
            shown = " / ".join(self._shown("display", "lines"))
            raise DemoFailed(f"{word} was meant; the board has recorded {self._recorded[-4:]} and says: {shown}")
        self._words[:] = self._recorded

    def _check_record(self, *, is_moved: bool, ends_turn: bool) -> None:
        self._asked_since_ms = self._board.now_ms
        if is_moved:
            self._board.run_until(self._is_right_or_asked, _COMMIT_MS)
        if not self._is_right() and (self._people.asked() or not is_moved):
            self._board.run_ms(_LOOK_MS)
            self._people.choose(self._is_meant, ends_turn=ends_turn)
            self._board.run_until(self._is_right, _COMMIT_MS)

    def _is_right_or_asked(self) -> bool:
        """Return whether the record is right, or the display has shown a question for a moment."""
        if self._is_right():
            return True
        if not self._people.asked():
            self._asked_since_ms = self._board.now_ms
        return self._board.now_ms - self._asked_since_ms > _LOOK_MS

    def _is_right(self) -> bool:
        for event in self._events:
            self._played.follow(event)
        self._events.clear()
        return self._leads_to_meant(self._recorded)

    @property
    def _recorded(self) -> list[str]:
        return self._played.notations

    def _is_meant(self, choice: list[str]) -> bool:
        """Return whether the display's proposal leads to the meant position."""
        num_replaced = len(self._display().get("instead", []))
        return self._leads_to_meant(self._recorded[: len(self._recorded) - num_replaced] + choice)

    def _leads_to_meant(self, notations: list[str]) -> bool:
        """Return whether these actions lead to the meant position, by any way."""
        count = len(self._words)
        if notations[:count] == self._words:
            state, later = self._state.clone(), notations[count:]
        else:
            state, later = games.start(self._state.NAME, self._state.options), notations
        try:
            for word in later:
                state.apply_action(state.action(word))
        except ValueError:  # still the previous question
            return False
        return bool(state.position == self._meant)

    # Pieces that the sensors have missed.

    def _help(self) -> None:
        """Push pieces to the centre, or lift them and put them back, where the lamps ask for a piece that is there."""
        image = bytes.fromhex(self._client.latest["image"]["fields"])
        stacks = self._board.world.stacks
        if not kind_of(self._board.surface).HAS_WEIGHTS:
            self._people.push([field for field, stack in enumerate(stacks) if stack and not image[field]])
        else:
            roles = self._shown("lamps", "roles")
            doubted = [field for field, role in enumerate(roles) if ord(role) in (UNSURE, REMOVE)]
            self._people.show_again([field for field in doubted if stacks[field]])

    def _tidy(self) -> None:
        super()._tidy()
        for _ in range(2):
            if self._board.run_until(lambda: self._shown("display", "phase") in ("play", "over"), _TIDY_MS):
                return
            self._help()


def describe(plan: Plan, movements: Sequence[Movement], names: Sequence[str]) -> str:
    """Describe the movements besides those of the action: `over c4 d4, bumps g3`."""
    meant = {movement.field for movement in movements} | {BEYOND}
    laid_down = {movement.hand for _, movement in plan.timed if movement.act == "give"}
    firsts: dict[int, Movement] = {}
    for _, movement in plan.timed:
        if movement.field not in meant:
            firsts.setdefault(movement.field, movement)
    shown: dict[str, list[str]] = {}
    for field, movement in firsts.items():
        is_fallen = movement.act == "lift" and movement.hand in laid_down
        shown.setdefault("knocks over" if is_fallen else _SAID[movement.act], []).append(names[field])
    return ", ".join(f"{what} {' '.join(fields)}" for what, fields in shown.items())
