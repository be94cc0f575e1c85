"""Bytes to lines to messages, numbered events, and the journal they come from."""
