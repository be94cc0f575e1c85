"""Events of a club: pairings, results, standings. Nothing here knows a database or a page."""
