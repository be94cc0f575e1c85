"""A hook of hatch: lays beside each catalogue of a wheel its compiled form, which Python reads without Babel."""

import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """Compiles the catalogues of all packages of a wheel; an editable installation reads their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled catalogues to what goes into the wheel."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        for number, package in enumerate(self.build_config.packages):
            for source in sorted(Path(self.root, package).rglob("*.po")):
                with source.open("rb") as file:
                    made = BytesIO()
                    write_mo(made, read_po(file))
                compiled = Path(self._folder.name, f"{number}_{len(build_data['force_include'])}.mo")
                compiled.write_bytes(made.getvalue())
                name = Path(package).name / source.relative_to(Path(self.root, package)).with_suffix(".mo")
                build_data["force_include"][str(compiled)] = name.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder of compiled catalogues."""
        if version != "editable":
            self._folder.cleanup()
