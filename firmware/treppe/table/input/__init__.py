"""Input of the table: buttons, menu, answers, commands."""
