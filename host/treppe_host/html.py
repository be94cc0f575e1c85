"""The one way to make HTML: what is put into a template is escaped, unless it was made by this way itself."""

from collections.abc import Iterable

from markupsafe import Markup as Html
from markupsafe import escape

__all__ = ("Html", "escape", "html", "joined", "trusted")


def html(template: str, *values: object, **named: object) -> Html:
    """Return a template, which is a text of the program itself, with values in its braces, as `str.format` does."""
    return Html(template).format(*values, **named)


def trusted(text: str) -> Html:
    """Return HTML that was made in another way, without anything in it that came from outside of the program."""
    return Html(text)


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Return parts one after the other."""
    return escape(between).join(parts)
