"""Turns an error into a code of `protocol.toml` with its values by name; readers have the words."""


def told(error: Exception) -> dict:
    """Return the code and the values that an error carries; `failed`, and its text, if it comes from elsewhere."""
    what = error.args[0] if error.args else ""
    return what if isinstance(what, dict) else {"code": "failed", "text": str(error)}
