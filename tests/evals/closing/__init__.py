"""What a talk left, graded: twenty-four talks in three languages, with what must and must not be found."""
