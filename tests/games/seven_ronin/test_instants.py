"""What a seat sees at each event of one choice: pieces, then wounds one after the other, then the new round."""

from __future__ import annotations

from random import Random

from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import AREAS, RONIN
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Timeline

HAYAI, KABE = RONIN.index("hayai"), RONIN.index("kabe")
INN, SHRINE = AREAS.index("inn"), AREAS.index("shrine")


def told(position: dict[str, object], *lines: str) -> list[tuple[str, RoninGameView]]:
    """The events of the last choice with the Attacker's view at each."""
    record = Record(GAME, position=position)
    for line in lines:
        seat, _, name = line.partition(" ")
        record.add(int(seat), GAME.action(name))
    timeline = Timeline(record)
    story = timeline.glimpses(0, timeline.length - 1, timeline.length)
    return [(glimpse.message.key.removeprefix("ron.event."), glimpse.view) for glimpse in story]  # type: ignore[misc]


def test_a_reveal_shows_both_sides_and_then_each_wound_in_its_turn() -> None:
    others = {"round": 2, "fallen": [ronin for ronin in RONIN if ronin not in ("hayai", "kabe")]}
    story = told(
        others, "0 ninja>inn", "0 ninja>shrine", "0 ready", "1 hayai>inn", "1 kabe>shrine", "1 ready"
    )
    keys = [key for key, _ in story]
    assert keys[:3] == ["ready", "reveal-ninja", "reveal-ronin"]
    sealed, revealed = story[0][1], story[1][1]
    assert [sealed.areas[area].ninja for area in (INN, SHRINE)] == [0, 0]
    assert [sealed.ronin[ronin].place for ronin in (HAYAI, KABE)] == [None, None]
    assert [revealed.areas[area].ninja for area in (INN, SHRINE)] == [1, 1]
    assert [revealed.ronin[ronin].place for ronin in (HAYAI, KABE)] == [INN, SHRINE]
    wounds = [(view.ronin[HAYAI].wounds, view.ronin[KABE].wounds) for key, view in story if key == "wounds"]
    assert sorted(wounds) in ([(0, 1), (1, 1)], [(1, 0), (1, 1)])
    assert wounds[-1] == (1, 1)
    assert {view.phase for key, view in story if key == "wounds"} == {"wounds"}
    assert all(view.actors == () and view.legal == [] for key, view in story if key == "wounds")
    assert keys[-1] == "round"
    assert story[-1][1].round == 3


def test_a_ronin_falls_after_his_last_wound_is_seen() -> None:
    others = [ronin for ronin in RONIN if ronin not in ("hayai", "kabe")]
    facts = {"round": 2, "wounds": {"hayai": 4}, "fallen": others}
    story = told(facts, "0 ninja>inn", "0 ninja>well", "0 ready", "1 hayai>inn", "1 kabe>shrine", "1 ready")
    views = dict(story)
    assert views["wounds"].ronin[HAYAI].wounds == views["wounds"].ronin[HAYAI].vitality
    assert not views["wounds"].ronin[HAYAI].fell
    assert views["falls"].ronin[HAYAI].fell == 2


def test_every_instant_of_any_game_can_be_seen() -> None:
    """Also that between two rounds, when a ronin has just left the Green."""
    for seed in range(80):
        chance, record, state = Random(seed), Record(GAME), GAME.start()
        while not state.end:
            seat = state.actors()[0]
            action = chance.choice(list(state.legal(seat)))
            state.apply(seat, action)
            record.add(seat, action)
        timeline = Timeline(record)
        for viewer in (0, 1, None):
            told_lines = [glimpse.message for glimpse in timeline.glimpses(viewer, 0, timeline.length)]
            assert told_lines
