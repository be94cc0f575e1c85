"""What a player holds behind his hand: pieces, cards and tiles, to be given or put."""

from collections.abc import Sequence
from typing import Any

from treppe.games.host import facts
from treppe.games.host.printed import Printed

from treppe_host.html import Html, html
from treppe_host.programs.seats import is_program_at
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.drawing.sprites import use_piece


def show(seen: Seen) -> Content:
    """Show the hand of whoever sits here; with a shared screen it lies covered."""
    return {"html": {"held": _held_things(seen) if seen.may_touch else ""}}


def persons_here(seen: Seen) -> list[int]:
    """Return the seats of persons at this page; a learner is the only one in a lesson."""
    game, learner = seen.game, seen.programs.coach.learner
    seats = range(game.state.players) if game.state else ()
    persons = [learner] if learner >= 0 else [seat for seat in seats if not is_program_at(game.seats, seat)]
    return seen.sitting.persons(persons)


def whose_hand(game: FollowedGame, persons: Sequence[int]) -> int:
    """Return the player whose hand may be on the page: the only person, else who is to move; -1 if there is none."""
    state = game.state
    if state is None or game.is_over:
        return -1
    if len(persons) == 1:
        return persons[0]
    player: int = state.current_player()
    return player if player in persons else -1


def held_codes(game: FollowedGame, persons: Sequence[int]) -> list[str]:
    """Return the things in the hand that may be on the page, by their codes."""
    player = whose_hand(game, persons)
    return facts.of(game.name).held(game.state, player) if player >= 0 else []


def _held_things(seen: Seen) -> Html:
    """Return the hand that may be on the page, with a button for giving what is clicked; empty without one.

    Its pieces may be taken, and dragged onto the board, while the hand at the board is empty.
    """
    words, game, persons, simulated = seen.words, seen.game, persons_here(seen), seen.simulated
    state, held = game.state, held_codes(game, persons)
    if not held or not state:
        return Html()
    player, about = whose_hand(game, persons), facts.of(game.name)
    is_theirs = player == state.current_player()
    may_give = is_theirs and any(map(about.gives, game.silent_words()))
    may_take = is_theirs and simulated is not None and not simulated.hand
    printed = {thing.code: thing for thing in about.printed(state.players)}
    is_shared = len(persons) > 1
    title = words.HELD["of" if is_shared else "yours"].format(texts.player_name(words, game.seats, player))
    things = [_thing(seen, code, printed.get(code), may_give, may_take) for code in held]
    gives = texts.game_words(words, game.name).gives if may_give else ()
    return assets.part("board_parts", "held", player, not is_shared, title, things, gives, words.HELD)


def _thing(seen: Seen, code: str, printed: Printed | None, may_give: bool, may_take: bool) -> dict[str, Any]:
    """Return one thing: a button where it may be given or taken, else a picture with its name."""
    words, name = seen.words, seen.game.name
    if not printed:
        title, picture = texts.piece_name(words, code), use_piece(code, seen.projection)
        shown = {"title": title, "label": title, "picture": picture, "kind": "piece"}
        return shown | {"code": code, "is_given": may_give, "is_taken": may_take}
    title, text = texts.printed(words, name, code)
    return {
        "title": title,
        "label": f"{title}: {text}" if text else title,
        "picture": html('<img src="~/rules/{}/held-{}.svg" alt="">', name, printed.file_code),
        "kind": printed.group,
        "code": code,
        "is_given": may_give and printed.group not in facts.of(name).KEPT,
        "is_taken": False,
    }
