"""The codes of boards, `firmware/treppe/codes.toml`: their fields, and their words in all languages."""

from collections.abc import Mapping
from functools import cache
from typing import Any


@cache
def codes() -> Mapping[str, Mapping[str, Any]]:
    """Return the codes by name, as the file has them."""
    import tomllib  # not before somebody needs words: the command line often needs none
    from importlib.resources import files

    return tomllib.loads(files("treppe").joinpath("codes.toml").read_text("utf-8"))


def words_of_codes(language: str, kind: str = "says") -> dict[str, str]:
    """Return the words of codes in a language, else in English; of `kind` "short" those that displays have."""
    return {name: each[kind].get(language, each[kind]["en"]) for name, each in codes().items() if kind in each}
