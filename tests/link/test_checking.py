import json

from treppe.link.checking import check
from treppe.link.command_fields import COMMANDS

# Values, each with the letters of the types in COMMANDS that it is of. A text with half a character would be a line
# that no host can keep.
VALUES = ((True, "fa"), (0, "ca"), (0x7FFFFFFF, "ca"), (-1, "a"), (1 << 31, "a"), (1 << 70, "a"), (1.5, "a"))
VALUES += ((1e999, "a"), ("", "tha"), ("a1", "tha"), ("AB", "ta"), ("abc", "ta"), ("\u00fc\n", "ta"))
VALUES += (("\ud83d\ude00", "ta"), ("\ud83d", "a"), ("\ude00\ud83d", "a"), ("a\0", "a"))
VALUES += (([], "lna"), (["a", ""], "lna"), (["a", None], "na"), ([1], "a"), ([[]], "a"), (["\0"], "a"))
VALUES += (({}, "oa"), ({"a": [1]}, "oa"))


def commands():
    """Return the commands with the letters of their fields."""
    lines = [line.split() for line in COMMANDS.split("\n") if line]
    return [(words[0], dict([word.split(":") for word in words[1:]])) for words in lines]


def right(kinds):
    """Return fields of a command that fit."""
    return {field: next(value for value, of in VALUES if letters[0] in of) for field, letters in kinds.items()}


def is_refused(name, fields):
    try:
        check(name, fields)
    except ValueError as error:
        assert 0 < len(str(error)) < 80, error
        return True
    return False


def test_a_field_that_is_missing_or_null_is_refused_where_it_is_needed():
    for name, kinds in commands():
        assert not is_refused(name, right(kinds)), name
        for field, letters in kinds.items():
            fields = right(kinds)
            fields[field] = None
            assert is_refused(name, fields) == (letters[-1] != "?"), (name, field)
            del fields[field]
            assert is_refused(name, fields) == (letters[-1] != "?"), (name, field)


def test_every_other_type_is_refused():
    for name, kinds in commands():
        for field, letters in kinds.items():
            for value, of in VALUES:
                fields = right(kinds)
                fields[field] = value
                is_right = any([letter in of for letter in letters])
                assert is_refused(name, fields) != is_right, (name, field, value)


def test_what_is_no_command_is_refused():
    for name in ("", "dance", "new ", "settings change:o?", "\n", None, 7, [], {}, True):
        assert is_refused(name, {}), name


def test_fields_that_are_not_known_do_no_harm():
    check("ping", {"a": 1e999, "b": {}})


def test_names_come_through_json_as_they_are():
    names = json.loads(json.dumps({"seats": ["\u00c4nn", "\ud83d\ude00", "a\nb", None]}))
    check("new", {"game": "step", "seats": names["seats"]})
