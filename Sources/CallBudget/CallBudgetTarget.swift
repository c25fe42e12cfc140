// The budget of calls that all processes share.
