"""The hand and the supply beside the board: the pieces in hands, advice what to do with them,
and what a player holds behind his hand."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from treppe import games
from treppe.alphabet import roles
from treppe.games import refusal as rules_refusal
from treppe.games.host import facts
from treppe.games.host.printed import Printed
from treppe.tracking.known_pieces import colour_of

from treppe_host.html import Html, html, joined, trusted
from treppe_host.link.protocol import REMOVED, SUPPLIED, TARGETS
from treppe_host.programs.seats import is_program_at
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.connections.connection import BoardConnection, Hands
from treppe_host.web.connections.missing_pieces import missing_on
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.drawing.pieces import draw_piece, height_of
from treppe_host.web.drawing.projections import PLAN, Projection
from treppe_host.web.texts.en import Texts

_CAPTURE = chr(roles.CAPTURE)


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


def drawing(code: str, projection: Projection = PLAN) -> Html:
    """Return one piece as a picture of its own."""
    half = 44 if projection.is_flat else 62
    top = -40 - height_of([code], projection)
    drawn = trusted(draw_piece(code, projection=projection))
    return html(
        '<svg viewBox="{left} {top} {across} {down}" aria-hidden="true">{drawn}</svg>',
        left=-half,
        top=top,
        across=2 * half,
        down=48 - top,
        drawn=drawn,
    )


def seen_in_box(
    game: FollowedGame, pieces: dict[str, int], persons: Sequence[int], due: Collection[str]
) -> dict[str, int]:
    """Return the pieces in the box that ideal hands see: those that may come, and those of whoever is to move.

    A hand on the page that holds pieces is all that its player needs.
    """
    if not game.state or not set(pieces).isdisjoint(held_codes(game, persons)):
        return {}
    own = (-1, game.state.current_player())
    return {code: count for code, count in pieces.items() if code in due or colour_of(code) in own}


def supply(words: Texts, pieces: Mapping[str, int], hand: Sequence[str], due: Collection[str]) -> Html:
    """Return the supply: a button for each kind of piece of which one is left.

    It marks the pieces that may be brought now, because reeds cannot tell kinds of pieces apart.
    """
    left = [(code, count) for code, count in pieces.items() if count]
    return joined(
        html(
            '<button id="take-{code}" data-take="{code}" {disabled} {due}aria-label="{name}">{drawing}'
            "<span>{count}</span></button>",
            code=code,
            disabled="disabled" if hand else "",
            due="class=due " if code in due and not hand else "",
            name=words.TAKE.format(piece=texts.piece_name(words, code), count=count),
            drawing=drawing(code),
            count=count,
        )
        for code, count in sorted(left, key=lambda item: (item[0][1:], item[0]))
    )


def acts(words: Texts, connection: SimulatedConnection) -> Html:
    """Return the buttons of the hand: turn a stone over, lay a piece aside; ideal hands put it back, or take it off."""
    hand, table = connection.hand, connection.table
    if not hand:
        return Html()
    if connection.hands == Hands.IDEAL:
        return _give(words.AT_TABLE["off" if table.is_leaving else "back"])
    turn = html('<button id="turn-over" data-turn>{}</button>', words.TURN_OVER) if hand[-1][3:] else Html()
    return turn + _give(words.GIVE_BACK)


def scatter(words: Texts) -> Html:
    """Return the button that puts pieces by chance."""
    return html('<button data-emit="scatter" id="scatter">{}</button>', words.AT_TABLE["scatter"])


def _give(text: str) -> Html:
    return html('<button id="give" data-give>{}</button>', text)


def whose_hand(game: FollowedGame, persons: Sequence[int]) -> int:
    """Return the player whose hand may be on the page: the only person, else who is to move; -1 if there is none."""
    state = game.state
    if state is None or game.is_over:
        return -1
    if len(persons) == 1:
        return persons[0]
    player: int = state.current_player()
    return player if player in persons else -1


def persons_at(game: FollowedGame, learner: int = -1) -> list[int]:
    """Return the seats of persons; a `learner` is the only one in a lesson."""
    seats = range(game.state.players) if game.state else ()
    return [learner] if learner >= 0 else [seat for seat in seats if not is_program_at(game.seats, seat)]


def held_codes(game: FollowedGame, persons: Sequence[int]) -> list[str]:
    """Return the things in the hand that may be on the page, by their codes."""
    player = whose_hand(game, persons)
    return facts.of(game.name).held(game.state, player) if player >= 0 else []


def held_things(words: Texts, game: FollowedGame, persons: Sequence[int], may_take: bool) -> Html:
    """Return the hand that may be on the page, with a button for giving what is clicked; empty without one.

    `may_take`: its pieces may be taken, and dragged onto the board.
    """
    state, held = game.state, held_codes(game, persons)
    if not held or not state:
        return Html()
    player, about = whose_hand(game, persons), facts.of(game.name)
    is_theirs = player == state.current_player()
    may_give = is_theirs and any(map(about.gives, game.silent_words()))
    printed = {thing.code: thing for thing in about.printed(state.players)}
    things = joined(
        _thing(words, game.name, code, printed.get(code), may_give, may_take and is_theirs) for code in held
    )
    is_shared = len(persons) > 1
    name = texts.player_name(words, game.seats, player)
    return html(
        '<details class="held" data-player="{player}" {open}><summary>{title}</summary>'
        '<div class="held-things">{things}</div>{give}</details>',
        player=player,
        open="" if is_shared else "open",
        title=(words.HELD["of"] if is_shared else words.HELD["yours"]).format(name),
        things=things,
        give=_giving(words, game) if may_give else "",
    )


def _thing(words: Texts, name: str, code: str, printed: Printed | None, may_give: bool, may_take: bool) -> Html:
    """Return one thing: a button where it may be given or taken, else a picture with its name."""
    if printed:
        title, text = texts.printed(words, name, code)
        picture = html('<img src="~/rules/{}/held-{}.svg" alt="">', name, printed.file_code)
        is_given = may_give and printed.group not in facts.of(name).KEPT
    else:
        title, text = texts.piece_name(words, code), ""
        picture, is_given = drawing(code), may_give
    said = f"{title}: {text}" if text else title
    kind = f"held-{printed.group if printed else 'piece'}"
    is_taken = may_take and not printed
    if not (is_given or is_taken):
        return html('<figure class="{}" title="{}">{}<figcaption>{}</figcaption></figure>', kind, said, picture, title)
    return html(
        '<button type="button" class="{}"{}{} aria-label="{}" title="{}">{}</button>',
        kind,
        html(' data-held="{}" aria-pressed="false"', code) if is_given else "",
        html(' data-take="{}"', code) if is_taken else "",
        said,
        said,
        picture,
    )


def _giving(words: Texts, game: FollowedGame) -> Html:
    one, many = texts.game_words(words, game.name).gives
    return html(
        '<button type="button" class="primary" id="give-held" data-one="{}" data-many="{}" disabled>{}</button>',
        one,
        many,
        words.HELD["choose"],
    )
