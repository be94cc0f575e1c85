"""The contents of one board's page for its browsers, by the ids of their elements."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

from treppe.games import catalogue

from treppe_host.html import Html, html, joined
from treppe_host.link.diagnostics import render_part
from treppe_host.programs.seats import level_of
from treppe_host.web import layout, texts
from treppe_host.web.board import hand, moves, new_game_form, panel, programs, seat_to_move, settings_form, summary
from treppe_host.web.board.sitting import Sitting, asks, choices, seat_in
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.connection import BoardConnection, Hands
from treppe_host.web.connections.digital_table import TableState
from treppe_host.web.connections.puzzler import MISSED
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.board import draw_board, draw_way
from treppe_host.web.drawing.stacks import show_stacks
from treppe_host.web.rules.reading import read_rules, written
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason


class Variant(NamedTuple):
    """The variant of the page in a browser; browsers with the same variant get the same updates."""

    language: str
    may_touch: bool
    view: str
    named: str = ""
    """See sitting.py."""


class BoardView:
    """The present contents of a board's page."""

    def __init__(self, connection: BoardConnection, among: BoardPrograms):
        self.connection = connection
        self._programs = among
        self.seat = seat_to_move.SeatToMove(connection, among)

    def everything(self, variant: Variant, taken: frozenset[int] = frozenset()) -> dict[str, Any]:
        """Return the contents of all parts, the pieces by fields, roles, title, and facts for the style sheet.

        `taken` are the seats of guests who are here.
        """
        game = self.connection.game
        sitting = Sitting(seat_in(game, variant.named), taken)
        puzzler = self._programs.puzzler
        has_missed = puzzler.puzzle is not None and puzzler.standing()[0] == MISSED
        is_theirs = sitting.is_to_move(game) and not (has_missed or self._programs.coach.is_done)
        turn = sitting.turn(game)
        words = texts.of_game(texts.load(variant.language), self.connection.game.name)
        update: dict[str, Any] = {
            "html": self._sides(words, variant.may_touch, sitting),
            "fields": {},
            "roles": self.seat.roles if is_theirs or not variant.may_touch else self.seat.unoffered,
            "title": layout.titled(f"{words.ALONE} · {self.title}" if turn == "yes" else self.title),
            "body": self._facts(variant.may_touch) | {"yours": turn},
            "way": moves.last_way(game),
        }
        if variant.may_touch:
            update["body"]["who"] = asks(game, sitting.seat)
        held = [] if self._is_played else self.connection.hand[-1:]
        if self.connection.surface:
            projection = projections.projection_of(self.connection.surface, variant.view)
            update["html"] |= self._board(words, self.connection.surface, projection, is_theirs)
            update["html"]["hand-piece"] = joined(hand.drawing(code, projection) for code in held)
            names = self.connection.game.names if self.connection.game.state else self.connection.surface.NAMES
            update["fields"] = show_stacks(words, self.connection.surface, names, self.connection.stacks, projection)
            update["body"]["view"] = projection.name
        if simulated := self.connection.simulated:
            why = hand.refusal(words, self.connection.game, simulated.table.refused)
            update["holder"] = simulated.table.holder
            update["refusal"] = [simulated.table.refused_act, why]
        return update

    def _board(
        self, words: Texts, surface: ModuleType, projection: projections.Projection, is_theirs: bool
    ) -> dict[str, str]:
        game = self.connection.game
        names = game.names if game.state else surface.NAMES
        title = catalogue.title(game.name) if game.state else words.PAGE["board"]
        return {
            "board-place": draw_board(surface, names, game.markings, title, projection),
            "ways": joined(draw_way(surface, way) for way in game.ways())
            + programs.arrow(surface, game, self._programs, projection, is_theirs),
        }

    def _sides(self, words: Texts, may_touch: bool, sitting: Sitting) -> dict[str, str]:
        connection, game, display = self.connection, self.connection.game, self.seat.display
        simulated = connection.simulated
        is_play = panel.phase_of(game, display) == "play"
        due = game.due_pieces() if is_play and not self.seat.is_others else frozenset()
        missing = simulated.missing_pieces() if simulated and not game.is_over else set()
        persons = sitting.persons(hand.persons_at(game, self._programs.coach.learner))
        may_act = may_touch and sitting.is_to_move(game)
        shown = {
            "title": self.title,
            "turn": self._turn_card(words, is_play, may_touch),
            "choices": self._choices(words) if may_act and not self._programs.prompting.wish else "",
            "clocks": panel.clock_faces(words, game, display, self._together_s()),
            "advice": programs.advice(words, game, self._programs.adviser)
            if may_act and self._is_advised(is_play)
            else "",
            "display": panel.little_display(self._seen_display),
            "display-language": settings_form.display_language(words, connection) if may_touch else "",
            "hand-text": ""
            if self._is_only_watched(is_play) or not may_act
            else self._hand_text(words, bool(due), bool(missing)),
            "moves": moves.list_of(words, game),
            "held": hand.held_things(words, game, persons, bool(simulated and not simulated.hand)) if may_touch else "",
            "settings": settings_form.settings(words, connection, sitting.seat) if may_touch else "",
            "who-seats": choices(words, game, connection.key) if may_touch else "",
            "status": summary.status(words, connection),
            "notice": self._notice(words),
            "announcement": moves.announcement(words, game),
            "rules-text": read_rules(game.name, words, written(game.state.options) if game.state else ""),
        }
        if simulated:
            is_ideal = simulated.hands == Hands.IDEAL
            box = hand.seen_in_box(game, simulated.supply, persons, due) if is_ideal else simulated.supply
            back = {code: simulated.supply[code] for code in missing}
            shown["supply"] = hand.supply(words, box | back, simulated.hand, due | missing)
            shown["give-place"] = "" if self._is_played else hand.acts(words, simulated)
            shown["power"] = words.PAGE["power"] if simulated.is_powered else words.POWER_ON
            shown["fault"] = settings_form.fault_choices(words, simulated)
            shown["broken"] = settings_form.broken_faults(words, simulated)
            shown["cable"] = words.PAGE["cable"] if simulated.is_plugged else words.CABLE_ON
        return shown

    def _hand_text(self, words: Texts, is_due: bool, is_missing: bool) -> str:
        connection = self.connection
        if connection.simulated and connection.simulated.table.state >= TableState.LATE:
            return hand.at_table(words, connection.simulated, is_due)
        return hand.text(words, connection, is_due, is_missing, self.seat.is_others)

    def _together_s(self) -> list[int]:
        """The players' times in a game with another board, which has clocks of its own."""
        rival = self._programs.rival
        return rival.left_s() if rival and rival.is_ours else []

    def _is_advised(self, is_play: bool) -> bool:
        """Whether people here may ask for advice: not while the other board is to move."""
        rival = self._programs.rival
        return is_play and not self._programs.coach.is_teaching and not (rival and rival.is_to_move)

    def _choices(self, words: Texts) -> str:
        connection = self.connection
        asked = self._programs.rival.question(words.LANGUAGE) if self._programs.rival else Html()
        if asked:
            return asked
        if self._programs.coach.is_teaching:
            shown = panel.lesson_choices(words, connection.game, self._programs.coach)
            return shown + panel.choices(words, connection.game, self.seat.display) if connection.only else shown
        if connection.game.is_paused and connection.is_connected:
            return html('<button class="primary" data-emit="resume" id="resume">{}</button>', words.GO_ON_PAUSED)
        if connection.game.is_over:
            return panel.after_the_end(words, connection.key)
        if self.seat.is_others:
            return panel.doubt(words, connection.game, connection.display)
        if connection.simulated and connection.hands == Hands.IDEAL:
            return self._choices_at_table(words, connection.simulated)
        return panel.choices(words, connection.game, connection.display)

    def _choices_at_table(self, words: Texts, connection: SimulatedConnection) -> str:
        """Return what ideal hands may choose, by buttons."""
        table, game = connection.table, connection.game
        if table.offers:
            return panel.offers(words, game, table.offers)
        chosen = panel.choices(words, game, self.seat.display)
        return chosen + hand.scatter(words) if table.may_scatter and not self._programs.rival else chosen

    @property
    def _seen_display(self) -> dict[str, Any]:
        """The lines on the board's display; none without power."""
        is_dark = self.connection.simulated and not self.connection.simulated.is_powered
        return {} if is_dark else self.seat.display

    @property
    def title(self) -> str:
        """The title of the game, empty without one."""
        game = self.connection.game
        return str(catalogue.title(game.name)) if game.state else ""

    @property
    def _is_played(self) -> bool:
        """True while the simulated hand moves a program's pieces."""
        simulated = self.connection.simulated
        return simulated is not None and simulated.simulated_hand.is_playing

    def _is_only_watched(self, is_play: bool) -> bool:
        """True while a program thinks, or the simulated hand moves its pieces: people have nothing to do."""
        return self._is_played or (is_play and self.seat.is_waited_for)

    def _turn_card(self, words: Texts, is_play: bool, may_touch: bool) -> str:
        connection, game, coach = self.connection, self.connection.game, self._programs.coach
        if game.state is None and not may_touch:
            return panel.idle(words)
        if coach.is_teaching and not coach.is_to_move and (is_play or coach.is_done):
            return panel.lesson_card(words, game, coach)
        player, puzzler = self._programs.prompting, self._programs.puzzler
        shown = programs.turn(words, game, player, connection.is_simulated) if is_play else ""
        is_solved = game.state is not None and game.state.is_terminal()  # not where people have ended it
        puzzle = programs.puzzle(words, game, puzzler) if (is_play and not game.is_over) or is_solved else ""
        is_held = connection.hands == Hands.IDEAL and bool(connection.hand)
        return shown or puzzle or panel.turn(words, game, self.seat.display, self.seat.roles, connection.hints, is_held)

    def _facts(self, may_touch: bool) -> dict[str, str]:
        """Return the facts that the style sheet uses, as attributes of the body."""
        connection, game = self.connection, self.connection.game
        simulated = connection.simulated
        return {
            "whose": panel.whose(game, self.seat.display),
            "last": " ".join(str(field) for field in game.last_fields),
            "hand": "" if not connection.hand else "played" if self._is_played else "full",
            "learned": game.name if self._programs.coach.is_done else "",
            "over": "yes" if game.is_over else "",
            "redo": "yes" if connection.display.get("redo") else "",
            "playing": "yes" if game.state and not (game.is_over or game.is_paused) else "",
            "played": new_game_form.write_choice(game) if may_touch else "",
            "careless": "yes" if simulated and simulated.simulated_hand.is_careless else "",
            "hands": "real" if simulated and not simulated.table.is_wanted else "",
            "ask": "game" if connection.is_connected and game.state is None and may_touch else "",
            "board": "simulated" if connection.is_simulated else "real",
            "surface": connection.surface.NAME if connection.surface else "",
            "watch": "" if may_touch else "yes",
        }

    def _notice(self, words: Texts) -> str:
        connection = self.connection
        if simulated := connection.simulated:
            if simulated.is_dead:
                return f"{words.STOPPED} {_joined(words, connection.notice)}"
            if not simulated.is_powered:
                return words.POWER_OFF
            if not simulated.is_plugged:
                return words.CABLE_OFF
        elif not connection.is_connected and not connection.notice:
            return str(words.DISPLACED if connection.is_displaced else words.UNPLUGGED)
        if failure := self._programs.player.failure:
            return f"{words.COMPANY['failed']} ({reason(failure, words.LANGUAGE)})"
        if self._programs.player.has_declined and connection.game.state:
            player = next((place for place, seat in enumerate(connection.game.seats) if level_of(seat)), 0)
            return str(words.COMPANY["declines"]).format(texts.player_name(words, connection.game.seats, player))
        if self._programs.rival and (shown := self._programs.rival.notice(words.LANGUAGE)):
            return shown
        if connection.feed.has_gap and not connection.notice:
            return words.GAP
        return _joined(words, connection.notice)


def _joined(words: Texts, notice: Iterable[dict[str, Any]]) -> str:
    return "; ".join(render_part(each, words.LANGUAGE) for each in notice)
