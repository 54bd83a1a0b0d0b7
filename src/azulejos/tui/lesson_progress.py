"""What this machine has done of the lessons: the next step of each, and those that are finished."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from azulejos.lessons.lesson import Lesson
from azulejos.tui.storage import put_aside, state_folder, write_atomically


@dataclass
class LessonProgress:
    """The number of steps done by lesson, and the names of finished lessons."""

    steps: dict[str, int] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)

    def next_step(self, lesson: Lesson) -> int:
        """The step at which a lesson goes on, counted from 0."""
        done = self.steps.get(lesson.name, 0)
        return done if 0 <= done < len(lesson.steps) else 0

    def step_done(self, lesson: Lesson, index: int) -> None:
        """Note a step that was done or skipped; the last one finishes the lesson."""
        is_last = index + 1 >= len(lesson.steps)
        self.steps[lesson.name] = 0 if is_last else index + 1
        if is_last and lesson.name not in self.finished:
            self.finished.append(lesson.name)


def load_progress() -> tuple[LessonProgress, Path | None]:
    """What is kept, and where the file was put aside if some of it could not be read."""
    try:
        text = _file().read_text(encoding="utf-8", errors="replace")
    except OSError:
        return LessonProgress(), None
    found = _read(text)
    if found is not None and json.loads(text) == asdict(found):
        return found, None
    found = found or LessonProgress()
    return found, put_aside(_file(), json.dumps(asdict(found)))


def _read(text: str) -> LessonProgress | None:
    """All of a progress that can be read; None if nothing can."""
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(stored, dict):
        return None
    steps, finished = stored.get("steps"), stored.get("finished")
    return LessonProgress(
        {
            name: count
            for name, count in (steps.items() if isinstance(steps, dict) else ())
            if type(count) is int
        },
        [
            name
            for name in (finished if isinstance(finished, list) else [])
            if isinstance(name, str)
        ],
    )


def save_progress(progress: LessonProgress) -> None:
    """Save the progress; failures are ignored."""
    with contextlib.suppress(OSError):
        write_atomically(_file(), json.dumps(asdict(progress)))


def _file() -> Path:
    return state_folder() / "lessons.json"
