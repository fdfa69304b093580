"""A load generator for line-based telnet servers (MUDs). See `__main__` for how to run it."""
