"""What is installed is what was meant: exact files by their hashes, ranges with an end, and a reason for each."""

import re
import tomllib
from pathlib import Path

import pytest

PROJECTS = [
    tomllib.loads((Path(folder) / "pyproject.toml").read_text())["project"]
    for folder in (".", "host/club", "host/together", "hardware")
]
REASONS = Path("docs/dev/dependencies.md").read_text()


@pytest.mark.parametrize("lock", sorted(Path().glob("requirements*.lock")), ids=str)
def test_each_locked_package_has_an_exact_version_and_hashes(lock: Path) -> None:
    content = re.sub(r"^#.*\n", "", lock.read_text())
    packages = [each for each in re.split(r"\n(?=\S)", content.strip()) if each]
    assert packages
    for package in packages:
        assert re.match(r"[A-Za-z0-9._-]+==\S+( ; .+)? \\\n +--hash=sha256:[0-9a-f]{64}", package), package[:80]


def test_each_range_of_what_users_install_has_an_end_and_each_package_a_reason() -> None:
    optional = [item for project in PROJECTS for item in project.get("optional-dependencies", {}).items()]
    for_users = [each for project in PROJECTS for each in project["dependencies"]]
    for_users += [each for extra, packages in optional if extra != "dev" for each in packages]
    for wanted in for_users:
        assert "==" in wanted or "<" in wanted, wanted
    names = {re.match("[a-z0-9-]+", each)[0] for each in [*for_users, *dict(optional)["dev"]]}
    assert not [name for name in names - {"treppe"} if f"`{name}`" not in REASONS]
