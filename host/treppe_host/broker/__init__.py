"""MQTT: boards published to whoever listens, and boards joined to one game, over a broker."""
