"""What a player holds behind his hand: discs, cards and tiles as pictures, some of them to be given by clicking.

Where several people share a screen, a hand lies covered until he whose turn it is uncovers it. A program's is never
shown.
"""

from collections.abc import Sequence

from treppe.games.host import facts
from treppe.games.host.printed import Printed

from treppe_host.company.seats import is_program_at
from treppe_host.html import Html, html, joined
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.board.hand import drawing
from treppe_host.web.texts.en import Texts


def whose_hand(game: FollowedGame, persons: Sequence[int]) -> int:
    """Return the player whose hand may be on the page: the only person, else who is to move; -1 if there is none."""
    state = game.state
    if state is None or game.is_over:
        return -1
    if len(persons) == 1:
        return persons[0]
    player: int = state.current_player()
    return player if player in persons else -1


def hand(words: Texts, game: FollowedGame, learner: int = -1) -> Html:
    """Return the hand that may be on the page, with a button for giving what is clicked; empty without one.

    `learner` is the only person in a lesson.
    """
    state = game.state
    seats = range(state.players) if state else ()
    persons = [learner] if learner >= 0 else [seat for seat in seats if not is_program_at(game.seats, seat)]
    player = whose_hand(game, persons)
    about = facts.of(game.name) if state else None
    held = about.held(state, player) if about and player >= 0 else []
    if not held or not state or not about:
        return Html()
    may_give = player == state.current_player() and any(map(about.gives, game.silent_words()))
    printed = {thing.code: thing for thing in about.printed(state.players)}
    things = joined(_thing(words, game.name, code, printed.get(code), may_give) for code in held)
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


def _thing(words: Texts, name: str, code: str, printed: Printed | None, may_give: bool) -> Html:
    """Return one thing: a button where it may be given, else a picture with its name."""
    if printed:
        title, text = texts.printed(words, name, code)
        picture = html('<img src="~/rules/{}/held-{}.svg" alt="">', name, printed.file_code)
        is_given = may_give and printed.group not in facts.of(name).KEPT
    else:
        title, text = texts.piece_name(words, code), ""
        picture, is_given = drawing(code), may_give
    said = f"{title}: {text}" if text else title
    kind = f"held-{printed.group if printed else 'piece'}"
    if not is_given:
        return html('<figure class="{}" title="{}">{}<figcaption>{}</figcaption></figure>', kind, said, picture, title)
    return html(
        '<button type="button" class="{}" data-held="{}" aria-pressed="false" aria-label="{}" title="{}">{}</button>',
        kind,
        code,
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
