"""The games as an app in the terminal, drawn with Textual (the extra `tui`).

The app knows no rules: tables come as the protocol's updates, from this machine or from a service,
and everything that can be chosen stands in their options.
"""
