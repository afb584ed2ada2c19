"""Background work: its table is the queue; admitted, stored, fenced, offered again, swept."""
