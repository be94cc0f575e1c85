"""The panel: lamps, display and sounds that people see and hear; buttons, menu and commands by which they act."""
