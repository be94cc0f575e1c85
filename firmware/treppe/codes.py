"""What is told of an error: a code of `protocol.toml` and its values by name; whoever shows it has the words."""


def told(error: Exception) -> dict:
    """Return the code and the values that an error carries; `failed`, and its text, if it comes from elsewhere."""
    what = error.args[0] if error.args else ""
    return what if isinstance(what, dict) else {"code": "failed", "text": str(error)}
