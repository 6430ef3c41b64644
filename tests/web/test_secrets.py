"""Non-interference on the real games: what a seat is sent does not change with what it may not see."""

from __future__ import annotations

import json

from tests.web.visitor import Server, Visitor, buttons, hidden


def plan(player: Visitor, table: str, picks: list[int]) -> None:
    """Makes choices by their place in the list of the page."""
    for pick in picks:
        labels = list(buttons(player.get(f"/t/{table}").text))
        assert player.choose(table, labels[pick % len(labels)]).status_code == 200


def test_the_defenders_plan_of_7_ronin_reaches_neither_the_attacker_nor_a_spectator(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    """RON-P10: byte for byte, pages and pushes, whatever and however much the Defender has planned."""
    spectator, sent = Visitor(server), []
    for picks in ([0, 1, 2], [9, 4, 7, 5, 1]):
        table = ann.open_table("seven-ronin", **{"seat-0": "me", "seat-1": "open", "name": "Ann"})
        invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
        bob.post(f"/join/{invitation}", seat=1, name="Bob")
        with ann.watch(table) as socket:
            first = json.loads(socket.recv(timeout=10))["content"]
            plan(bob, table, picks)
            bob.undo(table)
            pages = [
                ann.get(f"/t/{table}").text,
                ann.get(f"/t/{table}/why").text,
                spectator.get(f"/t/{table}").text,
            ]
            ann.choose(table, next(iter(buttons(first))))
            second = json.loads(socket.recv(timeout=10))["content"]
        turn = hidden(first)["turn"]
        assert hidden(second)["turn"] == turn
        sent.append([text.replace(table, "TABLE").replace(turn, "TURN") for text in (first, *pages, second)])
    assert sent[0] == sent[1]


def test_every_refusal_of_every_game_can_be_read(ann: Visitor) -> None:
    for game in ("seven-ronin", "samurai-spirit", "shinobi"):
        page = ann.post(f"/play/{game}")
        address = str(page.url.copy_with(path=page.url.path + "/why"))
        assert ann.get(address).status_code == 200


def test_all_open_is_for_finished_games_alone(ann: Visitor, bob: Visitor, server: Server) -> None:
    """Neither seat nor a spectator of a running table gets another's secrets by asking for them."""
    table = ann.open_table("shinobi", **{"seat-0": "me", "seat-1": "open", "seat-2": "bot-random"})
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    bob.post(f"/join/{invitation}", seat=1, name="Bob")
    for visitor in (ann, bob, Visitor(server)):
        for path in (f"/g/{table}/20?as=all", f"/t/{table}?as=all", f"/t/{table}/moment/3?as=all"):
            answer = visitor.get(path)
            assert answer.status_code == 403
            assert "shi-secrets" not in answer.text
        for path in (f"/t/{table}", f"/t/{table}/moment/3"):
            page = visitor.get(path)
            assert page.status_code == 200
            assert "shi-secrets" not in page.text
