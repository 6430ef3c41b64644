"""Non-interference on the real games: what a seat is sent does not change with what it may not see."""

from __future__ import annotations

from tests.web.visitor import Server, Visitor, buttons, hidden, without_names


def test_the_defenders_plan_of_7_ronin_reaches_neither_the_attacker_nor_a_spectator(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    """RON-P10: byte for byte, pages and pushes, whatever and however much the Defender has planned."""
    spectator, sent = Visitor(server), []
    for picks in ([0, 1, 2], [9, 4, 7, 5, 1]):
        table = ann.open_table("seven-ronin", **{"seat-0": "me", "seat-1": "open", "name": "Ann"})
        invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
        bob.post(f"/join/{invitation}", seat=1, name="Bob")
        with ann.tab(table) as tab, bob.tab(table) as planner:
            tab.until("away-1")
            for pick in picks:
                labels = list(buttons(planner.shown("choice")))
                planner.choose(labels[pick % len(labels)])
            planner.undo()
            pages = [
                ann.get(f"/t/{table}").text,
                ann.get(f"/t/{table}/why").text,
                spectator.get(f"/t/{table}").text,
            ]
            turn = hidden(tab.shown("choice"))["turn"]
            tab.choose(next(iter(buttons(tab.shown("choice")))))
            assert hidden(tab.shown("choice"))["turn"] == turn
        told = (*pages, *tab.sent)
        sent.append([without_names(text, table, turn) for text in told])
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
