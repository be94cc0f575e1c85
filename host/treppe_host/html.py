"""The one way to make HTML: a template escapes its values, unless they are Html already.

An address of the program's own pages begins with `~/` in a template: a proxy may show them all below a path.
"""

import re
from collections.abc import Iterable

from markupsafe import Markup as Html
from markupsafe import escape

from treppe_host.direction import has_runs, isolated, unisolated

__all__ = ("Html", "escape", "finished", "html", "joined", "marked", "options", "placed", "root", "trusted")

_PLAIN_TEXT = {"option", "title", "textarea", "text", "tspan"}  # elements that hold no others
_TAG = re.compile(r"(<[^>]*>)")
_MARK = "\u2068"
_below = [""]


def put_below(path: str) -> None:
    """Let all pages of this program lie below a path, as `/treppe`; empty: they do not."""
    _below[0] = path


def root() -> str:
    """Return what the addresses of all pages begin with: `/`, or the path below which they lie."""
    return f"{_below[0]}/"


def placed(template: str) -> str:
    """Return a template with its own addresses, which begin with `~/`, where the pages lie."""
    return template.replace('="~/', f'="{root()}') if "~/" in template else template


def html(template: str, *values: object, **named: object) -> Html:
    """Return a template of the program with values in its braces, like `str.format`, each escaped unless it is Html.

    Words in values that are written from right to left are isolated from the text around them, but for attributes.

    >>> str(html("<p>{}</p>{}", "<b> & you", html("<hr>")))
    '<p>&lt;b&gt; &amp; you</p><hr>'
    """
    template = placed(template)
    if not any(map(_has_runs, (*values, *named.values()))):
        return Html(template).format(*values, **named)
    shown = [marked(value) for value in values]
    return finished(Html(template).format(*shown, **{name: marked(value) for name, value in named.items()}))


def finished(filled: str) -> Html:
    """Return a filled template, with elements around the words that are marked as written from right to left."""
    return Html(_isolated(filled)) if _MARK in filled else Html(filled)


def trusted(text: str) -> Html:
    """Return a text as Html, unescaped. No part of it may come from outside the program."""
    return Html(text)


def options(choices: Iterable[tuple[object, str]], chosen: object = None) -> Html:
    """Return `<option>` elements for values and their words; `chosen` is the selected value."""
    return joined(
        html('<option value="{}"{}>{}</option>', value, " selected" if value == chosen else "", words)
        for value, words in choices
    )


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Return the parts in a row, each escaped unless it is Html.

    >>> str(joined(["a<b", html("<br>")], ", "))
    'a&lt;b, <br>'
    """
    return escape(between).join(parts)


def _has_runs(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Html) and has_runs(value)


def marked(value: object) -> object:
    """Return a value for a template, with marks around its words that are written from right to left."""
    return isolated(value) if isinstance(value, str) and not isinstance(value, Html) else value


def _isolated(filled: str) -> str:
    """Return a filled template with marks as elements; as marks where no element may be, and without within tags."""
    parts = _TAG.split(filled)
    element = ""
    for place, part in enumerate(parts):
        if place % 2:
            element = part[1:].split(maxsplit=1)[0].rstrip(">/") if not part.startswith("</") else ""
            parts[place] = unisolated(part)
        elif element not in _PLAIN_TEXT:
            parts[place] = unisolated(part, "<bdi>", "</bdi>")
    return "".join(parts)
