"""Boards that somebody has disturbed, games taken back, power cuts: hands that follow the lights put it right."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from disturbed_boards import codes_of, disturb, fewest_movements
from treppe import games
from treppe.games.host import facts
from treppe.table import opening
from treppe.table.show.wording import place, spelt_place
from treppe_sim.hands import script
from treppe_sim.hands.guided import LED, Guided, Lost
from treppe_sim.in_process import InProcessBoard
from treppe_sim.journal_in_memory import Flash, RecordingJournal

MOST_ACTIONS = 120
WRONG_MS = 4000
SET_UP_MS = 6000
LEAD_MS = 5500  # what looks like the beginning of a move is not believed any more after so long


@dataclass
class Restored:
    """What came of it: movements of the hands, the fewest that were possible, and what went wrong."""

    boards: int = 0
    movements: int = 0
    fewest: int = 0
    light_ma: float = 0.0  # of the brightest frame
    failures: list[str] = field(default_factory=list)

    def add(self, other: Restored) -> None:
        self.boards += other.boards
        self.movements += other.movements
        self.fewest += other.fewest
        self.light_ma = max(self.light_ma, other.light_ma)
        self.failures += other.failures


class Desk:
    """A board with a game on it, and hands that follow the lights; whatever it needs lies in the box beside it."""

    def __init__(self, name: str, seed: int, num_actions: int) -> None:
        self.random = Random(f"{name} {seed}")
        self.label = f"{name} seed {seed}"
        variants = facts.of(name).VARIANTS
        self.state = games.start(name, **variants[seed % len(variants)])
        self.last_action: int | None = None  # that would end the game
        self.seed = seed
        self.flash = Flash()
        journal = RecordingJournal(self.flash)
        played = opening.begin(journal, games.start(name, **self.state.options), [])
        while len(self.state.history()) < num_actions and not self.state.is_terminal():
            action = self.random.choice(self.state.legal_actions())
            self.state.apply_action(action)
            if self.state.is_terminal():
                self.state.undo_action()
                self.last_action = action
                break
            played.play(action)
        self.world: Any = None

    def switch_on(self, stacks: list[list[str]] | None = None) -> None:
        """Switch the board on, over what stands there or over these stacks."""
        self.board = InProcessBoard(self.state.surface, seed=self.seed, world=self.world, flash=self.flash)
        self.world = self.board.world
        self.board.put_meter_in()
        if stacks is not None:
            self.world.arrange(stacks, dict.fromkeys(codes_of(self.state), 60))
        self.hands = Guided(self.board, lambda: self.board.display, self.disc_of, self.name_of)

    def name_of(self, field: int) -> str:
        """Return what the display calls a field."""
        session = self.board.session
        return spelt_place(session.texts, place(session, field))

    def measured(self, result: Restored) -> Restored:
        """Return what came of it, with what the lamps have drawn."""
        result.light_ma = self.board.most_light_ma
        return result

    def disc_of(self, place: int) -> str:
        return f"D{self.state.colours[place]}"

    def wanted(self) -> list[list[str]]:
        """Return what should stand on each field."""
        return [list(self.state.pieces(place)) for place in range(len(self.state.image()))]

    def stacks(self) -> list[list[str]]:
        return [[str(piece) for piece in stack] for stack in self.world.stacks]

    def wrong_fields(self) -> str:
        """Say where something else stands than should."""
        names = self.board.surface.NAMES
        wanted, stacks = self.wanted(), self.stacks()
        return " ".join(
            f"{names[place]}:{'/'.join(stacks[place])}!={'/'.join(wanted[place])}"
            for place in range(len(wanted))
            if stacks[place] != wanted[place]
        )


def restore(name: str, seed: int) -> Restored:
    """Disturb one position, before the board is switched on or while it is on, and let hands put it right."""
    desk = Desk(name, seed, Random(seed).randrange(MOST_ACTIONS))
    result = Restored(boards=1)
    stacks = desk.wanted()
    is_on = bool(seed & 1)
    try:
        if is_on:
            desk.switch_on(stacks)
            desk.board.run_until(lambda: desk.board.display["phase"] == "play", SET_UP_MS)
        for _ in range(20):
            disturbed, supply = disturb(desk.state, stacks, desk.random)
            if not is_on:
                desk.switch_on(disturbed)
            else:
                desk.world.arrange(disturbed, {code: 60 + supply[code] for code in codes_of(desk.state)})
            desk.board.run_until(lambda: desk.board.display["phase"] in LED, WRONG_MS)
            if desk.board.display["phase"] in LED:
                break
            if desk.board.events[-1]["k"] in ("action", "undo"):
                return Restored()  # what was done was a move
            desk.world.arrange(stacks, {})  # or the beginning of one
            desk.board.run_ms(WRONG_MS)
        result.fewest = fewest_movements(stacks, disturbed)
        num_events = len(desk.board.events)
        result.movements = desk.hands.follow()
        if is_on:
            desk.board.run_ms(LEAD_MS)
            result.movements += desk.hands.follow()
            if [event["k"] for event in desk.board.events[num_events:]][:1] == ["action"]:
                return Restored()
        if desk.wrong_fields():
            result.failures.append(f"{desk.label}: {desk.wrong_fields()}; {desk.board.display['lines']}")
        if len(desk.board.events) != num_events or desk.board.session.course.state.position != desk.state.position:
            result.failures.append(f"{desk.label}: recorded {desk.board.events[num_events:]}")
    except Lost as lost:
        result.failures.append(f"{desk.label}: {lost}; {desk.wrong_fields()}")
    return desk.measured(result)


# Games taken back.


def take_back(name: str, seed: int, most_actions: int = MOST_ACTIONS) -> Restored:
    """Take a whole game back from its end to its start, by actions and turns, the hands following every time."""
    desk = Desk(name, seed, most_actions)
    result = Restored(boards=1)
    try:
        desk.switch_on(desk.wanted())
        if not desk.board.run_until(lambda: desk.board.display["phase"] == "play", SET_UP_MS):
            raise Lost(f"no start: {desk.board.display['lines']}")
        _end(desk)
        while desk.state.history():
            _take_some_back(desk)
            before = desk.stacks()
            result.movements += desk.hands.follow()
            desk.hands.turn_over()
            result.fewest += fewest_movements(desk.wanted(), before)
            if desk.wrong_fields():
                raise Lost(f"wrong after a take-back: {desk.wrong_fields()}")
        _check_position(desk)
    except Lost as lost:
        moves = len(desk.state.history())
        result.failures.append(f"{desk.label} at {moves}: {lost}; {desk.wrong_fields()}; {desk.board.display['lines']}")
    return desk.measured(result)


def _end(desk: Desk) -> None:
    """Let the game come to its end, by an action or, where that is far, as players end it; take such an end back."""
    session = desk.board.session
    if desk.last_action is not None:
        word = desk.state.word(desk.last_action)
        desk.hands.play(desk.state, desk.last_action)
        desk.state.apply_action(desk.last_action)
        desk.board.run_until(lambda: session.course.ending or desk.hands.asked(), SET_UP_MS)
        if not session.course.ending:
            desk.hands.choose(lambda choice: choice == [word], ends=word == ".")
        if desk.hands.asked():
            desk.hands.press("OK")
        desk.hands.tidy(desk.state)
    else:
        goes_on = desk.state.may_leave(desk.state.current_player())  # without a player who resigns
        desk.board.table.command("draw" if goes_on else desk.random.choice(("resign", "draw")), {})
    if not desk.board.run_until(lambda: desk.board.display["phase"] == "over", SET_UP_MS):
        raise Lost("the game is not over")
    if desk.last_action is None:
        desk.hands.press("UNDO")
        desk.board.run_until(lambda: desk.board.display["phase"] == "play", SET_UP_MS)
        _check_position(desk)


def _take_some_back(desk: Desk) -> None:
    """Press UNDO: once, several times, or long for a whole turn."""
    board = desk.board
    for _ in range(desk.random.choice((1, 1, 1, 2, 5))):
        if desk.random.random() < 0.1:
            board.world.press("UNDO")
            board.run_ms(1000)
            board.world.release("UNDO")
            board.run_ms(100)
        else:
            desk.hands.press("UNDO")
        last = board.events[-1]
        for _ in range(last["count"] if last["k"] == "undo" else 0):
            desk.state.undo_action()
        _check_position(desk)
        if not desk.state.history():
            return


def _check_position(desk: Desk) -> None:
    if desk.board.session.course.state.position != desk.state.position:
        raise Lost("the board is at another position")


# Power cuts.


def cut_power(name: str, seed: int) -> Restored:
    """Cut the power somewhere in an action, disturb the board meanwhile, and go on exactly where the game was.

    One time in three it goes while actions are being taken back.
    """
    desk = Desk(name, seed, Random(seed).randrange(MOST_ACTIONS))
    result = Restored(boards=1)
    try:
        desk.switch_on(desk.wanted())
        if not desk.board.run_until(lambda: desk.board.display["phase"] == "play", SET_UP_MS):
            raise Lost(f"no start: {desk.board.display['lines']}")
        if seed % 3 == 0 and desk.state.history():
            _cut_while_taking_back(desk)
            _play_on(desk)
            return desk.measured(result)
        _play_until_the_cut(desk)
        # What the journal says is what counts: the action may have been in it, or not.
        recorded = desk.board.session.course.state
        if recorded.is_terminal():
            return Restored()
        desk.state = recorded.clone()
        disturbed, _ = disturb(desk.state, desk.wanted(), desk.random)
        desk.switch_on(disturbed)
        result.fewest = fewest_movements(desk.wanted(), disturbed)
        result.movements = desk.hands.follow()
        _check_position(desk)
        if desk.wrong_fields():
            raise Lost("not restored")
        _play_on(desk)
    except Lost as lost:
        result.failures.append(f"{desk.label}: {lost}; {desk.wrong_fields()}; {desk.board.display['lines']}")
    return desk.measured(result)


def _cut_while_taking_back(desk: Desk) -> None:
    """Press UNDO, follow for a while, and again after the power has come back.

    What looks right and may not be is lifted once more then, so that these movements are not counted.
    """
    _take_some_back(desk)
    desk.hands.follow(desk.random.randrange(6))
    desk.switch_on()
    desk.hands.follow()
    desk.hands.turn_over()
    _check_position(desk)
    if desk.wrong_fields():
        raise Lost("not restored")


def _play_until_the_cut(desk: Desk) -> None:
    """Begin to play actions; the power goes before one of their movements, or while a record is due."""
    actions = [action for action in desk.state.legal_actions() if desk.state.placement(action)]
    for movement in script(desk.state, desk.random.choice(actions)) if actions else []:
        desk.board.run_ms(desk.random.randrange(600))
        if desk.random.random() < 0.3:
            return
        desk.hands.do(movement)
    desk.board.run_ms(desk.random.randrange(1200))


def _play_on(desk: Desk) -> None:
    """Play one more action on the board that has come back."""
    desk.board.run_ms(LEAD_MS)
    count = len(desk.board.events)
    plain = [action for action in desk.state.legal_actions() if len(desk.state.placement(action)) == 2]
    if plain:
        word = desk.state.word(desk.random.choice(plain))
        desk.hands.play(desk.state, desk.state.action(word))
        desk.board.run_ms(2500)
        desk.hands.choose(lambda choice: choice == [word])
        played = [event["word"] for event in desk.board.events[count:] if event["k"] == "action"]
        if played != [word]:
            raise Lost(f"played {word}, recorded {played}")
        desk.state.apply_action(desk.state.action(word))
