"""The page of Shinobi: what it says of the orders, of the hands, and of the clans at the end."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.games.shinobi.page.boards import random_game
from tests.games.shinobi.tables import play, table
from zashiki.brush.regions import Drawings
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.page import board, finale
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import say
from zashiki.words import Words

LAST = {"deck": {}, "turns_left": 1}


def drawn(state: State, seat: int | None, links: str = "/why/") -> str:
    return Drawings().whole(board(state.view(seat), links), Words("en"))


def part(page: str, name: str) -> str:
    """What stands between the opening of a panel and the end of it, without tags."""
    found = re.search(rf'<(\w+) class="[^"]*\b{name}\b[^"]*".*?</\1>', page, re.DOTALL)
    return "" if found is None else " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def clans_shown(page: str) -> list[str]:
    """Each clan card of the reveal: the clan, who served it, what counts."""
    return [
        " ".join(re.sub(r"<[^>]+>", " ", shown).split())
        for shown in re.findall(r'<li class="shown[^"]*">.*?</li>', page, re.DOTALL)
    ]


def test_ruling_4_a_ninja_in_hand_says_in_the_second_order_why_it_can_not_be_picked() -> None:
    state = table({}, {"mori": 1}, {}, hands=[{"oda": 2, "ninja": 1}, {}, {}])
    assert "first order only" not in drawn(state, 0)
    play(state, "0 oda>1")
    assert "first order only" in drawn(state, 0)


def test_ruling_1_ninja_that_a_skipped_order_has_proved_are_told_beside_the_hand() -> None:
    state = table({}, {"mori": 2}, {}, hands=[{"ninja": 2}, {"hojo": 1}, {}], deck={}, turns_left=3)
    assert "2 cards in hand, " not in drawn(state, 1)
    play(state, "0 skip")
    assert "2 cards in hand, 2 of them ninja" in drawn(state, 1)


def test_ruling_1_an_order_skipped_at_will_is_not_called_impossible() -> None:
    state = play(table({}, {"mori": 2}, {}, hands=[{"ninja": 2}, {}, {}], deck={}, turns_left=3), "0 skip")
    assert "no troop in hand: skipped" in part(drawn(state, 0), "turn-orders")
    assert "not possible" not in part(drawn(state, 0), "turn-orders")


def test_orders_of_another_player_are_not_told_as_if_they_were_the_reader_s() -> None:
    state = table({"takeda": 2}, {"mori": 1}, {}, hands=[{"oda": 1, "hojo": 1}, {"oda": 1}, {"oda": 1}])
    play(state, "0 oda>2", "0 hojo>0")
    assert "Hojo to your own province" in part(drawn(state, 0), "turn-orders")
    for seat in (1, 2, None):
        told = part(drawn(state, seat), "turn-orders")
        assert "Hojo to Player 1’s province" in told
        assert ("Oda to your province" in told) == (seat == 2)
        assert told.count("your") == (seat == 2)


def test_an_order_of_another_player_calls_the_reader_s_province_theirs() -> None:
    state = table({"takeda": 2}, {"mori": 1}, {}, hands=[{"oda": 2}, {}, {}])
    play(state, "0 oda>2", "0 mori-1>2")
    for seat, moved in ((1, "de votre province vers celle du joueur 3"), (2, "du joueur 2 vers la vôtre")):
        page = Drawings().whole(board(state.view(seat), ""), Words("fr"))
        assert moved in part(page, "turn-orders")


def test_e2_at_the_end_all_five_clan_cards_are_shown_with_what_counts() -> None:
    """Oda and Takeda are level with three cards; Takeda has two of them at home."""
    provinces = ({"oda": 1}, {"oda": 2, "takeda": 1, "mori": 1}, {"takeda": 2})
    state = table(*provinces, hands=[{}, {}, {}], order=3, protected=["takeda-2"], **LAST)
    assert clans_shown(drawn(state, 1)) == [
        "O Oda Player 1 3 cards 1 at home",
        "M Mori You 1 card 1 at home",
        "T Takeda wins Player 3 3 cards 2 at home",
        "H Hojo nobody 0 cards",
        "U Uesugi nobody 0 cards",
    ]
    assert 'id="hand-' not in drawn(state, 1)
    assert part(drawn(state, 1), "told").startswith("Player 3 wins: tied with Player 1 at 3 cards")
    assert part(drawn(state, 1), "told") == Words("en")(state.view(1).prompt)


def test_e3_the_largest_armies_are_shown_where_they_decide() -> None:
    provinces = ({"oda": 1}, {"oda": 1, "hojo": 4}, {"takeda": 2, "oda": 1})
    state = table(*provinces, hands=[{}, {}, {}], order=3, **LAST)
    shown = clans_shown(drawn(state, None))
    assert shown[0] == "O Oda Player 1 3 cards largest army 1 1 at home"
    assert shown[2] == "T Takeda wins Player 3 2 cards largest army 2 2 at home"


def test_the_prompt_offers_only_what_can_be_done() -> None:
    """SHI-O1 to SHI-O3: no word of a ninja to one who has none, none of a move where nothing lies."""
    words = Words("en")
    hands: list[dict[str, int]] = [{"oda": 2}, {}, {}]
    state = table({}, {}, {}, hands=hands, order=1)
    assert "ninja" not in words(state.view(0).prompt)
    assert "move" not in words(table({}, {}, {}, hands=hands, order=2).view(0).prompt)
    hands[0] = {"oda": 1, "ninja": 1}
    assert words(table({}, {"mori": 1}, {}, hands=hands).view(0).prompt).endswith("or send a ninja.")
    hands[0] = {"ninja": 1}
    state = table({}, {"mori": 2}, {}, hands=hands, deck={}, turns_left=3)
    assert "Send a ninja" in words(state.view(0).prompt)
    assert words(state.view(1).prompt) == "Player 1 is giving the first order."
    assert "so move a card" in words(play(state, "0 ninja>mori-1").view(0).prompt)


def asked(state: State, seat: int) -> dict[str, str]:
    """Choices that the page offers to explain -> the key of the reason."""
    found = {}
    for action in map(int, re.findall(r'data-why="(\d+)"', drawn(state, seat))):
        refusal = state.why_not(seat, action)
        assert refusal is not None, GAME.name(action)
        found[GAME.name(action)] = refusal.key
    return found


def test_o1_and_o2_the_own_province_says_why_nothing_is_sent_there() -> None:
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 1, "ninja": 1}, {}, {}])
    assert asked(state, 0) == {
        "oda>0": "shi.refuse.deploy-own",
        "ninja>hojo-0": "shi.refuse.ninja-own",
    }


def test_o3_other_provinces_say_why_the_second_order_passes_them_by() -> None:
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 2}, {}, {}])
    play(state, "0 oda>1")
    assert asked(state, 0) == {
        "oda>1": "shi.refuse.reinforce-elsewhere",
        "oda>2": "shi.refuse.reinforce-elsewhere",
    }


def test_o4_and_o5_armies_that_can_not_be_attacked_and_those_that_can_attack_nobody_say_why() -> None:
    state = table({"hojo": 2, "takeda": 1}, {"mori": 1, "hojo": 1}, {"uesugi": 2}, hands=[{"oda": 2}, {}, {}])
    play(state, "0 oda>1", "0 oda>0")
    assert asked(state, 0) == {
        "hojo*hojo-1": "shi.refuse.same-clan",
        "hojo*oda-1": "shi.refuse.protected",
        "hojo*uesugi-2": "shi.refuse.not-smaller",
        "takeda*hojo-1": "shi.refuse.not-smaller",
        "oda*hojo-1": "shi.refuse.not-smaller",
    }


def test_nobody_else_is_asked_why_not() -> None:
    state = table({"hojo": 1}, {"mori": 1}, {}, hands=[{"oda": 1}, {}, {}])
    assert "data-why" not in drawn(state, 1)
    assert "data-why" not in drawn(state, None)
    assert "data-why" not in drawn(state, 0, links="")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_a_page_offers_to_explain_is_never_allowed(seats: int) -> None:
    chance, state = Random(seats), GAME.start(seats=seats)
    while actors := state.actors():
        if actors != (CHANCE,):
            asked(state, actors[0])
        state.apply(actors[0], chance.choice(state.legal(actors[0])))


def test_the_last_page_tells_the_reader_first_whom_they_served() -> None:
    *_, state = random_game(4, 3)
    for seat in range(4):
        lines = finale(state.view(seat)).story
        assert Words("en")(lines[0]).startswith("You served the ")
        assert not Words("en")(lines[1]).startswith("You ")
    assert not Words("en")(finale(state.view(None)).story[0]).startswith("You ")


def test_e2_the_end_tells_the_clans_of_all_players_and_who_was_tied() -> None:
    """Oda and Takeda are level with three cards; Takeda has two of them at home."""
    provinces = ({"oda": 1}, {"oda": 2, "takeda": 1, "mori": 1}, {"takeda": 2})
    view = table(*provinces, hands=[{}, {}, {}], order=3, protected=["takeda-2"], **LAST).view(1)
    english, french = Words("en"), Words("fr")
    told = [english(line) for line in finale(view).story]
    assert told[1:] == ["Player 3 served Takeda (3 cards) and Player 1 served Oda (3 cards)."]
    assert english(view.prompt).startswith("Player 3 wins: tied with Player 1 at 3 cards")
    assert french(finale(view).verdict).endswith("la victoire revient au joueur 3.")
    named = french.calling([(say("shi.seat", number=3), "Osato")])
    assert named(finale(view).verdict).endswith("la victoire revient à Osato.")
