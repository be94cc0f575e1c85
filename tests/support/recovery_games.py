"""Disturbed boards, games taken back, power cuts: hands put the board right by following its lamps."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from disturbed_boards import codes_of, disturb, fewest_movements
from guided_hands import LED, Guided, Lost
from treppe import games, surfaces
from treppe.games.host import facts
from treppe.panel.wording import place, spelt_place
from treppe.play import opening
from treppe_sim.bench_board import BenchBoard, WorldFrames
from treppe_sim.hands import script
from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import World


class LedGame:
    """A board with a game on it, and hands that follow the lamps; a box beside it has any piece that they ask for."""

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
            played.record_action(action)
        self.world = World(surfaces.load(self.state.surface), seed)

    def switch_on(self, stacks: list[list[str]] | None = None) -> None:
        """Switch the board on, over what stands there or over these stacks."""
        self.board = BenchBoard(WorldFrames(self.world), flash=self.flash)
        self.board.put_meter_in()
        if stacks is not None:
            self.world.arrange(stacks, dict.fromkeys(codes_of(self.state), 60))
        self.hands = Guided(self.board, lambda: self.board.display, self.disc_of, self.name_of)

    def name_of(self, field: int) -> str:
        """Return what the display calls a field."""
        session = self.board.session
        return spelt_place(session.texts, place(session, field))

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


MOST_ACTIONS = 120
WRONG_MS = 4000
SET_UP_MS = 6000
LEAD_MS = 5500  # after so long the table takes no change for the beginning of a move any more


@dataclass
class Restored:
    """A result: movements of the hands, the fewest that were possible, and what went wrong."""

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


def _measured(game: LedGame, result: Restored) -> Restored:
    """Return the result with the current of the lamps."""
    result.light_ma = game.board.most_light_ma
    return result


def restore(name: str, seed: int) -> Restored:
    """Disturb one position, before the board is switched on or while it is on, and let hands put it right."""
    game = LedGame(name, seed, Random(seed).randrange(MOST_ACTIONS))
    result = Restored(boards=1)
    stacks = game.wanted()
    is_on = bool(seed & 1)
    try:
        if is_on:
            game.switch_on(stacks)
            game.board.run_until(lambda: game.board.display["phase"] == "play", SET_UP_MS)
        for _ in range(20):
            disturbed, supply = disturb(game.state, stacks, game.random)
            if not is_on:
                game.switch_on(disturbed)
            else:
                game.world.arrange(disturbed, {code: 60 + supply[code] for code in codes_of(game.state)})
            game.board.run_until(lambda: game.board.display["phase"] in LED, WRONG_MS)
            if game.board.display["phase"] in LED:
                break
            if game.board.events[-1]["k"] in ("action", "undo"):
                return Restored()  # the disturbance was a move
            game.world.arrange(stacks, {})  # or the beginning of one
            game.board.run_ms(WRONG_MS)
        result.fewest = fewest_movements(stacks, disturbed)
        num_events = len(game.board.events)
        result.movements = game.hands.follow()
        if is_on:
            game.board.run_ms(LEAD_MS)
            result.movements += game.hands.follow()
            if [event["k"] for event in game.board.events[num_events:]][:1] == ["action"]:
                return Restored()
        if game.wrong_fields():
            result.failures.append(f"{game.label}: {game.wrong_fields()}; {game.board.display['lines']}")
        if len(game.board.events) != num_events or game.board.session.game_record.state.position != game.state.position:
            result.failures.append(f"{game.label}: recorded {game.board.events[num_events:]}")
    except Lost as lost:
        result.failures.append(f"{game.label}: {lost}; {game.wrong_fields()}")
    return _measured(game, result)


# Games taken back.


def take_back(name: str, seed: int, most_actions: int = MOST_ACTIONS) -> Restored:
    """Take a whole game back from its end to its start, by actions and turns, the hands following every time."""
    game = LedGame(name, seed, most_actions)
    result = Restored(boards=1)
    try:
        game.switch_on(game.wanted())
        if not game.board.run_until(lambda: game.board.display["phase"] == "play", SET_UP_MS):
            raise Lost(f"no start: {game.board.display['lines']}")
        _end(game)
        while game.state.history():
            _take_some_back(game)
            before = game.stacks()
            result.movements += game.hands.follow()
            game.hands.turn_over()
            result.fewest += fewest_movements(game.wanted(), before)
            if game.wrong_fields():
                raise Lost(f"wrong after a take-back: {game.wrong_fields()}")
        _check_position(game)
    except Lost as lost:
        moves = len(game.state.history())
        result.failures.append(f"{game.label} at {moves}: {lost}; {game.wrong_fields()}; {game.board.display['lines']}")
    return _measured(game, result)


def _end(game: LedGame) -> None:
    """Let the game come to its end, by an action or, where that is far, as players end it; take such an end back."""
    session = game.board.session
    if game.last_action is not None:
        word = game.state.word(game.last_action)
        game.hands.play(game.state, game.last_action)
        game.state.apply_action(game.last_action)
        game.board.run_until(lambda: session.game_record.ending or game.hands.asked(), SET_UP_MS)
        if not session.game_record.ending:
            game.hands.choose(lambda choice: choice == [word], ends_turn=word == ".")
        if game.hands.asked():
            game.hands.press("OK")
        game.hands.tidy(game.state)
    else:
        goes_on = game.state.may_leave(game.state.current_player())  # without a player who resigns
        game.board.table.command("draw" if goes_on else game.random.choice(("resign", "draw")), {})
    if not game.board.run_until(lambda: game.board.display["phase"] == "over", SET_UP_MS):
        raise Lost("the game is not over")
    if game.last_action is None:
        game.hands.press("UNDO")
        game.board.run_until(lambda: game.board.display["phase"] == "play", SET_UP_MS)
        _check_position(game)


def _take_some_back(game: LedGame) -> None:
    """Press UNDO: once, several times, or long for a whole turn."""
    board = game.board
    for _ in range(game.random.choice((1, 1, 1, 2, 5))):
        if game.random.random() < 0.1:
            board.world.press("UNDO")
            board.run_ms(1000)
            board.world.release("UNDO")
            board.run_ms(100)
        else:
            game.hands.press("UNDO")
        last = board.events[-1]
        for _ in range(last["count"] if last["k"] == "undo" else 0):
            game.state.undo_action()
        _check_position(game)
        if not game.state.history():
            return


def _check_position(game: LedGame) -> None:
    if game.board.session.game_record.state.position != game.state.position:
        raise Lost("the board is at another position")


# Power cuts.


def cut_power(name: str, seed: int) -> Restored:
    """Cut the power somewhere in an action, disturb the board meanwhile, and go on exactly where the game was.

    One time in three it goes while actions are being taken back.
    """
    game = LedGame(name, seed, Random(seed).randrange(MOST_ACTIONS))
    result = Restored(boards=1)
    try:
        game.switch_on(game.wanted())
        if not game.board.run_until(lambda: game.board.display["phase"] == "play", SET_UP_MS):
            raise Lost(f"no start: {game.board.display['lines']}")
        if seed % 3 == 0 and game.state.history():
            _cut_while_taking_back(game)
            _play_on(game)
            return _measured(game, result)
        _play_until_the_cut(game)
        # The journal decides: it may have the action or not.
        recorded = game.board.session.game_record.state
        if recorded.is_terminal():
            return Restored()
        game.state = recorded.clone()
        disturbed, _ = disturb(game.state, game.wanted(), game.random)
        game.switch_on(disturbed)
        result.fewest = fewest_movements(game.wanted(), disturbed)
        result.movements = game.hands.follow()
        _check_position(game)
        if game.wrong_fields():
            raise Lost("not restored")
        _play_on(game)
    except Lost as lost:
        result.failures.append(f"{game.label}: {lost}; {game.wrong_fields()}; {game.board.display['lines']}")
    return _measured(game, result)


def _cut_while_taking_back(game: LedGame) -> None:
    """Press UNDO, follow for a while, and again after the power has come back.

    What looks right and may not be is lifted once more then, so that these movements are not counted.
    """
    _take_some_back(game)
    game.hands.follow(game.random.randrange(6))
    game.switch_on()
    game.hands.follow()
    game.hands.turn_over()
    _check_position(game)
    if game.wrong_fields():
        raise Lost("not restored")


def _play_until_the_cut(game: LedGame) -> None:
    """Begin to play actions; cut the power before one of their movements, or while the table waits to record."""
    actions = [action for action in game.state.legal_actions() if game.state.hand_moves(action)]
    for movement in script(game.state, game.random.choice(actions)) if actions else []:
        game.board.run_ms(game.random.randrange(600))
        if game.random.random() < 0.3:
            return
        game.hands.do(movement)
    game.board.run_ms(game.random.randrange(1200))


def _play_on(game: LedGame) -> None:
    """Play one more action on the board that has come back."""
    game.board.run_ms(LEAD_MS)
    count = len(game.board.events)
    plain = [action for action in game.state.legal_actions() if len(game.state.hand_moves(action)) == 2]
    if plain:
        word = game.state.word(game.random.choice(plain))
        game.hands.play(game.state, game.state.action(word))
        game.board.run_ms(2500)
        game.hands.choose(lambda choice: choice == [word])
        played = [event["word"] for event in game.board.events[count:] if event["k"] == "action"]
        if played != [word]:
            raise Lost(f"played {word}, recorded {played}")
        game.state.apply_action(game.state.action(word))
