"""The router: what is to be done, and what does the reply need?"""
