"""Modules of the firmware that the host runs itself."""

import importlib.util
from functools import cache
from types import ModuleType

from treppe_sim.interpreter import firmware_folder


@cache
def firmware_module(name: str) -> ModuleType:
    """Return a module that stands beside the firmware's packages: `settings` or `pins`."""
    spec = importlib.util.spec_from_file_location(f"firmware_{name}", firmware_folder() / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
