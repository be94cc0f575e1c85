"""The page: boards, stored games, sensors."""
