"""Turns an error into a code of `codes.toml` with its values by name; readers have the words."""

from treppe.runtime import trace_of

# What littlefs says of a flash without room: ENOSPC, and where a file is made, whose name finds no place in its folder,
# ENAMETOOLONG.
_NO_ROOM = (28, 36)


def diagnostic_of(error: Exception) -> dict:
    """Return the code and the values that an error carries; `failed`, and its text, if it comes from elsewhere.

    >>> diagnostic_of(ValueError({"code": "no_game"})), diagnostic_of(OSError(28))
    ({'code': 'no_game'}, {'code': 'flash_full'})
    """
    what = error.args[0] if error.args else ""
    if isinstance(what, dict):
        return what
    if isinstance(error, OSError) and what in _NO_ROOM:
        return {"code": "flash_full"}
    return {"code": "failed", "text": str(error)}


def diagnostic_of_command(journal, name, error: Exception) -> dict:
    """Return what a command's error tells. One without a code is a fault of the firmware: the journal gets it once."""
    what = diagnostic_of(error)
    if what["code"] != "failed":
        return what
    what = {"code": "command_failed", "name": str(name)[:32], "trace": trace_of(error)}
    journal.record_failure(what)
    return what
