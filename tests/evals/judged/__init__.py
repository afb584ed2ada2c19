"""Facts as the offline engine offers them, each judged by a reader."""
