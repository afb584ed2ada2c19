"""The classifier: what did the person mean?"""
