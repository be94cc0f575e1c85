"""The box beside a simulated board: a button for each kind of piece."""

from collections.abc import Collection, Mapping, Sequence

from treppe.tracking.known_pieces import colour_of

from treppe_host.html import Html
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.parts.held import held_codes, persons_here
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.drawing.projections import PLAN, Projection
from treppe_host.web.drawing.sprites import use_piece
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show what hands may take, and what should stand on the board."""
    if not (simulated := seen.simulated):
        return {}
    box = simulated.supply
    if seen.is_ideal:
        box = seen_in_box(seen.game, box, persons_here(seen), seen.due)
    back = {code: simulated.supply[code] for code in seen.missing}
    shown = supply(seen.words, box | back, simulated.hand, seen.due | seen.missing, seen.projection)
    return {"html": {"supply": shown}}


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


def supply(
    words: Texts, pieces: Mapping[str, int], hand: Sequence[str], due: Collection[str], projection: Projection = PLAN
) -> Html:
    """Return the supply: a button for each kind of piece of which one is left.

    It marks the pieces that may be brought now, because reeds cannot tell kinds of pieces apart.
    """
    shown = [
        (code, texts.piece_name(words, code), count, use_piece(code, projection), code in due and not hand)
        for code, count in sorted(pieces.items(), key=lambda item: (item[0][1:], item[0]))
        if count
    ]
    return assets.part("board_parts", "box", shown, words.TAKE, bool(hand))
