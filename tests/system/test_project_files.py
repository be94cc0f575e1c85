"""What strangers read first: links lead somewhere, one version stands everywhere, workflows run what runs here."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), target


def test_one_version_stands_everywhere() -> None:
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == VERSION
    assert f"\n## {VERSION}" in (ROOT / "CHANGELOG.md").read_text()


def test_workflows_run_what_runs_here() -> None:
    for name in ("check", "release"):
        jobs = yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())["jobs"]
        steps = [step for job in jobs.values() for step in job["steps"]]
        assert ".ci/run" in [step.get("run") for step in steps], name
        made = [step["run"] for step in steps if step.get("run", "").startswith("make ")]
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
        assert all(line.split()[1] in targets for line in made)


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_trust_nobody_more_than_they_need(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    for line in path.read_text().splitlines():
        if "uses:" in line:
            assert re.search(r"@[0-9a-f]{40} # v\d", line), line
    for job in workflow["jobs"].values():
        used = [step.get("uses", "").partition("@")[0] for step in job["steps"]]
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
        may = job.get("permissions", {})
        assert "actions/checkout" not in used or "write" not in may.values(), "what builds may write nothing"
        assert may.get("contents") != "write" or "pypa/gh-action-pypi-publish" not in used, "who publishes has one key"


def test_a_folder_of_its_name_stops_no_command_of_make(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    commands = [line.split()[0] for line in _make(tmp_path, "help").splitlines()]
    assert {"dist", "hardware", "test"} <= set(commands)
    for command in commands:
        (tmp_path / command).mkdir()
        assert "up to date" not in _make(tmp_path, "-n", command), command


def _make(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["make", "--no-print-directory", "-C", folder, *words], capture_output=True, text=True, check=False
    ).stdout


def test_no_release_leads_to_an_address_that_is_still_to_be_filled_in() -> None:
    release = (ROOT / ".github/workflows/release.yml").read_text()
    (named,) = re.findall(r"! grep -rn 'treppe\[\.\]example' ([^\"]*)", release)
    inside = [path for name in named.split() for path in [ROOT / name, *(ROOT / name).glob("*")] if path.is_file()]
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *(ROOT / ".github").rglob("*.yml")]:
        assert path in inside or "https://treppe.example" not in path.read_text(), path


def test_issue_forms_ask_for_what_the_doctor_says() -> None:
    for path in set((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) - {ROOT / ".github/ISSUE_TEMPLATE/config.yml"}:
        form = yaml.safe_load(path.read_text())
        assert form["name"] and form["description"] and "treppe doctor" in path.read_text()
        assert len({item["id"] for item in form["body"]}) == len(form["body"])
