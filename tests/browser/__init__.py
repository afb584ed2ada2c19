"""The page in a real browser. A package, so that its house ends with its last test and takes part in no other."""
