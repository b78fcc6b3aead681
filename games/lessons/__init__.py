"""The lessons for newcomers, in order: real positions with a task, judged by the rules of the game."""

from typing import Final

from games.lessons import acey_deucey, backgammon
from games.lessons.lesson import Chapter, Lesson

__all__ = ["CHAPTERS", "LESSONS", "Chapter", "Lesson"]

CHAPTERS: Final = (backgammon.CHAPTER, acey_deucey.CHAPTER)
LESSONS: Final[dict[str, Lesson]] = {each.key: each for chapter in CHAPTERS for each in chapter.lessons}
