// Reports as values.
