"""The table of the protocol, what is made of it, and lines that do not fit it."""

import json
from pathlib import Path

import pytest
from treppe.alphabet import events
from treppe.alphabet.roles import palette
from treppe.link.checking import check
from treppe.link.line import decode, encode
from treppe_host.link.protocol import roles, rules, table, types
from treppe_host.link.schema_violations import _check_of, find_violation

from tools import protocol_page

GROUPS = ("board", "stream", "host", "event", "command")
SHAPES = [(group, shape) for group in GROUPS for shape in table()[group].values()]
NAMED = [f"{group} {shape.name}" for group, shape in SHAPES]


def test_the_page_and_the_firmware_are_made_of_the_table_as_it_is() -> None:
    page = protocol_page.PAGE.read_text("utf-8")
    assert page == protocol_page.renewed(page), "make protocol"
    assert protocol_page.AS_JSON.read_text("utf-8") == protocol_page.as_json(), "make protocol"
    assert protocol_page.LIMITS.read_text("utf-8") == protocol_page.limits_module(), "make protocol"
    roles_now = protocol_page.ROLES.read_text("utf-8")
    assert protocol_page.roles_module(roles_now) == roles_now, "make protocol"
    for path, text in protocol_page.display_texts().items():
        assert path.read_text("utf-8") == text, "make protocol"
    assert protocol_page.COMMAND_FIELDS.read_text("utf-8") == protocol_page.command_fields(), "make protocol"


def test_the_firmware_has_a_name_for_every_event() -> None:
    named = {value for name, value in vars(events).items() if name.isupper()}
    assert named == set(table()["event"])


def test_each_rule_is_held_by_a_test_or_a_transcript_that_is_there() -> None:
    talks = protocol_page.transcripts()
    assert {number for talk in talks.values() for number in talk["rules"]} <= set(rules())
    for number, rule in rules().items():
        assert rule.firmness in ("MUST", "SHOULD") and number[0] in "HB"
        assert rule.tests or any(number in talk["rules"] for talk in talks.values()), number
        for named in rule.tests:
            file, _, test = named.partition("::")
            assert f"def {test}" in Path(file).read_text("utf-8"), named


def test_a_command_is_refused_with_codes_of_the_table() -> None:
    for shape in table()["command"].values():
        assert set(shape.errors) <= set(table()["code"]), shape.name


def test_every_role_of_a_lamp_is_told() -> None:
    assert set(roles()) == set(palette())


@pytest.mark.parametrize(("group", "shape"), SHAPES, ids=NAMED)
def test_every_example_fits_and_is_a_line_of_the_page(group, shape) -> None:
    example = json.loads(shape.example)
    assert f"\n    {encode(example).decode()}" in protocol_page.PAGE.read_text("utf-8")
    assert decode(encode(example)) == example
    assert set(example) - {"m", "e", "boot", "ms", "k", "c", "s", "do"} <= {field.name for field in shape.fields}
    if group == "command":
        check(example["do"], example)
        assert example["do"] == shape.name
    elif group != "host":
        assert find_violation(example) is None
        assert shape.name in (example.get("m"), example.get("k"))


def test_every_type_is_known() -> None:
    known = set(types()) | set(table()["object"])
    for shapes in table().values():
        for shape in shapes.values():
            for field in (*shape.fields, *shape.answer):
                words = field.kind.removeprefix("list of ").replace("list of ", "").split(" or ")
                assert set(words) <= known, field


END = json.loads(table()["event"]["end"].example)
STATUS = {"phase": "idle", "faults": [], "settings": {}}
TEST = {"state": "good", "told": {"code": "lamps_good"}}


@pytest.mark.parametrize(
    ("message", "do", "said"),
    [
        (END | {"winners": [0, "1"]}, None, 'event end, field winners: [0, "1"] is not of the type list of player'),
        (END | {"scores": 1.5}, None, "event end, field scores: 1.5 is not of the type null or list of int"),
        (END | {"reason": "x" * 99}, None, ""),
        (END | {"reason": "\ud800"}, None, r'event end, field reason: "\ud800" is not of the type text'),
        (END | {"e": True}, None, "event, field e: true is not of the type count"),
        (END | {"ms": 1 << 40}, None, "event, field ms: 1099511627776 is not of the type ms"),
        (END | {"new": float("nan")}, None, "event end has"),
        ({**END, "k": "later"}, None, ""),
        ({**END, "k": "later", "x": [[[[[[[[[1]]]]]]]]]}, None, "event has"),
        ({"m": "later", "x": [1]}, None, ""),
        ({"x": 1}, None, "message has no name"),
        ({"m": [1]}, None, "message has no name"),
        ({"m": "missing", "first": 1}, None, "missing, field last: it is missing"),
        ({"re": 1, "ok": STATUS}, "status", ""),
        ({"re": 1, "ok": STATUS | {"seats": ["Ann", None, ""]}}, "status", ""),
        ({"re": 1, "ok": STATUS | {"seats": [3]}}, "status", "answer status, field seats: [3] is not of the"),
        (
            {"re": 1, "ok": STATUS | {"settings": {"brightness_percent": "<img>"}}},
            "status",
            'answer status, field settings.brightness_percent: "<img>" is not of the type count',
        ),
        (
            {"re": 1, "ok": {"running": False, "tests": [TEST, TEST | {"state": "?"}]}},
            "self_test",
            'answer self_test, field tests[1].state: "?" is none of good,',
        ),
        ({"re": 1, "ok": [1]}, "ping", "answer ping is [1], not an object"),
        ({"re": 1, "ok": {"x": 1}}, None, ""),
        ({"re": 1.5, "ok": {}}, None, "answer has the number 1.5"),
        ({"re": 1, "error": {}}, "ping", "answer ping has the error {}"),
    ],
)
def test_a_misfit_is_named_with_its_field_and_value(message, do, said) -> None:
    found = find_violation(message, do)
    assert str(found or "").startswith(said) and bool(found) == bool(said), found
    assert len(str(found)) < 150 and str(found).isprintable()


@pytest.mark.parametrize(
    ("kind", "fit", "do_not"),
    [
        ("name", ["a", "no_field", "x" * 32], ["", "A", "a b", "x" * 33, 1, None]),
        ("player", [0, 3], [-1, 4, True, 1.0, "1"]),
        ("flag", [True, False], [0, 1, None]),
        ("count", [0, 2**31 - 1], [-1, 2**31, True, 1.5]),
        ("int", [-(2**31), 2**31 - 1], [-(2**31) - 1, 2**31, "1"]),
        ("ms", [0, 2**40 - 1], [-1, 2**40, 0.5]),
        ("number", [-(2**53) + 1, 1.5, 2**53 - 1], [2**53, -(2**53), float("inf"), float("nan"), True, "1"]),
        ("text", ["", "ä", "\n"], ["\0", "a\ud800", "\udfff", 1, None]),
        ("hex", ["", "00ff", "a9"], ["0", "0g", "FF", 7, None, ["00"]]),
        ("object", [{}, {"a": [1, {"b": None}]}], [[], None, {"a": "\0"}, {"\0": 1}]),
        ("null", [None], [0, "", False]),
        ("count or null", [0, None], ["", -1]),
        ("list of count", [[], [1, 2]], [[1, -1], 1, None]),
        ("list of count or null", [[1, None]], [None]),
    ],
)
def test_what_is_of_a_type_and_what_is_not(kind, fit, do_not) -> None:
    is_of = _check_of(kind)
    assert [value for value in fit if not is_of(value)] == []
    assert [value for value in do_not if is_of(value)] == []


def test_what_is_too_deep_for_a_database_is_no_plain_value() -> None:
    for wrap in (lambda value: [value], lambda value: {"a": value}):
        deep = 1
        for _ in range(8):
            deep = wrap(deep)
        assert _check_of("any")(deep) and not _check_of("any")(wrap(deep))
