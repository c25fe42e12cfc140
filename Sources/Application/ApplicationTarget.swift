// What a user can do.
