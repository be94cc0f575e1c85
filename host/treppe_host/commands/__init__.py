"""The commands of `treppe`, a file a command or group: what they take and print."""
