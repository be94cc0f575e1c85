"""Events of a club: who plays whom, what came of it, who stands where. Nothing here knows a database or a page."""
