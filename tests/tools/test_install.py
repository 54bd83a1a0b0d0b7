"""The installer: what it says about pip's progress."""

from __future__ import annotations

from tools.install import progress

PRINTED = """\
Looking in links: /srv/wheels
Ignoring colorama: markers 'sys_platform == "win32"' don't match your environment
Processing /srv/wheels/annotated_types-0.8.0-py3-none-any.whl (from -r requirements.txt (line 7))
Collecting markdown-it-py==4.3.0 (from -r requirements.txt (line 9))
  Downloading markdown_it_py-4.3.0-py3-none-any.whl (96 kB)
Requirement already satisfied: click==8.5.1 in ./site-packages (8.5.1)
Collecting psycopg[binary]==3.3.0
  Using cached psycopg-3.3.0-py3-none-any.whl (200 kB)
Collecting llvmlite==0.50.0
  Downloading llvmlite-0.50.0-cp311-cp311-manylinux_2_17_x86_64.whl (56.3 MB)
Installing collected packages: annotated-types, markdown-it-py, llvmlite
Successfully installed annotated-types-0.8.0 llvmlite-0.50.0 markdown-it-py-4.3.0
"""


def test_every_package_is_a_line_with_its_number() -> None:
    assert list(progress(PRINTED.splitlines(keepends=True), 6)) == [
        "    2/6  annotated_types 0.8.0",
        "    3/6  markdown-it-py 4.3.0",
        "    5/6  psycopg 3.3.0",
        "    6/6  llvmlite 0.50.0",
        "           downloading 56.3 MB",
        "  unpacking 3 packages",
    ]
