"""A hook of hatch: the README as an index of packages shows it, whose links lead to the project's source."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ReadmeForIndex(MetadataHookInterface):
    """Makes the README's links absolute."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to a package's metadata."""
        source = metadata["urls"]["Source"]
        text = Path(self.root, "README.md").read_text("utf-8")
        text = re.sub(r"(!\[[^]]*\]\()(?!\w+:|#)", rf"\g<1>{source}/raw/main/", text)
        text = re.sub(r"(?<=\]\()(?!\w+:|#)", f"{source}/blob/main/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
