"""The rules of the games, for people: beside the board and at addresses of their own."""
