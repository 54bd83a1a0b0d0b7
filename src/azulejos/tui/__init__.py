"""Terminal app, with Textual.

The app knows no rules: a table is a stream of the protocol's updates, from this machine or from a
service, and legal moves are their options.
"""
