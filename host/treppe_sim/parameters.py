"""The model's parameters; all computed or from data sheets, nothing measured."""

import json
from importlib.resources import files
from typing import Any

PARAMETERS: dict[str, Any] = json.loads(files("treppe_sim").joinpath("parameters.json").read_text("utf-8"))
