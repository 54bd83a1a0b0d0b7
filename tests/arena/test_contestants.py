"""Contestants as text: bots, programs and limits."""

from __future__ import annotations

import pytest

from azulejos.arena.contestants import check_limits, labels, read_contestant
from azulejos.bots import ALL_BOTS, Limits
from azulejos.engine.errors import AzulejosError


def test_a_name_alone_takes_the_common_limits() -> None:
    contestant = read_contestant("greedy", Limits(seconds=0.5))
    assert (contestant.name, contestant.limits) == ("greedy", Limits(seconds=0.5))


def test_every_bot_may_play() -> None:
    for name in ALL_BOTS:
        assert read_contestant(name).name == name


def test_own_limits_replace_the_common_ones() -> None:
    contestant = read_contestant("greedy:nodes=2000,depth=3", Limits(seconds=0.5))
    assert contestant.limits == Limits(nodes=2000, depth=3)
    assert str(contestant) == "greedy:nodes=2000,depth=3"


def test_a_program_is_a_command_in_words() -> None:
    contestant = read_contestant("cmd:python 'my bot.py' --level=3", Limits(nodes=7))
    assert contestant.command == ("python", "my bot.py", "--level=3")
    assert contestant.limits == Limits(nodes=7)
    assert str(contestant) == "cmd:python 'my bot.py' --level=3"


def test_equal_contestants_are_numbered() -> None:
    texts = ("greedy", "random", "greedy", "greedy:nodes=5", "greedy")
    called = labels([read_contestant(text) for text in texts])
    assert called == ("greedy", "random", "greedy (2)", "greedy:nodes=5", "greedy (3)")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nobody", "one of the bots .*greedy.*cmd:PROGRAM, got 'nobody'"),
        ("", "one of the bots"),
        ("cmd:", "cmd: and a command"),
        ("cmd:  ", "cmd: and a command"),
        ("cmd:python 'my", "cmd: and a command"),
        ("cmd:a\nb", "text on one line"),
        ("greedy:time=3", "one of the options seconds, nodes, depth, got 'time'"),
        ("greedy:nodes", "expected nodes to be a whole number greater than 0, got ''"),
        ("greedy:nodes=0.5", "expected nodes to be a whole number greater than 0, got '0.5'"),
        ("greedy:nodes=0", "expected nodes to be a whole number"),
        ("greedy:seconds=-1", "expected seconds to be a number greater than 0, got -1.0"),
        ("greedy:seconds=nan", "expected seconds to be a number"),
        ("greedy:seconds=inf", "expected seconds to be a number"),
        ("greedy:depth=1,", "one of the options"),
    ],
)
def test_an_impossible_contestant_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(AzulejosError, match=complaint):
        read_contestant(text)


def test_a_limit_is_no_truth_value() -> None:
    with pytest.raises(AzulejosError, match="depth"):
        check_limits(depth=True)
    assert check_limits(seconds=1, nodes=None) == Limits(seconds=1)
