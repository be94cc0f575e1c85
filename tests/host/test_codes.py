"""What boards tell has a code, and every reader has words for each code, in every language, with its values."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest
from sources import host_files, nodes_of
from treppe import texts
from treppe.panel import diagnostics
from treppe_host import errors, words
from treppe_host.link.diagnostics import render_part
from treppe_host.link.protocol import table
from treppe_host.link.schema_violations import find_violation
from treppe_sim import faults
from treppe_sim.bench_board import BenchBoard

FIRMWARE = Path(__file__).parents[2] / "firmware"
CODES = table()["code"]
# Told to hosts only: at the start, or of positions and options in the form of text; and what a part does well.
NOT_ON_DISPLAYS = {"settings_unused", "uncalibrated", "no_position", "position_length", "option_text", "record_length"}
NOT_ON_DISPLAYS |= {"crashed", "line_long", "line_no_message", "line_unknown", "overlay_broken", "supply_sags", "found"}
NOT_ON_DISPLAYS |= {"reeds_open", *(code for code in CODES if code.endswith("_good"))}
LANGUAGES = sorted(words.LANGUAGES)
ERRORS = {"CommandError", "CalibrationError", "UnsupportedPieces", "InvalidOption", "InvalidWord", "IllegalAction"}
ERRORS |= {"InvalidText", "InvalidSettings", "JournalDamaged", "JournalFull", "GamesFull", "NothingToUndo"}


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def values_of(code: str) -> set[str]:
    return {field.name for field in CODES[code].fields}


@pytest.mark.parametrize("language", LANGUAGES)
def test_hosts_have_words_for_every_code_with_all_its_values(language: str) -> None:
    known, parts = words.load_codes(language).CODES, words.load_codes(language).PARTS
    assert set(known) == set(CODES)
    shown = {code: placeholders(known[code]) | placeholders(parts.get(CODES[code].part, "")) for code in CODES}
    assert shown == {code: values_of(code) for code in CODES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_displays_have_words_for_every_code_with_no_other_values(language: str) -> None:
    found: set[str] = set()
    for part in ("", "diagnostics", "calibrate"):
        known = texts.load(language, part)
        shown = [code for code in known if code in CODES]
        assert len(shown) == len(list(known)) or not part, set(known) - set(CODES)
        for code in shown:
            assert placeholders(known[code]) <= values_of(code), code
        found |= set(shown)
    assert found == set(CODES) - NOT_ON_DISPLAYS


def reported(files: Iterable[Path] = tuple(sorted(FIRMWARE.rglob("*.py")))) -> list[tuple[str, dict[str, ast.expr]]]:
    """Return what stands in files as a code with its values: (place, values)."""
    found = []
    for path in files:
        for node in nodes_of(path):
            if isinstance(node, ast.Dict):
                values = {
                    key.value: value
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant)
                }
                if "code" in values:
                    found.append((f"{path.name}:{node.lineno}", values))
    return found


def constants() -> set[str]:
    """Return all texts in the firmware: some codes are chosen before they are reported."""
    nodes = (node for path in FIRMWARE.rglob("*.py") for node in nodes_of(path))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_the_firmware_tells_the_codes_of_the_table_and_all_of_them() -> None:
    found = [(values["code"].value, place) for place, values in reported() if isinstance(values["code"], ast.Constant)]
    assert [(code, place) for code, place in found if code not in CODES] == []
    of_hosts = {
        f"why_{name}" for name in ("wins", "only", "saves", "alike", "best", "costs")
    }  # a host's search knows them; boards say and record them
    assert set(CODES) - constants() == of_hosts


def test_the_firmware_tells_no_value_that_the_table_does_not_have() -> None:
    for place, values in reported():
        if isinstance(values["code"], ast.Constant):
            assert set(values) - {"code"} <= values_of(values["code"].value), place


def test_what_the_firmware_refuses_has_a_code() -> None:
    prose = []
    for path in sorted(FIRMWARE.rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                name = ast.unparse(node.exc.func).rpartition(".")[2]
                if name in ERRORS and isinstance(node.exc.args[0], ast.Constant | ast.JoinedStr | ast.BinOp):
                    prose.append(f"{path.name}:{node.lineno}")
    assert prose == []


def test_a_code_within_a_code_is_said_within_its_words() -> None:
    broken = {"code": "game_broken", "why": {"code": "journal_damaged", "event": 7}}
    why = words.render(broken["why"], "de")
    assert words.render(broken, "de") == words.load_codes("de").CODES["game_broken"].format(why=why) and "7" in why
    assert diagnostics.shown(broken, "de").endswith(diagnostics.shown({"code": "journal_damaged"}, "de"))


def test_what_newer_boards_tell_is_shown_as_it_came() -> None:
    assert words.render({"code": "on_fire", "where": ["a1", "b2"]}) == "on_fire where=a1, b2"
    assert re.fullmatch(r"no_player .*", words.render({"code": "no_player", "colour": 3}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_findings_failures_and_advice_have_words(language: str) -> None:
    said, english = words.load_codes(language), words.load_codes("en")
    assert {shape.part for shape in CODES.values()} - {""} <= set(said.PARTS)
    for name in ("PARTS", "FINDINGS", "FAILURES", "ADVICE"):
        here, there = getattr(said, name), getattr(english, name)
        shown = {code: placeholders(text) for code, text in here.items()}
        assert shown == {code: placeholders(text) for code, text in there.items()}, name
    for code, shape in CODES.items():
        assert placeholders(said.PARTS.get(shape.part, "")) <= values_of(code), code
    tables = (said.CODES, said.FINDINGS, said.FAILURES)
    assert len({code for each in tables for code in each}) == sum(map(len, tables)), "each code stands in one table"


def test_what_the_host_tells_has_words_with_its_values() -> None:
    english = words.load_codes("en")
    tables = english.CODES | english.FINDINGS | english.FAILURES
    found = set()
    for place, values in reported(host_files().values()):
        code = values.pop("code")
        if isinstance(code, ast.Constant) and re.fullmatch("[a-z_]+", str(code.value)):
            found.add(code.value)
            assert code.value in tables, place
            assert placeholders(english.FAILURES.get(code.value, "")) <= set(values), place
    assert set(english.FAILURES) <= found, "words for what is never reported"


def test_a_failure_is_told_in_the_reader_s_language() -> None:
    failure = errors.PortVanished({"code": "port_vanished", "port": "COM3"})
    assert str(failure) == "port COM3 has vanished: is the board unplugged?"
    assert words.reason(failure, "de") == "Anschluss COM3 ist verschwunden: Ist das Brett abgesteckt?"
    assert words.reason(errors.BadFile("games.txt:3: no tag"), "de") == "games.txt:3: no tag"
    assert "Stahl" in words.render({"code": "calibration_good", "serial": 1, "material": "steel"}, "de")


def test_a_part_is_named_before_what_is_said_of_it() -> None:
    reported = {"code": "tile_silent", "tile": 4}
    name = words.part_name("tile", reported, "de")
    assert "4" in name and render_part(reported, "de") == f"{name}: {words.render(reported, 'de')}"
    assert render_part({"code": "busy"}) == words.render({"code": "busy"})


@pytest.mark.parametrize(("surface", "places"), [("reed12", (0, 7)), ("square7", (0, 3))])
def test_whatever_breaks_is_told_as_the_table_has_it(surface: str, places: tuple[int, ...]) -> None:
    found = []
    for name in faults.NAMES:
        for place in places:
            board = BenchBoard.with_world(surface)
            if (name, surface) == ("chattering reed", "reed12"):  # it does so below a piece
                board.world.arrange([["S0"] if field == place else [] for field in range(144)], {})
            try:
                faults.break_part(board.world, name, place)
            except faults.NoSuchFault:
                continue
            for is_empty in (False, True):
                board.table.command("self_test", {"empty": is_empty})
                board.run_until(lambda: bool(board.session.messages.tests), 10_000)  # noqa: B023 - called at once
                found += [reported for _, reported in board.session.messages.tests]
                board.session.messages.take_tests([])
            found += board.session.messages.faults
    assert len({reported["code"] for reported in found}) > 4
    for reported in found:
        assert set(reported) - {"code"} == values_of(reported["code"]), reported
        assert find_violation({"re": 1, "error": reported}) is None, reported


def test_a_fault_is_a_code_with_its_values() -> None:
    event = {"e": 7, "boot": 1, "ms": 5, "k": "fault"}
    assert find_violation(event) is not None
    assert find_violation(event | {"told": {"code": "hall_open", "field": "c4"}}) is None
    assert find_violation(event | {"told": {"code": "hall_open", "field": 4}}) is not None
    assert find_violation(event | {"told": {"field": "c4"}}) is not None


# These show a display's lines to people as they are.
SHOW_LINES = {"demo/careless.py", "demo/clean.py", "web/board/parts/device.py", "web/board/seat_to_move.py"}


def test_only_few_show_a_display_s_lines_and_none_of_them_reads_what_they_say() -> None:
    found: set[str] = set()
    for place, path in host_files().items():
        for node in nodes_of(path) if "lines" in path.read_text("utf-8") else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("display.get", "_shown")):
                found |= {place} if "'lines'" in ast.unparse(node) else set()
            if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "'lines'":
                found.add(place)
            if isinstance(node, ast.Compare) and any(isinstance(each, ast.In | ast.NotIn) for each in node.ops):
                assert "lines'" not in ast.unparse(node), f"{path.name}:{node.lineno}"
    assert found == SHOW_LINES


SEARCHES = {"replace", "startswith", "endswith", "find", "index", "partition", "rpartition", "count"}
PATTERNS = {"search", "match", "fullmatch", "findall"}


def errors_in(nodes: list[ast.AST]) -> set[str]:
    """Return the names under which a module catches errors, or is handed them."""
    caught = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    handed = [node for node in nodes if isinstance(node, ast.arg) and node.annotation]
    return caught | {each.arg for each in handed if ast.unparse(each.annotation).endswith(("Error", "Exception"))}


def looked_into(node: ast.AST) -> list[ast.expr]:
    """Return the texts that are held against a constant, or in which a pattern or a text's own method searches."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return sides if any(isinstance(each, ast.Constant) for each in sides) else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value] if node.func.attr in SEARCHES else node.args if node.func.attr in PATTERNS else []
    return []


def test_one_file_looks_for_exceptions_in_what_a_console_prints() -> None:
    names = re.compile(r"\\w\*Error|OSError: |ENOSPC|Traceback|MemoryError: ")
    found = set()
    for path in host_files().values():
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and names.search(node.value):
                found.add(path.name)
    assert found == {"console.py"}


def test_nobody_looks_for_words_in_the_text_of_an_error() -> None:
    found = []
    for path in host_files().values():
        prose = {f"str({name})" for name in errors_in(nodes_of(path))}
        for node in nodes_of(path) if prose else ():
            if any(ast.unparse(each) in prose for each in looked_into(node)):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []
