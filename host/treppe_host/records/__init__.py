"""Records of games: as text and files, checked by the rules, shown in the terminal."""
