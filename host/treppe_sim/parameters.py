"""The model's parameters; all computed or from data sheets, nothing measured, unless `TREPPE_PARAMETERS` names a file.

Such a file, as `treppe hardware cell` writes it, is JSON of the same form with only the measured values.
"""

import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

_OWN = files("treppe_sim").joinpath("parameters.json").read_text("utf-8")


def read_parameters(path: Path) -> dict[str, Any]:
    """Return the model's parameters with those in a file laid over them; raise OSError, ValueError."""
    parameters: dict[str, Any] = json.loads(_OWN)
    _lay_over(parameters, json.loads(path.read_text("utf-8")), "")
    return parameters


def _lay_over(parameters: dict[str, Any], changes: dict[str, Any], where: str) -> None:
    for name, value in changes.items():
        if name not in parameters or isinstance(value, dict) != isinstance(parameters[name], dict):
            raise ValueError(f"{where}{name} is no parameter of the model")
        if isinstance(value, dict):
            _lay_over(parameters[name], value, f"{where}{name}.")
        else:
            parameters[name] = value


PARAMETERS: dict[str, Any] = (
    read_parameters(Path(os.environ["TREPPE_PARAMETERS"])) if os.environ.get("TREPPE_PARAMETERS") else json.loads(_OWN)
)
