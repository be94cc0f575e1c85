"""MQTT: publishes boards, and joins two boards to one game, over a broker."""
