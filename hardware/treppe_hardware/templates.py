"""Pages in Markdown from the templates of `pages`."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def _pages() -> Environment:
    """Return the environment; the pages are Markdown for people, so nothing is escaped."""
    loader = PackageLoader("treppe_hardware", "pages")
    return Environment(
        loader=loader,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def render_page(template: str, /, **values: Any) -> str:
    """Return a page: a template of this name with these values in it."""
    return _pages().get_template(template).render(values)
