"""What people and hosts tell the table: buttons, menu, answers, commands."""
