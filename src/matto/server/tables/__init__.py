"""Tables: the commands that people send, the events that follow, and the state they fold to."""
