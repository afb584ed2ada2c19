"""What crosses a wire: the forms of a turn, requests and their answers, notices, and the names of the subjects."""
