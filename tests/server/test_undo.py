"""Undo over the network: bots' replies go back too, stale undos are refused."""

from __future__ import annotations

from tests.server.service import ThreadService


def test_a_bots_reply_goes_back_together_with_the_move(service: ThreadService) -> None:
    table = service.new_table("me", "greedy")
    with service.sit(table, 0) as ana:
        before, options = ana.state, ana.options
        assert not ana.update["can_undo"]
        ana.play()
        ana.wait_for_turn()
        assert ana.state["ply"] == 2
        assert ana.update["can_undo"]
        assert ana.ask("undo")["type"] == "done"
        assert ana.state == before
        assert ana.options == options
        assert ana.entries[-1]["kind"] == "undo"
        assert (ana.entries[-1]["seat"], ana.entries[-1]["ply"]) == (0, 0)
        assert ana.refused("undo") == "undo/nothing"
        moments = service.get(f"/api/games/{table.id}/replay")["moments"]
        assert len(moments) == 1


def test_a_move_that_was_taken_back_by_a_stale_undo_stays(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        ana.play()
        ana.play()
        assert ana.refused("undo", version=ana.version - 1) == "stale-version"
        assert ana.state["ply"] == 2


def test_nothing_is_taken_back_after_the_end(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        ana.play_to_the_end(lambda options: options[-1])
        assert not ana.update["can_undo"]
        assert ana.refused("undo") == "game-over"
        assert ana.refused("play", move="1b1") == "game-over"
        assert ana.refused("stand-in", seat=0, bot="random") == "game-over"
