"""People who leave, come back, talk, ask for help, or are in a hurry."""

from __future__ import annotations

from pathlib import Path

import msgspec

from azulejos.bots import BOTS
from azulejos.server.settings import Settings
from azulejos.session.codec import read_server_message, with_delta
from azulejos.session.messages import PRESETS, Delta, Update
from tests.server.service import GENEROUS, ThreadService


def test_a_bot_plays_for_somebody_who_left_until_they_come_back(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        with service.sit(table, 1) as ben:
            ana.play()
            ben.hear_until(lambda person: person.version == ana.version)
        while ana.hear("presence")["present"] != [True, False]:
            pass
        assert ana.ask("stand-in", seat=1, bot="greedy")["type"] == "done"
        ana.wait_for_turn()
        assert ana.state["ply"] == 2
        assert ana.update["table"]["seats"][1]["stand_in"] == "greedy"
        assert not ana.update["table"]["seats"][1]["replaceable"]
        entry = next(entry for entry in ana.entries if entry["kind"] == "stand-in")
        assert (entry["seat"], entry["bot"], entry["by"]) == (1, "greedy", 0)
        assert ana.refused("stand-in", seat=1, bot="greedy") == "seat/is-bot"
        assert ana.refused("return", seat=1) == "not-your-seat"
        with service.rejoin(ben, table) as back:
            assert back.ask("return", seat=1)["type"] == "done"
            assert back.update["table"]["seats"][1]["stand_in"] is None
            assert back.refused("return", seat=1) == "seat/no-stand-in"
            ana.hear_until(lambda person: person.version == back.version)
            ana.play()
            back.hear_until(lambda person: person.version == ana.version)
            assert back.options
            back.play()


def test_somebody_who_leaves_can_hand_over_their_own_seat(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        ana.ask("stand-in", seat=0, bot="random")
        ben.wait_for_turn()
        ana.hear_until(lambda person: person.version == ben.version)
        assert ana.update["options"] is None
        ben.play()
        ben.wait_for_turn()
        assert ben.state["ply"] == 3
        ana.hear_until(lambda person: person.version == ben.version)
        assert ana.refused("play", move=ben.options[0]["move"]) == "not-your-turn"


def test_somebody_who_is_here_cannot_be_replaced(strict_service: ThreadService) -> None:
    table = strict_service.new_table("me", "friend", "random")
    with strict_service.sit(table, 0) as ana:
        assert ana.refused("stand-in", seat=1, bot="random") == "seat/not-away"  # not long yet
        with strict_service.sit(table, 1):
            assert ana.refused("stand-in", seat=1, bot="random") == "seat/not-away"
        assert ana.refused("stand-in", seat=2, bot="random") == "seat/is-bot"
        assert ana.refused("stand-in", seat=0, bot="nobody") == "unknown-bot"
        assert ana.refused("return", seat=0) == "seat/no-stand-in"


def test_all_presets_are_heard_by_everybody(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table) as spectator:
        for preset in PRESETS:
            assert ana.ask("say", seat=0, preset=preset)["type"] == "done"
        spectator.hear_until(lambda person: person.version == ana.version)
        said = [entry for entry in spectator.entries if entry["kind"] == "say"]
        assert [(entry["seat"], entry["preset"]) for entry in said] == [(0, p) for p in PRESETS]
        assert spectator.state["ply"] == 0


def test_talk_does_not_make_a_move_stale(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        seen = ana.version
        ben.ask("say", seat=1, preset="hurry-up")
        ana.play(version=seen)


def test_a_hint_is_a_legal_move_of_the_strongest_bot(service: ThreadService) -> None:
    for game in ("azul", "summer-pavilion"):
        table = service.new_table("me", "here", game=game)
        with service.sit(table, 0, 1) as ana:
            version = ana.version
            hint = ana.ask("hint")
            assert hint["bot"] == list(BOTS)[-1]
            assert hint["option"] in ana.options
            assert ana.version == version
            ana.play(hint["option"]["move"])


def test_a_hurry_lets_bots_answer_at_once(tmp_path: Path) -> None:
    """These bots would take a day."""
    settings = Settings(str(tmp_path / "t.db"), bot_pace=86_400, limits=GENEROUS)
    with ThreadService(settings) as service:
        table = service.new_table("me", "random", "random")
        with service.sit(table, 0) as ana:
            for ply in (3, 6):
                ana.play()
                ana.send(type="hurry")
                ana.wait_for_turn()
                assert ana.state["ply"] == ply


def test_a_move_can_be_taken_back_while_a_bot_thinks(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "t.db"), bot_pace=86_400, limits=GENEROUS)
    with ThreadService(settings) as service:
        table = service.new_table("me", "random")
        with service.sit(table, 0) as ana:
            before = ana.state
            ana.play()
            assert ana.ask("undo")["type"] == "done"
            assert ana.state == before
            ana.play()
            ana.send(type="hurry")
            ana.wait_for_turn()
            assert ana.state["ply"] == 2


def test_bots_wait_until_somebody_looks(service: ThreadService) -> None:
    table = service.new_table("random", "me")
    assert service.get(f"/api/games/{table.id}")["state"]["ply"] == 0
    with service.sit(table, 1) as ana:
        ana.wait_for_turn()
        assert ana.state["ply"] == 1


# Deltas


def test_who_asks_for_deltas_gets_only_what_changed(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1, deltas=True) as ben:
        known = read_server_message(ben.texts[-1], None)
        assert isinstance(known, Update)
        for mover in (ana, ben, ana):
            if mover is ben:
                assert isinstance(known.options, list)
                ben.ask("play", move=known.options[0].move, version=known.version)
                delta = next(text for text in reversed(ben.texts) if '"delta"' in text)
                ana.hear_until(lambda person: bool(person.options))
            else:
                ana.play()
                ben.hear("delta")
                delta = ben.texts[-1]
            message = read_server_message(delta, known.table.game)
            assert isinstance(message, Delta)
            known = with_delta(known, message)
        again = service.get(f"/api/games/{table.id}")
        assert msgspec.to_builtins(known.state) == again["state"]
        assert known.version == again["version"]
        assert "update" not in [message["type"] for message in ben.heard[1:]]
        ben.send(type="hello", tokens=ben.tokens)
        assert ben.hear("update", "delta")["type"] == "update"
