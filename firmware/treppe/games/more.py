"""Games that a host has from elsewhere: lines like those of index.py."""

GAMES = ""
