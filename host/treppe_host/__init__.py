"""The host side: command line, page, store and link client."""
