"""`azulejos --version`."""

from __future__ import annotations

import sys

import pytest

from azulejos import __version__, cli


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "serve"]])
def test_the_version_is_printed_before_anything_else_is_looked_at(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["azulejos", *arguments])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert not end.value.code
    assert capsys.readouterr().out == f"azulejos {__version__}\n"
