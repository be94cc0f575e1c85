"""Builds the page without a server, one file: `python -m treppe_alone.build FOLDER` (make page-alone).

MicroPython's WebAssembly build comes from npm once; its hash is that of the version which was tested.
"""

import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
from collections import Counter
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.host.facts import player_counts
from treppe.sensing.kinds import kind_of
from treppe_host import words as codes
from treppe_host.errors import TreppeError
from treppe_host.html import trusted
from treppe_host.link.protocol import whole_table
from treppe_host.link.role_sets import OFFERS, REMOVED, SUPPLIED
from treppe_host.programs.start import evaluation_of
from treppe_host.records.fields import Markings, markings_of, place_names
from treppe_host.web import assets, texts
from treppe_host.web.connections.coach import places_of
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.drawing.sprites import draw_sprites
from treppe_host.web.rules.reading import read_rules
from treppe_host.web.rules.routes import picture
from treppe_host.words.translation import translated
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.versions import IN_BROWSER

from treppe_alone import TEXTS
from treppe_alone.program import program

assets.FOLDERS.append(Path(__file__).with_name("static"))

_BUILD = f"{IN_BROWSER}-6"  # the sixth of this version
PACKAGE = f"@micropython/micropython-webassembly-pyscript@{_BUILD}"
SHA512 = "kLwGPJFsLY/2aUPmzZxpvauFSmKc0SlJWVvvEttULR0poVQ6W9HV//1fUJyxrGWAxCVDw9aYqJ0LAog0ZLjYVA=="


class NoMicroPython(TreppeError):
    """npm does not bring MicroPython's WebAssembly build, or brings another one than was tested."""


def micropython(folder: Path) -> tuple[str, bytes]:
    """Return MicroPython's script and program, kept in a folder; raise NoMicroPython."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = folder / f"micropython-micropython-webassembly-pyscript-{_BUILD}.tgz"
    if not packed.exists():
        try:
            subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoMicroPython(f"npm pack {PACKAGE} fails: is npm installed, and its registry reached?") from error
    content = packed.read_bytes()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != SHA512:
        raise NoMicroPython(f"{packed} is not the file that was tested: remove it")
    with tarfile.open(packed) as archive:
        script, wasm = (archive.extractfile(f"package/micropython.{end}") for end in ("mjs", "wasm"))
        assert script and wasm
        return script.read().decode(), wasm.read()


def notices() -> str:
    """Return the notices of what is in the page: those of MicroPython, without those of a Pico's C library."""
    text = resources.files("treppe_host.deploy").joinpath("NOTICES.txt").read_text("utf-8")
    return text.partition("libgcc")[0].rstrip("=\n")


def page(cache: Path) -> str:
    """Return the page as one file; `cache` is a folder for what npm brings."""
    loader, wasm = micropython(cache)
    script = f"{loader}\n{assets.bundle('page_input', 'alone')}".replace("</script", "<\\/script")
    pieces = {name: base64.b64encode(content).decode() for name, content in program().items()}
    words = {language: _load_texts(language) for language in texts.LANGUAGES}
    data = {
        "program": json.dumps(pieces).encode(),
        "boards": json.dumps(_boards()).encode(),
        "words": json.dumps(words).encode(),
        "pictures": json.dumps(_pictures(words)).encode(),
        "wasm": wasm,
    }
    packed = {name: base64.b64encode(gzip.compress(content, mtime=0)).decode() for name, content in data.items()}
    tags = "\n".join(f'<script type="text/plain" id="{name}">{text}</script>' for name, text in packed.items())
    styles = "".join(assets.read_asset(f"{name}.css") for name in (*assets.STYLES, "alone"))
    filled = assets.fill(
        "alone",
        texts.load("en"),
        settings=trusted(assets.in_script(_settings())),
        policy=_policy(script),
        style=trusted(styles),
        data=trusted(tags),
        notices=notices(),
        script=trusted(script),
    )
    return str(filled)


def _codes() -> set[str]:
    """Return the codes of all pieces of all games."""
    found: set[str] = set()
    for name in catalogue.names():
        for players in player_counts(name):
            state = games.start(name, players=players)
            found |= {code for stack in start_stacks(state) for code in stack} | set(start_supply(state))
    return found


def _pictures(words: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Return the pictures of the rules in all languages, by their addresses."""
    shown = "".join(text for each in words.values() for text in each["rules_of"].values())
    addresses = sorted(set(re.findall(r'src="(/rules/[^"]+)"', shown)))
    parts = {address: urlsplit(address.replace("&amp;", "&")) for address in addresses}
    return {
        address: picture(Path(part.path).parent.name, Path(part.path).stem, dict(parse_qsl(part.query)))
        for address, part in parts.items()
    }


def _settings() -> dict[str, Any]:
    """Return what the scripts read: no sounds, for the page has no switch for them; the protocol, to check boards."""
    table = whole_table()
    kinds = {kind: table[kind] for kind in ("board", "stream", "object", "event", "command", "code")}
    shapes = {
        kind: {
            name: {part: shape[part] for part in ("fields", "answer") if part in shape}
            for name, shape in shapes.items()
        }
        for kind, shapes in kinds.items()
    }
    return assets.settings(texts.load("en")) | {
        "sounds": None,
        "protocol": shapes,
        "supplied": sorted(SUPPLIED),
        "offers": sorted(OFFERS | {REMOVED}),
    }


def _policy(script: str) -> str:
    """Return what the browser lets the file do: run its one script and MicroPython, and nothing from elsewhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; connect-src data: blob:; "
        "style-src 'unsafe-inline'; img-src blob:; base-uri 'none'; form-action 'none'"
    )


def _boards() -> dict[str, Any]:
    """Return the drawn boards, each once, and what lies on them at the start of each game."""
    drawn: dict[str, dict[str, str]] = {}
    found: dict[str, Any] = {}
    for name in catalogue.names():
        setups = {}
        for players in player_counts(name):
            state = games.start(name, players=players)
            board = _draw_surface(drawn, state.surface, place_names(state), markings_of(state), catalogue.title(name))
            stacks, supply = start_stacks(state), start_supply(state)
            box = Counter(supply)
            for stack in stacks:
                box.update(stack)
            setups[players] = {"stacks": stacks, "supply": supply, "box": box, "board": board}
        has_programs = not hasattr(evaluation_of(name), "hide")
        shown = {"title": catalogue.title(name), "surface": state.surface, "has_programs": has_programs}
        found[name] = {**shown, "setups": setups, "lesson": _lesson(name)}
    bare = {}
    felt = {}
    for surface in surfaces.NAMES:
        module = surfaces.load(surface)
        bare[surface] = _draw_surface(drawn, surface, tuple(module.NAMES), Markings(), "Treppe")
        felt[surface] = _fields(module)
    return {"boards": drawn, "games": found, "surfaces": bare, "felt": felt}


def _lesson(name: str) -> dict[str, Any]:
    """Return a lesson: its options and notations, how many are laid out before it, the places of the learner's."""
    lesson = facts.of(name).LESSON
    state, before, notations = games.start(name, dict(lesson.options)), lesson.before.split(), lesson.notations.split()
    for word in before:
        state.apply_action(state.action(word))
    places = places_of(state, len(before), notations)
    options = {**lesson.options, "players": state.options["players"]}
    return {"options": options, "notations": before + notations, "before": len(before), "places": places}


def _draw_surface(
    drawn: dict[str, dict[str, str]], surface: str, names: tuple[str, ...], markings: Markings, title: str
) -> str:
    module = surfaces.load(surface)
    projection = projections.projection_of(module, "isometric")
    html = str(draw_board(module, names, markings, title, projection))
    key = hashlib.sha256(html.encode()).hexdigest()[:8]
    view = next(name for name in _VIEWS if getattr(projections, name) is projection)
    drawn[key] = {"html": html, "view": view}
    return key


def _fields(surface: ModuleType) -> dict[str, Any]:
    """Return the fields of a surface row by row, the far row first, each with its name and channel."""
    columns = surface.COLUMNS or 7
    order = list(range(surface.FIELDS))
    if surface.COLUMNS:
        order.sort(key=lambda field: (-(field // columns), field % columns))
    fields = [(surface.NAMES[field], surface.CHANNELS[field]) for field in order]
    kind = kind_of(surface)
    return {"weighs": kind.HAS_WEIGHTS, "limits": kind.LIMITS, "columns": columns, "fields": fields}


_VIEWS = ("PLAN", "_CORNER", "_EDGE")
_SENTENCES = ("TO_DO", "TO_DO_DARK", "NO_PIECE", "ENDED", "A_PIECE", "OR")
"""What task.py says it with."""


def _load_texts(language: str) -> dict[str, Any]:
    page, board = texts.load(language), codes.load_codes(language)
    own = {name: text for name, text in page.PAGE.items() if isinstance(text, str)}
    besides, pieces = translated(TEXTS, language), tuple(sorted(_codes()))
    found: dict[str, Any] = (
        own
        | besides["ALONE_PAGE"]
        | {
            "language": language,
            "next": texts.next_language(language),
            "other_language": texts.load(texts.next_language(language)).LANGUAGE_NAME,
            "roles": page.ROLES,
            "colour_letters": texts.colour_letters(language),
            "players": page.PLAYERS,
            "to_move": page.TO_MOVE,
            "won": page.WINS,
            "draw": page.DRAW,
            "at_table": page.AT_TABLE,
            "pieces": {code: texts.piece_name(page, code) for code in pieces},
            "sprites": {view: draw_sprites(page, pieces, getattr(projections, view)) for view in _VIEWS},
            "to_do": {name: getattr(page, name) for name in _SENTENCES},
            "may_end": page.MAY_END,
            "put_it": page.PUT_IT,
            "about": {
                name: [texts.game_words(page, name).summary, texts.for_whom(page, name)] for name in catalogue.names()
            },
            "rules_of": {name: str(read_rules(name, page)) for name in catalogue.names()},
            "letters": texts.letters(language),
            "game": page.GAME,
            "begin": page.BEGIN,
            "learn": page.LESSON["learn"],
            "lesson": page.LESSON,
            "coach": {name: texts.game_words(page, name).coach for name in catalogue.names()},
            "settings": besides["ALONE_SETTINGS"],
            "states": besides["ALONE_STATES"],
            "codes": board.FINDINGS | board.CODES,
        }
    )
    return found


def main() -> None:
    """Write the page into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        content = page(Path("build/webassembly"))
    except NoMicroPython as error:
        sys.exit(str(error))
    (folder / "index.html").write_text(content, "utf-8")
    print(f"{folder / 'index.html'}: {len(content.encode()) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
