"""The conformance kit: what must hold for every game, seat count and option, shown on random games."""

from __future__ import annotations

import pickle  # nosec B403
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from zashiki import CHANCE, Event, Game, Record, Refused, State
from zashiki.kernel import record as records
from zashiki.words import LANGUAGES, Words

_NOBODY: Final = (-3, -2, 99)
"""Numbers that are no seat in any game."""

Picker = Callable[[State, int, list[int], Random], int]


@cache
def words(language: str) -> Words:
    return Words(language)


def fingerprint(state: State, seats: int) -> bytes:
    """All that anybody can see of a state, spectators and chance included."""
    views = [msgspec.json.encode(state.view(seat)) for seat in (*range(seats), None)]
    chance = [repr((state.legal(CHANCE), state.odds())).encode()] if state.actors() == (CHANCE,) else []
    return b"\n".join(views + chance)


def pick_chance(state: State, random: Random) -> int:
    return random.choices(state.legal(CHANCE), state.odds())[0]


def pick_any(_state: State, _seat: int, legal: list[int], random: Random) -> int:
    return random.choice(legal)


def choose(state: State, random: Random, pick: Picker = pick_any) -> tuple[int, int]:
    """Some seat that may choose, and what it chooses."""
    seat = random.choice(state.actors())
    if seat == CHANCE:
        return seat, pick_chance(state, random)
    return seat, pick(state, seat, state.legal(seat), random)


@contextmanager
def dumped_on_failure(record: Record, label: str) -> Iterator[None]:
    """A failing game is kept as a record that `./zashiki replay` opens."""
    try:
        yield
    except Exception as error:
        folder = Path(tempfile.gettempdir()) / "zashiki-failures"
        folder.mkdir(exist_ok=True)
        file = folder / f"{record.game.id}-{label}.zashiki"
        file.write_text(record.write(), encoding="utf-8")
        error.add_note(f"the game up to here: {file}")
        raise


def conform(game: Game, seats: int, options: dict[str, Any], seed: int, checks: int = 12) -> Record:
    """Plays one random game and holds every step of it to the contract, about `checks` of them thoroughly."""
    random = Random(seed)
    record = Record(game, seats, options)
    past: list[tuple[State, bytes, int]] = []
    _check_versions(game)
    with dumped_on_failure(record, f"conform-{seats}-{seed}"):
        state = record.start()
        thorough = max(1, _length(game, seats, options, seed) // checks)
        for number in count():
            _check_step(game, state, seats)
            if number % thorough == 0 or not state.actors():
                _check_thoroughly(game, state, seats, random)
                past.append((state.copy(), fingerprint(state, seats), number))
            if not state.actors():
                break
            seat, action = choose(state, random)
            state.events = []
            state.apply(seat, action)
            record.add(seat, action)
            _check_events(state.events, seats)
            state.events = None
        _check_end(game, state, record, seats)
        for old, print_then, number in past:
            assert fingerprint(old, seats) == print_then, "a past state has changed"
            folded = record.fold(number)
            assert fingerprint(folded, seats) == print_then, "the fold of the record differs"
            assert folded.key() == old.key(), "the same record gives another key"
    return record


def _check_versions(game: Game) -> None:
    """The game knows the versions of its rules, its own among them, and no other."""
    assert game.rules in game.versions, "the game is not among its own versions"
    assert len(set(game.versions)) == len(game.versions)
    for version in game.versions:
        assert game.under(version).rules == version
        assert game.under(version).versions == game.versions
    try:
        game.under("no such version")
    except KeyError:
        return
    raise AssertionError("a version of the rules that does not exist is played")


def _length(game: Game, seats: int, options: dict[str, Any], seed: int) -> int:
    """How long a random game with these settings is, to spread the thorough checks over it."""
    state, random = game.start(seats=seats, **options), Random(seed)
    for length in count():
        if not state.actors():
            return length
        state.apply(*choose(state, random))
    raise AssertionError


def _check_step(game: Game, state: State, seats: int) -> None:
    actors = state.actors()
    assert (state.result() is None) == bool(actors), "a game without actors has a result, and only that"
    assert actors == (CHANCE,) or (CHANCE not in actors and list(actors) == sorted(set(actors)))
    for seat in actors:
        legal = state.legal(seat)
        assert legal, f"seat {seat} may choose but has no choice"
        assert legal == sorted(set(legal))
        assert 0 <= legal[0] <= legal[-1] < game.facts.actions
        if seat == CHANCE:
            assert len(state.odds()) == len(legal)
            assert min(state.odds()) > 0
    for seat in (*_NOBODY, seats, CHANCE, *range(seats)):
        assert seat in actors or state.legal(seat) == [], f"{seat} may not choose, but has choices"


def _check_thoroughly(game: Game, state: State, seats: int, random: Random) -> None:
    before = fingerprint(state, seats)
    _check_refusals(game, state, seats, random)
    _check_copy(state, seats, random, before)
    _check_pickle(state, seats, random, before)
    for seat in range(seats):
        _check_view(game, state, seat, random)
    spectator = state.view(None)
    assert spectator.legal == []
    in_words(spectator.prompt)
    assert fingerprint(state, seats) == before, "looking at a state has changed it"


def _check_refusals(game: Game, state: State, seats: int, random: Random) -> None:
    """legal and why_not agree, for those who have no seat too; what is refused names its rule and changes nothing."""
    before, key = fingerprint(state, seats), state.key()
    for seat in (*_NOBODY, seats, CHANCE, *range(seats)):
        legal = set(state.legal(seat))
        illegal = [action for action in range(game.facts.actions) if action not in legal]
        for action in legal:
            assert state.why_not(seat, action) is None, game.name(action)
        for action in illegal:
            refusal = state.why_not(seat, action)
            assert refusal is not None, f"{game.name(action)} is not legal for {seat}, but why_not is silent"
            assert refusal.rule, f"{refusal.key} names no rule"
            if random.random() < 0.05:
                in_words(refusal)
        for action in random.sample(illegal, min(3, len(illegal))):
            assert _refuses(state, seat, action), f"{game.name(action)} of {seat} is not refused"
    assert fingerprint(state, seats) == before, "a refused choice has changed the state"
    assert state.key() == key, "a refused choice has changed the key"


def _refuses(state: State, seat: int, action: int) -> bool:
    try:
        state.apply(seat, action)
    except Refused:
        return True
    return False


def _check_copy(state: State, seats: int, random: Random, before: bytes) -> None:
    twin = state.copy()
    key = state.key()
    assert fingerprint(twin, seats) == before, "a copy differs from its original"
    assert twin.key() == key, "a copy has another key"
    if state.actors():
        twin.apply(*choose(twin, random))
        assert fingerprint(state, seats) == before, "a choice in a copy has changed the original"
        assert state.key() == key, "a choice in a copy has changed the key of the original"
        assert twin.key() != key, "a choice leaves the key as it was"


def _check_pickle(state: State, seats: int, random: Random, before: bytes) -> None:
    """States and views go to other processes: what arrives is the same, goes on in the same way, and stands alone."""
    for twin in (_pickled(state), deepcopy(state)):
        assert fingerprint(twin, seats) == before, "a pickled state differs from its original"
        assert twin.key() == state.key(), "a pickled state has another key"
        if state.actors():
            seat, action = choose(state, random)
            there, here = twin, state.copy()
            there.apply(seat, action)
            here.apply(seat, action)
            assert there.key() == here.key(), "a pickled state goes on in another way"
    assert fingerprint(state, seats) == before, "a choice in a pickled state has changed the original"
    for seat in (*range(seats), None):
        view = state.view(seat)
        assert msgspec.json.encode(_pickled(view)) == msgspec.json.encode(view), "a pickled view differs"


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # nosec B301


def _check_view(game: Game, state: State, seat: int, random: Random) -> None:
    view = state.view(seat)
    assert view.seat == seat
    assert view.actors == state.actors()
    assert view.legal == (state.legal(seat) if seat in state.actors() else [])
    in_words(view.prompt)
    for action in view.legal[:20]:
        assert game.action(game.name(action)) == action
        in_words(game.label(view, action))
        assert game.help(view, action).rule
        in_words(game.help(view, action))
    imagined = game.imagine(view, random)
    assert msgspec.json.encode(imagined.view(seat)) == msgspec.json.encode(view), (
        "an imagined state does not fit its view"
    )
    assert imagined.view(seat).key() == view.key(), "equal views have different keys"
    assert imagined.actors() == state.actors()
    assert game.facts.secrets or imagined.key() == state.key(), (
        "nothing is secret, but the imagined state differs"
    )


def _check_events(events: list[Event], seats: int) -> None:
    for event in events:
        for seat in (*range(seats), None):
            message = event.seen_by(seat)
            if message is not None:
                in_words(message)


def in_words(message: Any) -> None:
    """The message can be said in every language."""
    for language in LANGUAGES:
        text = words(language)(message)
        assert text.strip()
        assert "{" not in text


def _check_end(game: Game, state: State, record: Record, seats: int) -> None:
    result = state.result()
    facts = game.facts
    assert result is not None
    assert len(result.returns) == seats
    assert all(facts.lowest_return <= value <= facts.highest_return for value in result.returns)
    assert not facts.zero_sum or sum(result.returns) == 0
    assert not facts.cooperative or len(set(result.returns)) == 1
    assert set(result.winners) <= set(range(seats))
    assert result.end.rule
    for message in (result.end, *result.story):
        in_words(message)
    assert len(record.entries) <= facts.longest
    again = records.read(record.write())
    assert again.write() == record.write()
    assert fingerprint(again.fold(), seats) == fingerprint(state, seats)


def exhaust(
    game: Game,
    setups: list[tuple[int, dict[str, Any]]],
    wanted: set[str],
    games: int,
    seed: int = 0,
    pick: Picker = pick_any,
    sign: Callable[[Event], str] = lambda event: event.message.key,
) -> set[str]:
    """Plays random games over the setups until every wanted sign has occurred; says which have not."""
    seen: set[str] = set()
    for number in range(games):
        seats, options = setups[number % len(setups)]
        random = Random(f"{seed}/{number}")
        record = Record(game, seats, options)
        with dumped_on_failure(record, f"exhaust-{seed}-{number}"):
            state = record.start()
            state.events = []
            while state.actors():
                seat, action = choose(state, random, pick)
                record.add(seat, action)
                state.apply(seat, action)
            seen.update(sign(event) for event in state.events)
            result = state.result()
            assert result is not None
            seen.add(result.end.key)
        if wanted <= seen:
            return seen
    raise AssertionError(f"never occurred in {games} games: {sorted(wanted - seen)}")
