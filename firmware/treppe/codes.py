"""Turns an error into a code of `protocol.toml` with its values by name; readers have the words."""

# What littlefs says of a flash without room: ENOSPC, and where a file is made, whose name finds no place in its folder,
# ENAMETOOLONG.
_NO_ROOM = (28, 36)


def told(error: Exception) -> dict:
    """Return the code and the values that an error carries; `failed`, and its text, if it comes from elsewhere."""
    what = error.args[0] if error.args else ""
    if isinstance(what, dict):
        return what
    if isinstance(error, OSError) and what in _NO_ROOM:
        return {"code": "flash_full"}
    return {"code": "failed", "text": str(error)}
