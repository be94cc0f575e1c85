"""The page without server or installation: a board simulated in the browser, or a real one at Web Serial."""
