"""Games from elsewhere: a host adds those of its folders; a board gets them with its files."""

GAMES = ""
"""Lines like those of index.py."""
WORDS: dict = {}
"""Lines like those of words_en.py, by language."""
