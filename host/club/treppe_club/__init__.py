"""A club's server: PCs send the events of their boards, PostgreSQL keeps the games, and one page shows all tables."""
