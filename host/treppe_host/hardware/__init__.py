"""Hardware described in `hardware/*.toml`: what is generated from it, and what is checked."""

from treppe_host.hardware.surface import SOURCE_FOLDER, TABLE_FOLDER, SurfaceError, build, read_surface, render_module

__all__ = ["SOURCE_FOLDER", "TABLE_FOLDER", "SurfaceError", "build", "read_surface", "render_module"]
