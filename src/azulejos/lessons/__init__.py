"""Lessons: positions with a task, checked by the rules; docs/lessons.md describes the files."""
