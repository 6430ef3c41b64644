"""A game through the pages: choices, refusals, take-back, what each side is told."""

from __future__ import annotations

from tests.web.visitor import Server, Visitor, buttons, hidden, log_of, table_of, without_names

TWO_SEATS = {"seat-0": "me", "seat-1": "open", "option-rounds": "1", "name": "Ann"}


def two_at_a_table(ann: Visitor, bob: Visitor, **more: str) -> str:
    table = ann.open_table(**TWO_SEATS, **more)
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name="Bob").status_code == 200
    return table


def test_a_stranger_plays_a_bot_after_one_click(ann: Visitor) -> None:
    response = ann.post("/play/lanterns")
    assert response.status_code == 200
    assert set(buttons(response.text)) == {"left", "right"}


def test_a_game_between_two_people_from_invitation_to_replay(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    for player in (ann, bob):
        assert player.choose(table, "right").status_code == 200
        assert player.choose(table, "ready").status_code == 200
    page = ann.get(f"/t/{table}").text
    assert set(buttons(page)) == {"bow", "boast"}
    over = ann.choose(table, "boast").text
    assert f"/g/{table}/0" in over
    replay = bob.get(f"/g/{table}/0")
    assert replay.status_code == 200
    assert "Moment 0 of 6" in replay.text


def test_neither_side_sees_the_others_plan_before_the_reveal(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    """All that Ann and a spectator are sent stays the same, whatever Bob plans."""
    tables = [two_at_a_table(ann, bob) for _ in range(2)]
    spectator = Visitor(server)
    sent: list[list[str]] = []
    for table, plan in zip(tables, ("left", "right"), strict=True):
        with ann.tab(table) as tab, bob.tab(table) as planner:
            tab.until("away-1")
            planner.choose(plan)
            planner.undo()
            planner.choose(plan)
            pages = [
                ann.get(f"/t/{table}").text,
                spectator.get(f"/t/{table}").text,
                ann.get(f"/t/{table}/why").text,
            ]
            planner.choose("ready")
            tab.until("ready")
            turn = hidden(pages[0])["turn"]
        told = (*pages, *tab.sent)
        sent.append([without_names(text, table, turn) for text in told])
    assert sent[0] == sent[1]
    assert "Bob" in sent[0][0]


def test_the_log_tells_each_viewer_what_it_may_know(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = two_at_a_table(ann, bob)
    ann.choose(table, "left")
    assert len(log_of(ann.get(f"/t/{table}").text)) == 1
    assert log_of(bob.get(f"/t/{table}").text) == []
    assert log_of(Visitor(server).get(f"/t/{table}").text) == []


def test_a_choice_sent_twice_is_made_once(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    form = {"action": buttons(page)["left"], **hidden(page)}
    assert ann.post(f"/t/{table}/choose", **form).status_code == 200
    assert ann.post(f"/t/{table}/choose", **form).status_code == 200
    assert len(log_of(ann.get(f"/t/{table}").text)) == 1


def test_a_click_on_an_old_picture_is_told_that_the_table_has_moved_on(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    ann.choose(table, "left")
    late = ann.post(f"/t/{table}/choose", action=buttons(page)["right"], **hidden(page))
    assert late.status_code == 409
    assert "The table has moved on" in late.text
    assert set(buttons(late.text)) == {"ready"}


def test_anothers_planning_does_not_make_my_page_old(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    bob.choose(table, "left")
    bob.choose(table, "ready")
    assert ann.post(f"/t/{table}/choose", action=buttons(page)["right"], **hidden(page)).status_code == 200


def test_an_illegal_choice_is_refused_with_its_rule_and_changes_nothing(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    page = ann.get(f"/t/{table}").text
    refused = ann.post(f"/t/{table}/choose", action=2, **hidden(page))
    assert refused.status_code == 422
    assert "LAN-1" in refused.text
    assert set(buttons(ann.get(f"/t/{table}").text)) == {"left", "right"}


def test_forged_forms_are_turned_away(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    form = hidden(ann.get(f"/t/{table}").text)
    for action in ("999", "-1", "x", "", "1" * 50):
        assert ann.post(f"/t/{table}/choose", **{**form, "action": action}).status_code in (400, 422)
    assert ann.post(f"/t/{table}/choose", action=0).status_code == 400
    assert log_of(ann.get(f"/t/{table}").text) == []


def test_nobody_chooses_for_another(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = two_at_a_table(ann, bob)
    form = {**hidden(ann.get(f"/t/{table}").text), "action": 0}
    assert bob.post(f"/t/{table}/choose", **form).status_code == 403
    assert Visitor(server).post(f"/t/{table}/choose", **form).status_code == 403
    assert bob.get(f"/t/{table}?as=0").status_code == 403
    assert log_of(ann.get(f"/t/{table}").text) == []


def test_a_choice_is_taken_back_until_something_new_is_known(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    ann.choose(table, "left")
    taken_back = ann.undo(table)
    assert set(buttons(taken_back.text)) == {"left", "right"}
    assert log_of(taken_back.text) == []
    ann.choose(table, "right")
    ann.choose(table, "ready")
    refused = ann.undo(table)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


def test_why_not_names_the_rule(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    note = ann.client.get(f"/t/{table}/why/2", headers={"HX-Request": "true"})
    assert 'href="/rules/lanterns#LAN-1"' in note.text
    assert "<html" not in note.text
    page = ann.get(f"/t/{table}/why")
    assert page.status_code == 200
    assert "LAN-1" in page.text
    assert ann.get(f"/t/{table}/why/999").status_code == 404


def test_a_line_of_the_log_leads_to_its_moment(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    bob.choose(table, "left")
    ann.choose(table, "right")
    ann.choose(table, "ready")
    page = ann.get(f"/t/{table}/moment/1").text
    assert "Moment 1 of 2" in page
    assert ann.get(f"/t/{table}/moment/3").status_code == 404


def test_bots_play_a_whole_game(ann: Visitor) -> None:
    response = ann.post(
        "/new/lanterns", **{"seat-0": "bot-random", "seat-1": "bot-sensible", "option-rounds": "3"}
    )
    table = table_of(response)
    with ann.watch(table) as socket:
        while f"/g/{table}/0" not in str(socket.recv(timeout=20)):
            pass
    assert ann.get(f"/g/{table}/0").status_code == 200


def test_one_screen_is_passed_between_two_players(ann: Visitor) -> None:
    table = ann.open_table(**{"seat-0": "me", "seat-1": "screen", "option-rounds": "1"})
    cover = ann.get(f"/t/{table}")
    assert "Pass the device to" in cover.text
    assert 'id="choice"' not in cover.text
    ann.choose(table, "left", seat=0)
    sealed = ann.choose(table, "ready", seat=0)
    assert f"/t/{table}/pass?to=1" in sealed.text
    second = ann.get(f"/t/{table}?as=1").text
    assert set(buttons(second)) == {"left", "right"}
