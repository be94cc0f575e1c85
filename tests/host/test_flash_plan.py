"""Which files a flash sends, copies on the Pico and removes, and in which order it switches to them."""

import hashlib
import json

import pytest
from treppe_host.deploy import flash
from treppe_host.deploy.bundle import Bundle
from treppe_host.errors import DeployError

NEW = Bundle({"board.mpy": b"new board", "small/pins.mpy": b"pins"}, b"launcher", "cafe")


class FakePico:
    """A Pico's prompt over files in a dict, which notes what it is asked to do."""

    def __init__(self, free=1_000_000, image="", lies=False, **trees):
        """A tree is given by its name, as its files; `tree` is the content of the switch, `main` the launcher."""
        self.free, self.image, self.lies, self.done = free, image, lies, []
        self.files = {f"/{name}/{path}": content for name in "ab" for path, content in trees.get(name, {}).items()}
        for path, name in (("/tree", "tree"), ("/main.py", "main")):
            if name in trees:
                self.files[path] = trees[name]

    def ask(self, expression, kind):
        return {"free_bytes()": self.free, "image_digest()": self.image}[expression]

    def read(self, path):
        return self.files.get(path)

    def hashes(self, folder):
        found = {path: each for path, each in self.files.items() if path.startswith(f"{folder}/")}
        return {path[len(folder) + 1 :]: hashlib.sha256(each).hexdigest() for path, each in found.items()}

    def each(self, function, calls):
        for call in calls:
            self.done.append((function, *call))
            if function == "copy":
                self.files[call[1]] = self.files[call[0]]
            else:
                gone = [path for path in self.files if f"{path}/".startswith(f"{call[0]}/")]
                for path in gone:
                    del self.files[path]

    def write(self, files, progress):
        self.done += [("write", path) for path in files]
        self.files |= {path: content + b"?" * self.lies for path, content in files.items()}
        progress(sum(map(len, files.values())))

    def replace(self, path, content):
        self.done.append(("replace", path, content))
        self.files[path] = content


def renew(pico, bundle=NEW):
    counts = []
    told = flash._renew(pico, bundle, lambda *each: counts.append(each))
    return told, counts


def test_a_new_pico_gets_everything_and_the_switch_comes_last():
    pico = FakePico()
    assert renew(pico) == ((2, 0), [("firmware", 13, 13)])
    assert pico.done == [
        ("write", "/a/board.mpy"),
        ("write", "/a/small/pins.mpy"),
        ("replace", "/main.py", b"launcher"),
        ("replace", "/tree", b"a"),
    ]


@pytest.mark.parametrize(("present", "other"), [("a", "b"), ("b", "a")])
def test_the_tree_that_does_not_run_is_completed_from_the_other_one_and_the_pc(present, other):
    trees = {present: NEW.files | {"board.mpy": b"old board"}, "tree": present.encode(), "main": b"launcher"}
    pico = FakePico(**trees)
    assert renew(pico) == ((1, 1), [("firmware", 9, 9)])
    assert pico.done == [
        ("copy", f"/{present}/small/pins.mpy", f"/{other}/small/pins.mpy"),
        ("write", f"/{other}/board.mpy"),
        ("replace", "/tree", other.encode()),
    ]


def test_what_is_there_already_is_not_sent_and_what_is_old_goes_first():
    half = {"small/pins.mpy": b"pins", "board.mpy": b"half", "treppe/old.mpy": b"x", "treppe/older.mpy": b"y"}
    pico = FakePico(a={"board.mpy": b"old"}, b=half, tree=b"a", main=b"old launcher")
    assert renew(pico)[0] == (1, 1)
    assert pico.done == [
        ("remove", "/b/board.mpy"),
        ("remove", "/b/treppe"),
        ("write", "/b/board.mpy"),
        ("replace", "/main.py", b"launcher"),
        ("replace", "/tree", b"b"),
    ]


def test_a_pico_with_this_firmware_is_left_as_it_is():
    pico = FakePico(a=NEW.files, tree=b"a", main=b"launcher")
    assert renew(pico) == ((0, 2), []) and pico.done == []
    pico = FakePico(a=NEW.files, tree=b"a", main=b"other")
    assert renew(pico)[0] == (0, 2) and pico.done[-2:] == [
        ("replace", "/main.py", b"launcher"),
        ("replace", "/tree", b"b"),
    ]


def test_an_image_with_this_firmware_needs_no_tree():
    pico = FakePico(image="cafe", a=NEW.files, tree=b"a")
    assert renew(pico) == ((0, 2), [])
    assert pico.done == [("remove", "/tree"), ("remove", "/a"), ("remove", "/b")] and not pico.files
    assert renew(FakePico(image="other"))[0] == (2, 0)
    assert renew(FakePico(), Bundle(NEW.files, NEW.launcher))[0] == (2, 0), "no image is meant"


def test_files_that_arrive_otherwise_than_sent_are_not_switched_to():
    pico = FakePico(lies=True, a={"board.mpy": b"old"}, tree=b"a", main=b"launcher")
    with pytest.raises(DeployError, match="differ from those that were sent"):
        renew(pico)
    assert pico.files["/tree"] == b"a" and not [step for step in pico.done if step[0] == "replace"]


@pytest.mark.parametrize(("free", "is_enough"), [(2 * 4096 + 65_536, True), (2 * 4096 + 65_535, False)])
def test_room_for_the_journal_stays_free_beside_two_trees(free, is_enough):
    """Each of the two files takes a block."""
    if is_enough:
        assert renew(FakePico(free))[0] == (2, 0)
    else:
        with pytest.raises(DeployError, match="the Pico's flash is full: 71 kB free, 72 kB needed"):
            renew(FakePico(free))


@pytest.mark.parametrize(("size", "rounded"), [(0, 0), (1, 4096), (4096, 4096), (4097, 8192)])
def test_files_take_whole_blocks(size, rounded):
    assert flash._rounded(size) == rounded


def test_settings_are_changed_beside_those_that_are_there():
    changed = flash._changed_settings(b'{"sound": true, "hints": "off"}', {"sound": False})
    assert json.loads(changed) == {"sound": False, "hints": "off"}
    assert json.loads(flash._changed_settings(None, {"sound": False})) == {"sound": False}
    assert flash._changed_settings(b'{"sound": true}', {}) is None
    wrong = [{"sound": 7}, {"noise": 1}, {"reed_masked": ["c4"]}, {"reed_masked": {"start4": ["a1", "l12"]}}]
    for present, changes in ((b"{", {"sound": True}), *((None, each) for each in wrong)):
        with pytest.raises(DeployError, match="settings: "):
            flash._changed_settings(present, changes)
