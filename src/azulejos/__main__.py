"""`python -m azulejos` is the command `azulejos`."""

from azulejos.cli import main

main()
