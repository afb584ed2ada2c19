"""The ground of the memory service: the pool, the frame of every change, and how rows are read. It knows no domain."""
