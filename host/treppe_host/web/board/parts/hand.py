"""The hand at the board: what it holds, what it may do now, and why the last click was refused."""

from collections.abc import Mapping, Sequence
from typing import Any

from treppe import games
from treppe.alphabet import roles
from treppe.games import refusal as rules_refusal

from treppe_host.html import Html
from treppe_host.link.role_sets import REMOVED, SUPPLIED, TARGETS
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.connections.connection import BoardConnection, Hands
from treppe_host.web.connections.digital_table import TableState
from treppe_host.web.connections.missing_pieces import missing_on
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.texts.en import Texts

_CAPTURE = chr(roles.CAPTURE)


def show(seen: Seen) -> Content:
    """Show the hand's text and buttons; which act holds a piece, or was refused, is for the page that has done it."""
    words, simulated, is_due = seen.words, seen.simulated, bool(seen.due)
    shown = ""
    if seen.may_act and not seen.is_only_watched:
        is_at_table = simulated and simulated.table.state >= TableState.LATE
        shown = (
            at_table(words, simulated, is_due)
            if simulated and is_at_table
            else text(words, seen.connection, is_due, bool(seen.missing), seen.is_others)
        )
    if not simulated:
        return {"html": {"hand-text": shown}}
    table = simulated.table
    return {
        "html": {"hand-text": shown, "give-place": "" if seen.is_carried_out else acts(words, simulated)},
        "holder": table.holder,
        "refusal": [table.refused_act, refusal(words, seen.game, table.refused)],
    }


def text(
    words: Texts, connection: BoardConnection, is_due: bool, is_missing: bool = False, is_others: bool = False
) -> str:
    """Return the pieces in the hand in words, and the actions that it may do now.

    `is_due`: it may take a piece from the supply; `is_missing`: it has to. `is_others`: it is not people's turn.
    """
    hand, lit = connection.hand, connection.roles
    names = ", ".join(texts.piece_name(words, code) for code in hand)
    if not (simulated := connection.simulated):
        held = words.LIFTED.format(names) if hand else words.HANDS_AT_BOARD
        return " ".join([held, words.TAKE_CAPTURED] if hand and _CAPTURE in lit else [held])
    if hand and is_others:
        belongs = hand[-1] in missing_on(connection.game.state, connection.stacks) if connection.game.state else False
        return f"{words.IN_HAND.format(names)} {words.HAND_PUTS_BACK if belongs else words.HAND_LAYS_ASIDE}"
    if hand:
        return f"{words.IN_HAND.format(names)} {_advice(words, simulated, lit)}"
    if connection.game.is_over:
        return ""
    if REMOVED in lit:
        return words.HAND_REMOVES
    if is_missing:
        return words.HAND_BRINGS_BACK
    ways = [words.CARELESS_WAYS[way] for way in simulated.simulated_hand.careless_ways]
    return " ".join([*ways, words.HAND_DUE if is_due else words.HAND_EMPTY])


def at_table(words: Texts, connection: SimulatedConnection, is_due: bool) -> str:
    """Return what ideal hands hold and may do."""
    if connection.game.is_over or not connection.game.state:
        return ""
    if connection.table.offers:
        return words.AT_TABLE["offers"]
    if connection.hand:
        return words.AT_TABLE["held"].format(", ".join(texts.piece_name(words, code) for code in connection.hand))
    return str(words.AT_TABLE["due" if is_due else "empty"])


def refusal(words: Texts, game: FollowedGame, refused: Mapping[str, Any]) -> str:
    """Return why the last click was refused; nothing if it was not."""
    if not refused or game.is_over:
        return ""
    return str(words.AT_TABLE.get(refused.get("at_table", "")) or texts.refusal(words, game.name, dict(refused)))


def _advice(words: Texts, connection: SimulatedConnection, lit: str) -> str:
    """Return advice what to do with the piece in the hand."""
    state = connection.game.state
    refused = _why_not_lifted(state, connection.stacks) if state and REMOVED not in lit else {}
    if state and refused:
        return f"{texts.refusal(words, state.NAME, refused)} {words.HAND_PUTS_BACK}"
    if _CAPTURE in lit and state:
        return str(words.HAND_TAKES if state.CAPTURES else words.HAND_JUMPS)
    if REMOVED in lit and (TARGETS | SUPPLIED).isdisjoint(lit):
        return words.HAND_LAYS_ASIDE
    if state and connection.hand[-1] not in connection.game.due_pieces() and _is_complete(state, connection.stacks):
        return words.HAND_LAYS_ASIDE
    return words.HAND_PUTS


def _why_not_lifted(state: games.State, stacks: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return why the one piece that is missing on the board may not be lifted, as a code; empty if it may be."""
    missing = [field for field, stack in enumerate(stacks) if list(stack) == state.pieces(field)[:-1]]
    changed = [field for field, stack in enumerate(stacks) if list(stack) != state.pieces(field)]
    if len(changed) != 1 or changed[0] not in missing or state.is_terminal():
        return {}
    firsts, lasts = state.endpoints(state.legal_actions())
    return rules_refusal.of_lift(state, firsts, lasts, changed[0])


def _is_complete(state: games.State, stacks: Sequence[Sequence[str]]) -> bool:
    """Return whether the board has all pieces of a position."""
    return all(list(stack) == state.pieces(field) for field, stack in enumerate(stacks))


def acts(words: Texts, connection: SimulatedConnection) -> Html:
    """Return the buttons of the hand: turn a stone over, lay a piece aside; ideal hands put it back, or take it off."""
    hand, table = connection.hand, connection.table
    if not hand:
        return Html()
    is_ideal, say = connection.hands == Hands.IDEAL, words.AT_TABLE
    turn = words.TURN_OVER if hand[-1][3:] and not is_ideal else ""
    give = say["off" if table.is_leaving else "back"] if is_ideal else words.GIVE_BACK
    return assets.part("board_parts", "hand_acts", turn, give)
