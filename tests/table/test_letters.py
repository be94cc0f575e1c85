"""Whatever people type, the board shows it in the display's letters, and goes on."""

from fakes_link import MemoryStorage
from fakes_table import Table
from menu_presses import press
from treppe import surfaces
from treppe.link.checking import check
from treppe.link.command_fields import COMMANDS
from treppe.link.journal import Journal
from treppe.link.limits import ANSWER_BYTES, NAME_LETTERS, UNFINISHED
from treppe.link.line import decode, encode
from treppe.panel.letters import spell
from treppe.play import CommandError

SPELT = (
    ("Jean-François Lévêque", "Jean-Francois Leveque"),
    ("J\u00fcrgen Stra\u00dfe", "Juergen Strasse"),
    ("Анна Каренина", "Anna Karenina"),
    ("Щербакова Юлия", "Shcherbakova Yuliya"),
    ("Ελένη Ψάλτη", "Eleni Psalti"),
    ("Nguyễn Thị Ánh", "Nguyen Thi Anh"),
    ("Zoe\u0308 O\u2019Brien", "Zoe O'Brien"),
    ("Søren Åse Ţepeş Șerban Łódź", "Soren Ase Tepes Serban Lodz"),
    ("\ud83d\udc3a\ufe0f", "?"),
    ("たろ", "??"),
    ("a\u0085b\x07\u0100", "a b A"),
)
# First and last letters of scripts, marks, controls, and halves of surrogate pairs.
SCRIPTS = (
    (1, 0x1F), (0x20, 0x7F), (0x80, 0x24F), (0x300, 0x36F), (0x370, 0x52F), (0x590, 0x6FF), (0x900, 0x97F),
    (0x1E00, 0x1FFF), (0x200B, 0x206F), (0x3040, 0x30FF), (0x4E00, 0x4E40), (0xAC00, 0xAC40), (0xD83D, 0xD83D),
    (0xD800, 0xDFFF), (0xFE00, 0xFE0F), (0xFFF0, 0xFFFF), (0x1F400, 0x1F440), (0x10FFF0, 0x10FFFF),
)  # fmt: skip
BYTES = (1, 22, 64, 65, 500)


def bytes_of(text):
    return len(text.encode("utf-8", "surrogatepass"))


def texts():
    """Yield a text of each length from each script, each time of other letters."""
    for number, (first, last) in enumerate(SCRIPTS):
        for size in BYTES:
            text, code = "", first + (7 * size + number) % (last - first + 1)
            while bytes_of(text) < size:
                text += chr(code)
                code = code + 1 if code < last else first
            yield text


def is_shown(table):
    lines = table.display["lines"]
    assert len(lines) <= 8, lines
    for line in lines:
        assert len(line) <= 21 and bytes_of(line) == len(line), line
    decode(encode(table.display))
    return True


def test_letters_lose_their_marks_and_other_scripts_are_spelt():
    for text, shown in SPELT:
        assert spell(text) == shown, text


def test_any_text_is_spelt_in_ascii():
    for text in texts():
        assert bytes_of(spell(text)) == len(spell(text)) <= 4 * len(text)


def test_any_name_can_be_played_listed_and_resumed_also_from_an_older_board():
    for text in texts():
        storage = MemoryStorage()
        table = Table(surfaces.load("square7"), storage=storage)
        table.command("new", {"game": "step", "seats": [text[:70]] * 2})  # older boards kept what a line had
        assert is_shown(table)
        table.set_up()
        assert table.phase() == "play" and is_shown(table)
        table = Table(surfaces.load("square7"), storage=storage)
        table.set_up()
        assert table.phase() == "play" and is_shown(table)
        table.command("pause", {})
        for presses in ("M", "O", "O", "O"):
            press(table, presses)
            assert is_shown(table)
        table.command("resign", {})
        assert is_shown(table)


def test_any_text_in_any_command_is_answered():
    table = Table(surfaces.load("square7"))
    table.command("new", {"game": "step"})
    for line in COMMANDS.split("\n"):
        name, *words = line.split()
        fields = [word.split(":") for word in words]
        for text in texts() if name not in ("lease", "ping", "figures", "frame", "settings") else ():
            for field, kinds in fields:
                given = {other: right(kind) for other, kind in fields}
                given[field] = {"l": [text], "n": [text], "o": {text: text, "code": text}}.get(kinds[0], text)
                try:
                    check(name, given)
                    table.command(name, given)
                except (CommandError, ValueError) as refused:
                    encode(refused.args[0])
                assert is_shown(table)


def right(kinds):
    return {"t": "step", "c": 1, "f": False, "h": "00", "l": [], "n": [], "o": {}, "a": 1}[kinds[0]]


def test_a_name_is_cut_between_letters():
    for text in texts():
        fields = {"game": "step", "seats": [text, None]}
        try:
            check("new", fields)
        except ValueError:
            continue
        name = fields["seats"][0]
        assert text.startswith(name) and len(name) in (len(text), NAME_LETTERS, NAME_LETTERS - 1)
        check("new", fields)


def test_a_list_of_games_fits_a_line_whatever_their_players_are_called():
    for name in ("Ann", "Анна Каренина"[:6], "\u042f" * NAME_LETTERS):
        journal = Journal(MemoryStorage())
        for _ in range(UNFINISHED):
            journal.append({"k": "start", "game": "step", "options": {}, "seats": [name] * 4})
        listed = journal.list_unfinished()
        assert len(encode({"re": 1 << 29, "s": "5f1d0c2a" * 4, "ok": {"games": listed}})) < ANSWER_BYTES
        assert len(listed) == UNFINISHED and (listed[0]["seats"] == [name] * 4) == (bytes_of(name) < 30)
    journal = Journal(MemoryStorage())
    journal.append({"k": "start", "game": "step", "options": {}, "seats": [name] * 4})
    assert journal.list_unfinished()[0]["seats"] == [name] * 4
