"""Records of games: as text, by the rules, in the terminal, in files."""
