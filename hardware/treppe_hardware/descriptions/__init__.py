"""The TOML descriptions of hardware, read and checked for their form."""
