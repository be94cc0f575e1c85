from scripts import read
from treppe import surfaces
from treppe.sensing import FAULTY
from treppe.tracking.recovery import Recovery

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


def bytes_of(surface, words):
    found = bytearray(surface.FIELDS)
    for name, _, value in [word.partition("=") for word in words]:
        found[surface.NAMES.index(name)] = int(value)
    return found


def test_lamps_ask_for_what_the_scripts_say():
    for title, position, lines in read("tests/data/recovery.txt"):
        words, standing = [part.split() for part in position.split(":")]
        surface = surfaces.load(words[0])
        strangers = [surface.NAMES.index(word[1:]) for word in standing if word[0] == "!"]
        image = bytes_of(surface, [word for word in standing if word[0] != "!"])
        activity = bytearray(surface.FIELDS)
        recovery = Recovery(surface, image, {}, strangers)
        for done, expected in lines:
            for word in done.split():
                name, _, count = word[1:].partition("*")
                field = surface.NAMES.index(name)
                if word[0] == "%":
                    activity[field] = FAULTY
                else:
                    image[field] += int(count or 1) * (1 if word[0] == "+" else -1)
            recovery.look(image, bytes_of(surface, words[1:]), activity)
            targets, sources = [
                [surface.NAMES[field] for field in fields] for fields in (recovery.targets, recovery.sources)
            ]
            assert " ".join(targets + ["<"] + sources) == expected, (title, done, targets, sources)
