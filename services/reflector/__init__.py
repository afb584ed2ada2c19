"""The reflector: what did the conversation mean?"""
