"""The one way to make HTML: a template escapes its values, unless they are Html already."""

from collections.abc import Iterable

from markupsafe import Markup as Html
from markupsafe import escape

__all__ = ("Html", "escape", "html", "joined", "options", "trusted")


def html(template: str, *values: object, **named: object) -> Html:
    """Return a template of the program with values in its braces, like `str.format`."""
    return Html(template).format(*values, **named)


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
    """Return the parts in a row."""
    return escape(between).join(parts)
