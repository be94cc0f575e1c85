"""The link to a board: ports, transport, the client of the protocol."""
