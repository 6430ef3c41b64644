"""Analyses of finished games: what every decision was worth from what its seat knew, and what brought the result."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from zashiki.kernel.record import read
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.studies import Study
from zashiki.study.analysis import Piece, Valuation, Work
from zashiki.study.bulk import DONE, KEPT, UNFINISHED, UNREADABLE, Task, analyse_all
from zashiki.study.playouts import Playouts
from zashiki.study.pool import Processes
from zashiki.study.summary import Analysis, mark_of, summarize
from zashiki.study.wording import choice_text
from zashiki.words import LANGUAGES, Words

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"
GAMES = {
    "seven-ronin": "seven-ronin-en-2015",
    "samurai-spirit": "samurai-spirit-2-special-rules",
    "shinobi": "shinobi-3",
}


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.zashiki").read_text(encoding="utf-8")


@cache
def analysed(game: str) -> tuple[Work, list[Piece], Analysis]:
    work = Work(read(text_of(GAMES[game])))
    pieces = [work.piece(place) for place in range(work.size)]
    return work, pieces, summarize(work, pieces, work.guesses())


@pytest.mark.parametrize("game", GAMES)
def test_what_changed_a_seats_chance_adds_up_to_the_result(game: str) -> None:
    work, _pieces, analysis = analysed(game)
    result = work.timeline.state.result()
    assert result is not None
    for one in analysis.seats:
        balance = one.balance
        changes = balance.own + balance.cards + balance.reveals + balance.others
        assert balance.first + changes == pytest.approx(balance.result)
        assert balance.result == pytest.approx(
            float(one.seat in result.winners) / max(1, len(result.winners))
        )


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_valued_and_the_best_choice_could_be_made(game: str) -> None:
    work, _pieces, analysis = analysed(game)
    found = [one.valuation for one in analysis.decisions]
    assert len(found) == len(work.units) == sum(one.decisions for one in analysis.seats)
    for one in found:
        view = work.view_before(one)
        assert 0 <= one.after <= one.before <= 1
        assert work.game.action(one.best[0]) in view.legal
        assert one.chosen == [
            work.record.choice(entry)
            for entry in work.record.entries[one.start : one.number]
            if entry.seat == one.seat
        ]


def test_a_secret_plan_is_one_decision_and_its_reveal_is_no_merit() -> None:
    work, _pieces, analysis = analysed("seven-ronin")
    plans = [one.valuation for one in analysis.decisions if one.valuation.plan]
    assert {one.seat for one in plans} == {0, 1}
    assert all(one.chosen[-1] == "ready" for one in plans)
    assert any(abs(one.balance.reveals) > 0.01 for one in analysis.seats)
    assert all(one.balance.cards == 0 for one in analysis.seats), "7 Ronin has no cards"
    for one in plans:
        state = work.game.imagine(work.view_before(one), Random(1))
        for name in one.best[:-1]:
            assert work.game.action(name) in state.legal(one.seat)
            state.apply(one.seat, work.game.action(name))


def test_a_team_has_one_chance_and_cards_are_told_from_choices() -> None:
    _work, _pieces, analysis = analysed("samurai-spirit")
    assert all(len(set(point.chances)) == 1 for point in analysis.graph)
    assert all(one.balance.own <= 0 for one in analysis.seats)
    assert {round(one.balance.cards, 9) for one in analysis.seats} != {0.0}
    assert len({round(one.balance.cards, 9) for one in analysis.seats}) == 1


def test_what_a_seat_can_not_see_does_not_change_its_values() -> None:
    work, _pieces, _analysis = analysed("shinobi")
    study = work.game.part(Study)
    for unit in work.units[::17]:
        view = work._before(unit.first).view(unit.seat)
        worlds = [work.game.imagine(view, Random(seed)).view(unit.seat) for seed in (1, 2)]
        assert study.values(worlds[0], Random(3)) == study.values(worlds[1], Random(4))


def test_spectators_guess_clans_better_than_chance_and_know_nothing_at_first() -> None:
    work, _pieces, analysis = analysed("shinobi")
    seats = range(work.record.seats)
    first, last = analysis.guesses[0][1], analysis.guesses[-1][1]
    assert all(likely == pytest.approx([0.2] * 5) for likely in first)
    assert all(sum(last[seat]) == pytest.approx(1) for seat in seats)
    assert sum(last[seat][analysis.hidden[seat]] for seat in seats) / len(seats) > 0.5


def test_pieces_are_the_same_in_any_order_and_survive_being_written() -> None:
    _work, pieces, _analysis = analysed("shinobi")
    again = Work(read(text_of(GAMES["shinobi"])))
    for place in (40, 7, 0):
        assert again.piece(place) == pieces[place]
        assert msgspec.json.decode(msgspec.json.encode(pieces[place]), type=Piece) == pieces[place]


def valuation(lost: float, error: float = 0.0) -> Valuation:
    return Valuation(1, 0, 0, False, ["a"], ["b"], 0.5, 0.5 - lost, error, [], 0.5)


@pytest.mark.parametrize(
    ("lost", "mark"), [(0.019, "good"), (0.021, "doubtful"), (0.051, "mistake"), (0.121, "blunder")]
)
def test_a_mark_goes_by_how_much_was_given_away(lost: float, mark: str) -> None:
    assert mark_of(valuation(lost)) == mark


def test_what_may_be_noise_is_no_mistake() -> None:
    assert mark_of(valuation(0.1, error=0.06)) == "good"
    assert mark_of(valuation(0.1, error=0.04)) == "mistake"


def test_a_game_without_a_study_is_valued_by_playing_on_with_its_error() -> None:
    work, _pieces, _analysis = analysed("shinobi")
    playouts = Playouts(find_game("shinobi"))
    unit = work.units[-2]
    view = work._before(unit.first).view(unit.seat)
    found = playouts.values(view, Random(5))
    assert found == playouts.values(view, Random(5))
    assert set(found.values) == set(found.errors) == set(view.legal)
    assert found.errors[found.best] == 0
    assert found.values[found.best] == max(found.values.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_decision_is_told_in_words(language: str) -> None:
    work, _pieces, analysis = analysed("seven-ronin")
    plan = next(one.valuation for one in analysis.decisions if one.valuation.plan)
    said = choice_text(work, plan, plan.chosen, Words(language))
    assert "ron." not in said
    assert "ninja>" not in said


def test_a_folder_is_analysed_once_with_equal_results_on_any_number_of_cores(tmp_path: Path) -> None:
    names = [GAMES["seven-ronin"], "seven-ronin-pl-2013", "seven-ronin-unfinished"]
    texts = {name: text_of(name) for name in names} | {"broken": "no record"}
    written = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        tasks = [Task(name, text, folder / f"{name}.json") for name, text in texts.items()]
        assert [how for _task, how in analyse_all(tasks, Processes(jobs))] == [
            DONE,
            DONE,
            UNFINISHED,
            UNREADABLE,
        ]
        written.append([task.file.read_bytes() for task in tasks[:2]])
    assert written[0] == written[1]
    tasks[0].file.write_text("half", encoding="utf-8")
    assert [how for _task, how in analyse_all(tasks, Processes(1))] == [DONE, KEPT, UNFINISHED, UNREADABLE]
    assert tasks[0].file.read_bytes() == written[0][0]
