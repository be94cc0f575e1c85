"""A club's server: PCs bring their boards, PostgreSQL keeps what is played there, and one page shows all tables."""
