"""Which tests run a line is measured once, and anew for the test files that a change concerns."""

from pathlib import Path

from coverage import CoverageData
from measured import Measured

QUICK, SLOW, HUB = "tests/test_a.py::test_quick", "tests/test_a.py::test_slow", "tests/test_b.py::test_in_a_program"


class Project:
    """A project with two sources and two test files; it notes what is measured."""

    def __init__(self, root: Path):
        self.root, self.runs = root / "tree", []
        for name in ("host/one.py", "host/two.py", "tests/test_a.py", "tests/test_b.py"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text("")

    def run(self, arguments: list[str], data: Path) -> str:
        files = {argument for argument in arguments if argument.endswith(".py")}
        self.runs.append(sorted(files))
        written = CoverageData(str(data))
        one, two = (str(self.root / "host" / name) for name in ("one.py", "two.py"))
        written.add_lines({one: [1]})  # while it is imported
        for context, test, lines in (
            (f"{QUICK}|run", QUICK, {one: [3, 4]}), (f"{SLOW}|setup", SLOW, {one: [4], two: [9]}),
            (f"{HUB} (call)", HUB, {two: [9, 70]}),
        ):  # fmt: skip
            if test.partition("::")[0] in files:
                written.set_context(context)
                written.add_lines(lines)
        written.write()
        return f"0.01s call     {QUICK}\n3.00s setup    {SLOW}\n1.00s call     {SLOW}\nFAILED {HUB} - it does\n"

    def measured(self) -> Measured:
        return Measured(self.root, self.root.parent / "kept", self.run)


FILES = ["tests/test_a.py", "tests/test_b.py"]


def test_tests_of_a_line_come_quickest_first_and_those_near_it_where_it_sets_something_up(
    tmp_path: Path,
) -> None:
    measured = Project(tmp_path).measured()
    measured.measure(FILES, ["host/one.py"])
    assert measured.tests_of("host/one.py", 4) == [QUICK, SLOW] and measured.seconds(SLOW) == 4
    assert measured.tests_of("host/one.py", 3) == [QUICK] and measured.tests_near("host/one.py", 3) == []
    assert measured.tests_of("host/two.py", 9) == [SLOW] and measured.tests_near("host/two.py", 9) == [QUICK]
    assert measured.tests_of("host/one.py", 1) == [], "no test runs what is run while it is imported"
    assert measured.tests_of("host/two.py", 70) == [] and measured.failing() == [HUB]


def test_only_what_a_change_concerns_is_measured_anew(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.measured().measure(FILES, ["host/one.py"])
    again = project.measured()
    again.measure(FILES, ["host/one.py", "host/two.py"])
    assert project.runs == [FILES] and again.tests_of("host/one.py", 3) == [QUICK]
    (project.root / "host/one.py").write_text("changed")
    project.measured().measure(FILES, ["host/two.py"])
    assert project.runs == [FILES], "nobody asks for the tests of the file that has changed"
    project.measured().measure(FILES, ["host/one.py"])
    assert project.runs[1:] == [FILES[:1]]
    (project.root / "tests/test_b.py").write_text("changed")
    project.measured().measure(FILES, ["host/one.py"])
    assert project.runs[2:] == [FILES[1:]]
