"""Each kind of piece, drawn once: the page's script sets them on fields by their codes, see static/pieces.js."""

import json
from collections.abc import Sequence
from functools import lru_cache

from treppe import games
from treppe_sim.material import start_stacks, start_supply

from treppe_host.html import Html, html, joined, trusted
from treppe_host.web import texts
from treppe_host.web.drawing import solids
from treppe_host.web.drawing.pieces import draw_piece, height_of, thickness
from treppe_host.web.drawing.projections import PLAN, Projection
from treppe_host.web.texts.en import Texts

_PLAIN = ("B", "U", "W", *(f"D{disc}" for disc in range(7)), *(kind + seat for kind in "OSTCP" for seat in "0123"))
_OF_TOWERS = "BDOU"


def kinds_of(state: games.State | None) -> tuple[str, ...]:
    """Return the codes of the pieces that a game may show: those without a number, and its own ones of all sides."""
    return _kinds(state.NAME, json.dumps(state.options)) if state else _PLAIN


@lru_cache
def _kinds(name: str, options: str) -> tuple[str, ...]:
    state = games.start(name, json.loads(options))
    codes = {code for stack in start_stacks(state) for code in stack} | set(start_supply(state))
    turned = {code[:3] + side for code in codes for side in "ai" if code[3:]}
    return (*_PLAIN, *sorted((codes | turned) - set(_PLAIN)))


@lru_cache
def draw_sprites(words: Texts, kinds: tuple[str, ...], projection: Projection) -> Html:
    """Return pieces for `use` elements, with their names and heights, and what else the script draws stacks by."""
    drawn = joined(
        html(
            '<g id="piece-{}" data-name="{}" data-high="{}" data-top="{}">{}</g>',
            code,
            texts.piece_name(words, code),
            thickness(code, projection),
            height_of([code], projection),
            trusted(draw_piece(code, 0, 0, projection)),
        )
        for code in kinds
        if projection.is_flat or code[0] in _OF_TOWERS
    )
    return html(
        '<svg class="unseen" aria-hidden="true"><defs id="pieces" data-empty="{}" data-brick="{}" data-bricks="{}"'
        ' data-front="{}">{}</defs></svg>',
        words.EMPTY,
        words.BRICK,
        words.BRICKS,
        "" if projection.is_flat else solids.front_of(projection),
        drawn,
    )


def stacks_by_field(names: Sequence[str], stacks: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the codes of the pieces on each field of a game, the bottom first, for the script."""
    return {str(field): " ".join(stack) for field, stack in enumerate(stacks) if names[field]}


def use_piece(code: str, projection: Projection = PLAN) -> Html:
    """Return one piece as a picture of its own, for a page that has its drawing."""
    half = 44 if projection.is_flat or projection.is_from_edge else 62
    top = -40 - height_of([code], projection)
    return html(
        '<svg viewBox="{} {} {} {}" aria-hidden="true"><use href="#piece-{}" class="level1"/></svg>',
        -half,
        top,
        2 * half,
        48 - top,
        code,
    )
