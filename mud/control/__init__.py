"""The operators' desk: what `mud reset` and `mud admin` do, beside a running server through its control socket or without one."""
