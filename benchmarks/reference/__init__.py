"""C yardsticks, compiled and run beside the engine where that is possible."""

from __future__ import annotations

import platform
import shutil
import subprocess
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


def games_per_second(program: Path, seconds: float) -> float:
    """Run a reference; its first number followed by `games/s` counts."""
    output = subprocess.run([program, str(seconds)], check=True, capture_output=True, text=True)
    words = output.stdout.split()
    return float(words[words.index("games/s") - 1])
