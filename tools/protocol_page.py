"""Makes the protocol's page and what the firmware needs of its table: `make protocol`.

It writes docs/protocol.md between the marks `<!-- NAME -->` and `<!-- /NAME -->`, and the firmware's command_fields.py,
limits.py, a part of roles.py and the display's words of codes; docs/conformance/protocol.json is the same table for
other programs.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from treppe import games
from treppe.games import catalogue
from treppe.games.options import allowed_text, option_text
from treppe.link.line import encode
from treppe.texts import LANGUAGES
from treppe_host.link.protocol import Field, Shape, flash_limits, limits, roles, rules, table, types, whole_table
from treppe_host.words.codes import codes, words_of_codes

_MARKED = re.compile(r"(<!-- (\w+) -->).*?(<!-- /\2 -->)", re.DOTALL)
PAGE = Path("docs/protocol.md")
COMMAND_FIELDS = Path("firmware/treppe/link/command_fields.py")
AS_JSON = Path("docs/conformance/protocol.json")
LIMITS = Path("firmware/treppe/link/limits.py")
ROLES = Path("firmware/treppe/alphabet/roles.py")
TEXTS = Path("firmware/treppe/texts")
_MADE = re.compile(r"(# Made from [^\n]*\n).*?(# End of what is made\.)", re.DOTALL)
_HEADS = {
    "diagnostics": "What is refused or broken, for the display",
    "calibrate": "What calibrations want, what is wrong, how they ended, for the display",
}
TRANSCRIPTS = Path("docs/conformance/transcripts.json")

# Types of commands' fields by the letters that the firmware knows them by.
_LETTERS = {
    "flag": "f",
    "count": "c",
    "player": "c",
    "text": "t",
    "name": "t",
    "hex": "h",
    "list of text": "l",
    "list of text or null": "n",
    "count or text": "ct",
    "object": "o",
    "told": "o",
    "clock": "o",
    "any": "a",
}
_TAKEN_FOR = ("player", "name", "clock", "told")  # the firmware checks these as a more general type first
_KINDS_BY_LETTER = {letter: kind for kind, letter in _LETTERS.items() if len(letter) == 1 and kind not in _TAKEN_FOR}


def main() -> None:
    """Write all files again."""
    LIMITS.write_text(limits_module(), "utf-8")
    ROLES.write_text(roles_module(ROLES.read_text("utf-8")), "utf-8")
    for path, text in display_texts().items():
        path.write_text(text, "utf-8")
    AS_JSON.write_text(as_json(), "utf-8")
    COMMAND_FIELDS.write_text(command_fields(), "utf-8")
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")


def as_json() -> str:
    """Return the table as JSON."""
    return json.dumps(whole_table(), indent=1) + "\n"


def limits_module() -> str:
    """Return the module of the firmware that has the limits."""
    lines = [
        '"""Limits of both ends: made from protocol.toml by `make protocol`."""',
        "",
        *(f"{name.upper()} = {most:_}" for name, (most, _) in limits().items()),
        "LIMITS = {",
        *(f'    "{name}": {name.upper()},' for name in limits()),
        "}",
    ]
    return "\n".join(lines) + "\n"


def roles_module(text: str) -> str:
    """Return the module of the firmware with its names and looks of roles made again."""
    names = [f"{each.name} = ord({json.dumps(role)})" for role, each in roles().items() if each.name]
    looks = [f"{role} {red} {green} {blue} {on[::-1]}" for role, (red, green, blue, on) in _looks()]
    made = "\n".join([*names, "", 'LOOKS = """', *looks, '"""', ""])
    return _MADE.sub(lambda found: f"{found[1]}{made}{found[2]}", text)


def _looks() -> list[tuple[str, tuple[int, int, int, str]]]:
    return [(role, each.look) for role, each in roles().items()]


def display_texts() -> dict[Path, str]:
    """Return the modules of the firmware with the display's words of codes made again."""
    found = {}
    for language in LANGUAGES:
        for part, head in _HEADS.items():
            lines = [f"{name}: {text}" for name, text in _shorts(language, part).items()]
            made = [f'"""{head}: made from codes.toml by `make protocol`."""', "", 'TEXTS = """', *lines, '"""', ""]
            found[TEXTS / f"{part}_{language}.py"] = "\n".join(made)
        path, in_game = TEXTS / f"{language}.py", _shorts(language, "game")
        lines = path.read_text("utf-8").split("\n")
        for at, line in enumerate(lines):
            name = line.partition(":")[0]
            lines[at] = f"{name}: {in_game[name]}" if name in in_game else line
        found[path] = "\n".join(lines)
    return found


def _shorts(language: str, part: str) -> dict[str, str]:
    """Return the display's words of codes that lie in a part of its texts."""
    words = words_of_codes(language, "short")
    return {name: text for name, text in words.items() if codes()[name].get("display", "diagnostics") == part}


def command_fields() -> str:
    """Return the module of the firmware that has the fields of all commands."""
    lines = [
        '"""Commands and the types of their fields: made from protocol.toml by `make protocol`.',
        "",
        f"Types: {', '.join(f'{letter} {kind}' for letter, kind in _KINDS_BY_LETTER.items())}; `?`: may be missing.",
        '"""',
        "",
        'COMMANDS = """\\',
        "\n".join(_command_line(shape) for shape in table()["command"].values()) + '"""',
    ]
    return "\n".join(lines) + "\n"


def _command_line(shape: Shape) -> str:
    return " ".join([shape.name, *(f"{field.name}:{_letters(field)}" for field in shape.fields)])


def _letters(field: Field) -> str:
    return _LETTERS[field.kind] + ("?" if field.is_optional else "")


def renewed(page: str) -> str:
    """Return the page with the parts between its marks made again."""
    missing = set(_PARTS) - {found[2] for found in _MARKED.finditer(page)}
    assert not missing, f"{PAGE} has no marks for {missing}"
    return _MARKED.sub(lambda found: f"{found[1]}\n{_PARTS[found[2]]()}\n{found[3]}", page)


def _group(name: str) -> Callable[[], str]:
    return lambda: "\n\n".join(_section(shape) for shape in table()[name].values())


def _section(shape: Shape) -> str:
    parts = [f"### `{shape.name}`", shape.meaning]
    if shape.fields:
        parts.append(_field_table(shape.fields))
    if shape.answer:
        parts += ["Answer:", _field_table(shape.answer)]
    if shape.errors:
        parts.append(f"Errors: {', '.join(f'`{code}`' for code in shape.errors)}.")
    if shape.example:
        parts.append(f"    {encode(json.loads(shape.example)).decode().rstrip()}")
    return "\n\n".join(parts)


def _field_table(fields: Sequence[Field]) -> str:
    return _rows(("field", "type", "meaning"), ((f"`{field.name}`", _kind(field), _meaning(field)) for field in fields))


def _kind(field: Field) -> str:
    return field.kind + (", may be missing" if field.is_optional else "")


def _meaning(field: Field) -> str:
    named = ", ".join(f"`{value}`" for value in field.values)
    return field.meaning + (f"; one of {named}" if len(field.values) > 1 else "")


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)


def _types() -> str:
    return _rows(("type", "meaning"), ((f"`{name}`", meaning) for name, meaning in types().items()))


def _limits() -> str:
    rows = [(f"`{name}`", str(most), meaning) for name, (most, meaning) in limits().items()]
    rows += [(f"`{name}`", "by its flash", meaning) for name, meaning in flash_limits().items()]
    return _rows(("limit", "how much", "of what"), rows)


def _rules() -> str:
    """Return the rules with what holds them: transcripts of the kit, and files of tests."""
    rows = []
    for number, rule in rules().items():
        talks = [f"*{name}*" for name, talk in transcripts().items() if number in talk["rules"]]
        named = [f"`{each.replace('::', '` `')}`" for each in rule.tests]
        rows.append((number, rule.firmness, rule.text, ", ".join(talks + named)))
    return _rows(("rule", "how firm", "what", "held by"), rows)


def transcripts() -> dict[str, Any]:
    """Return the transcripts of the conformance kit by name."""
    found: dict[str, Any] = json.loads(TRANSCRIPTS.read_text("utf-8"))
    return found


def _games() -> str:
    """Return each game with its options, their defaults and values, and where its notation is reported."""
    rows = []
    for name in catalogue.names():
        specs = games.load(name).OPTIONS
        options = "; ".join(f"`{option}`: {_allowed(known)} ({_default(value)})" for option, known, value in specs)
        notation = f"[notation](../firmware/treppe/games/{name}/README.md)"
        rows.append((f"`{name}`", options or "none", notation))
    return _rows(("game", "options", "pieces, words, reasons"), rows)


def _allowed(values: Any) -> str:
    return allowed_text(values).replace("|", ", ")


def _default(value: object) -> str:
    return "none" if value is None else f"`{option_text(value)}`"


def _roles() -> str:
    """Return the blinking of each role: `11110000` is half a second of light and half a second of dark."""
    rows = []
    for role, (red, green, blue, eighths) in _looks():
        rows.append((f"`{role}`", roles()[role].meaning, f"{red} {green} {blue}", f"`{eighths}`"))
    return _rows(("character", "meaning", "red green blue", "light in each eighth of a second"), rows)


def _codes() -> str:
    """Return the codes with their values, in a table: there are many."""
    rows = []
    for shape in table()["code"].values():
        values = "; ".join(f"`{field.name}` ({_kind(field)}): {field.meaning}" for field in shape.fields)
        part = f"`{shape.part}`" if shape.part else ""
        rows.append((f"`{shape.name}`", part, shape.meaning, values))
    return _rows(("code", "part", "meaning", "values"), rows)


_PARTS: dict[str, Callable[[], str]] = {
    "code": _codes,
    "limits": _limits,
    "rules": _rules,
    "games": _games,
    "types": _types,
    "roles": _roles,
    **{name: _group(name) for name in ("board", "stream", "host", "event", "command", "object")},
}


if __name__ == "__main__":
    main()
