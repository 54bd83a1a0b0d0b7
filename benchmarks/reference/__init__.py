"""C yardsticks, compiled and run beside the engine where that is possible."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"


def why_not() -> str | None:
    """Why the C references cannot run here, if so."""
    if shutil.which("cc") is None:
        return "no C compiler (cc) was found"
    if platform.machine() not in ("x86_64", "AMD64"):
        return f"they are written for x86-64 with BMI2, this is {platform.machine()}"
    if "bmi2" not in Path("/proc/cpuinfo").read_text():
        return "this processor has no BMI2 instructions"
    return None


def build(name: str) -> Path:
    """Compile a reference for this machine."""
    BUILD.mkdir(exist_ok=True)
    program = BUILD / name
    source = HERE / f"{name}.c"
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, source], check=True)
    return program


@dataclass(frozen=True)
class Result:
    """What a reference says of itself."""

    games_per_second: float
    nanoseconds_a_decision: float


def run(program: Path, seconds: float) -> Result:
    """Run a reference and read its line: `... 123 games/s ... 45.6 ns/move ...`."""
    output = subprocess.run([program, str(seconds)], check=True, capture_output=True, text=True)
    games = re.search(r"([0-9.]+) games/s", output.stdout)
    cost = re.search(r"([0-9.]+) ns/(?:move|decision)", output.stdout)
    assert games is not None, output.stdout
    assert cost is not None, output.stdout
    return Result(float(games.group(1)), float(cost.group(1)))
