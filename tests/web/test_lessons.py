"""Lessons: every step can be played as it is written, is explained in three languages, and needs no script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from markupsafe import escape

from tests.web.visitor import Visitor, buttons, hidden, table_of
from zashiki.kernel.parts import LessonStep
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.drawing import lights
from zashiki.web.lessons import ANY, answers, has_lesson, lesson, moment
from zashiki.words import LANGUAGES, Words, catalogue

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")
MOST_WORDS = 40
STEPS = [(name, number) for name in GAMES for number in range(1, len(lesson(name).step) + 1)]


def ways(name: str, number: int = 1, did: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every sequence of free choices with which a lesson can be gone through; none of them if it leaves none."""
    taught = lesson(name)
    if number > len(taught.step):
        yield did
        return
    now = moment(name, number, list(did))
    possible = answers(now.record.game, now.state, taught.seat, taught.step[number - 1])
    if len(possible) < 2:
        yield from ways(name, number + 1, did)
    for choice in possible if len(possible) > 1 else ():
        yield from ways(name, number + 1, (*did, choice))


def the_note(page: str) -> str:
    found = re.search(r'id="note-text">(.*?)</p>', page, re.DOTALL)
    assert found is not None, page
    return unescape(found[1])


def answer_to(page: str) -> str:
    """What a lesson says to a choice it did not ask for; nothing if it was the one."""
    found = re.search(r'role="alert">(.*?)</p>', page, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1])) if found else ""


def press(visitor: Visitor, page: str, game: str, action: int) -> str:
    """Sends the form of the choices with one of its buttons, or with a button that is not there."""
    number = re.search(r'id="choice"[^>]* action="/learn/[a-z-]+/(\d+)"', page)
    assert number is not None
    fields = {name: unescape(value) for name, value in hidden(page).items()} | {"action": str(action)}
    return visitor.get(f"/learn/{game}/{number[1]}?{urlencode(fields)}").text


def test_every_game_has_a_lesson_of_a_length_one_can_take_in() -> None:
    lengths = {name: len(lesson(name).step) for name in names() if has_lesson(name)}
    assert set(lengths) == set(GAMES)
    assert all(12 <= length <= 20 for length in lengths.values()), lengths


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_can_be_played_to_its_end_whatever_the_learner_chooses(name: str) -> None:
    for did in ways(name):
        now = moment(name, len(lesson(name).step), list(did))
        assert now.did == list(did)
        assert now.record.fold().view(now.lesson.seat) == now.view()


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_that_is_asked_for_is_legal_at_its_step(name: str) -> None:
    taught = lesson(name)
    game = find_game(name)
    asked = 0
    for did in ways(name):
        for number, step in enumerate(taught.step, 1):
            now = moment(name, number, list(did))
            legal = now.state.legal(taught.seat)
            asked += len(step.ask)
            assert all(game.action(choice) in legal for choice in step.ask), step.name
    assert asked


def test_a_step_may_ask_for_any_legal_choice() -> None:
    now = moment("shinobi", 8, [])
    free = LessonStep("free", [], ask=[ANY])
    legal = [now.record.game.name(action) for action in now.state.legal(0)]
    assert answers(now.record.game, now.state, 0, free) == legal == ["takeda*uesugi-1", "oda*uesugi-1"]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_a_note_in_three_languages_and_no_note_is_left_over(name: str) -> None:
    prefix = find_game(name).prefix
    steps = {f"{prefix}.learn.{step.name}" for step in lesson(name).step}
    assert len(steps) == len(lesson(name).step), "two steps share a name"
    for language in LANGUAGES:
        assert {key for key in catalogue(language) if key.startswith(f"{prefix}.learn.")} == steps
    for key in steps:
        assert len(Words("en").say(key).split()) <= MOST_WORDS, key


class Elements(HTMLParser):
    """The attributes of every element of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({"tag": tag, **{name: value or "" for name, value in attrs}})

    def named_by(self, light: str) -> int:
        """How many elements a light of a lesson names."""
        if light.startswith("."):
            classes = set(light[1:].split("."))
            return sum(classes <= set(one.get("class", "").split()) for one in self.found)
        name, value = ("id", light[1:]) if light.startswith("#") else tuple(light.split("="))
        return sum(one.get(name) == value for one in self.found)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_every_light_of_a_step_falls_on_something(ann: Visitor, name: str, number: int) -> None:
    table = ann.get(f"/learn/{name}/{number}").text.split('id="table"')[1]
    step, game = lesson(name).step[number - 1], find_game(name)
    assert step.light
    for light in step.light:
        named = f"#choose-{game.action(light[1:])}" if light.startswith("=") else light
        assert Elements(table).named_by(named), f"{step.name}: {light}"


@pytest.mark.parametrize("name", GAMES)
def test_a_step_links_a_style_sheet_that_lights_what_the_step_names(ann: Visitor, name: str) -> None:
    for number, step in enumerate(lesson(name).step, 1):
        page = ann.get(f"/learn/{name}/{number}").text
        assert f'<link rel="stylesheet" href="/learn/{name}/{number}/lights.css">' in page
        sheet = ann.get(f"/learn/{name}/{number}/lights.css")
        assert sheet.status_code == 200
        assert sheet.headers["content-type"].startswith("text/css")
        selectors = lights.selectors(find_game(name), step)
        assert f"\n{selectors} {{\n  outline:" in sheet.text
        assert f'data-lights="{escape(selectors)}"' in page
        assert ":--lit" not in sheet.text


def test_a_sheet_of_lights_is_there_for_the_steps_of_lessons_alone(ann: Visitor) -> None:
    for path in ("/learn/seven-ronin/0", "/learn/seven-ronin/99", "/learn/chess/1"):
        assert ann.get(f"{path}/lights.css").status_code == 404, path


def tables_at_home(visitor: Visitor) -> set[str]:
    return set(re.findall(r"/t/\w+", visitor.get("/").text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_lesson_without_scripts(ann: Visitor, name: str, language: str) -> None:
    ann.post("/lang", lang=language, next="/")
    taught, game, words = lesson(name), find_game(name), Words(language)
    tables_before = tables_at_home(ann)
    page = ann.get(f"/learn/{name}").text
    for number, step in enumerate(taught.step, 1):
        assert the_note(page) == words.say(f"{game.prefix}.learn.{step.name}")
        assert words.say("web.learn.step", number=number, last=len(taught.step)) in unescape(page)
        assert answer_to(page) == ""
        onward = re.search(r'rel="next" href="([^"]+)"', page)
        if step.ask:
            assert onward is None, "the way on is the choice"
            action = game.action(step.ask[-1])
            assert action in buttons(page).values()
            page = press(ann, page, name, action)
        elif number < len(taught.step):
            assert onward is not None
            page = ann.get(unescape(onward[1])).text
    assert tables_at_home(ann) == tables_before, "a lesson leaves no table behind"


def test_another_legal_choice_gets_a_friendly_answer_and_loses_nothing(ann: Visitor) -> None:
    page = ann.get("/learn/seven-ronin/6").text
    other = press(ann, page, "seven-ronin", find_game("seven-ronin").action("hayai>well"))
    assert answer_to(other) == (
        "A good idea, and the rules allow it. This lesson goes another way, though.  Try this: Musashi to Field (3)."
    )
    assert the_note(other) == the_note(page)
    assert buttons(other) == buttons(page)


def test_a_choice_that_the_rules_refuse_is_answered_with_the_rule(ann: Visitor) -> None:
    game = find_game("seven-ronin")
    page = ann.get("/learn/seven-ronin/7").text
    refused = press(ann, page, "seven-ronin", game.action("kabe>field-3"))
    why = moment("seven-ronin", 7, []).state.why_not(1, game.action("kabe>field-3"))
    assert why is not None
    assert why.rule == "RON-P7"
    assert answer_to(refused).startswith(Words("en")(why))
    assert '<a class="rule" href="/rules/seven-ronin#RON-P7" title="RON-P7"' in refused
    assert the_note(refused) == the_note(page)


def test_a_place_that_can_t_be_chosen_leads_to_the_answer(ann: Visitor) -> None:
    """The board's own "why not?" links stay within the lesson."""
    page = ann.get("/learn/seven-ronin/7").text
    links = re.findall(r'<a class="why[^"]*" href="([^"]+)"', page)
    assert links
    assert all(link.startswith("/learn/seven-ronin/7?action=") for link in links)
    assert 'title="RON-P7"' in ann.get(unescape(links[0])).text


def test_a_free_choice_is_kept_in_the_address_and_can_be_made_again(ann: Visitor) -> None:
    number = [step.name for step in lesson("seven-ronin").step].index("heal") + 1
    game = find_game("seven-ronin")
    page = ann.get(f"/learn/seven-ronin/{number}").text
    healed = press(ann, page, "seven-ronin", game.action("heal>musashi"))
    assert "Taiko heals one of Musashi’s wounds" in healed
    assert hidden(healed) == {"did": "heal&gt;musashi"}
    after = press(ann, healed, "seven-ronin", game.action("ride>well"))
    assert "Taiko heals one of Musashi’s wounds" in after
    back = re.search(r'rel="prev" href="([^"]+)"', healed)
    assert back is not None
    again = press(ann, ann.get(unescape(back[1])).text, "seven-ronin", game.action("heal>kabe"))
    assert "Taiko heals one of Kabe’s wounds" in again


def test_an_address_with_free_choices_that_were_never_offered_still_opens(ann: Visitor) -> None:
    page = ann.get("/learn/seven-ronin/18?did=heal%3Eyumi,nonsense").text
    assert "Taiko heals one of Kabe’s wounds" in page


@pytest.mark.parametrize("name", ["seven-ronin", "samurai-spirit"])
def test_from_the_last_step_one_plays_on_against_bots(ann: Visitor, name: str) -> None:
    last = len(lesson(name).step)
    assert "/go-on" in ann.get(f"/learn/{name}/{last}").text
    response = ann.post(f"/learn/{name}/go-on", did="")
    assert response.status_code == 200
    table = table_of(response)
    now = moment(name, last, [])
    prompt = Words("en")(now.view().prompt)
    assert prompt in unescape(response.text)
    assert f"/t/{table}" in ann.get("/").text
    assert buttons(response.text)


def test_a_lesson_that_ends_with_the_game_offers_a_new_one(ann: Visitor) -> None:
    page = ann.get(f"/learn/shinobi/{len(lesson('shinobi').step)}").text
    assert 'formaction="/play/shinobi"' in page
    assert ">Play on from here" not in page
    assert ann.post("/learn/shinobi/go-on", did="").status_code == 409


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/seven-ronin/0", 404),
        ("/learn/seven-ronin/99", 404),
        ("/learn/seven-ronin/one", 404),
        ("/learn/chess/1", 404),
        ("/learn/seven-ronin/go-on", 405),
        ("/learn/seven-ronin/6?action=99999", 200),
        ("/learn/seven-ronin/6?action=-1", 200),
        ("/learn/seven-ronin/1?action=3", 200),
    ],
)
def test_an_address_that_leads_nowhere_says_what_to_do(ann: Visitor, path: str, status: int) -> None:
    response = ann.get(path)
    assert response.status_code == status
    assert "href=" in response.text


@pytest.mark.parametrize(
    ("light", "selector"),
    [
        ("#row-musashi", '[id="row-musashi"]'),
        (".village", ".village"),
        (".stack.open.wide", ":where(.stack.open).wide"),
        ("data-seat=1", '[data-seat="1"]'),
        ("=ready", '[id="choose-{ready}"]'),
    ],
)
def test_a_light_is_a_selector_that_counts_as_one_class(light: str, selector: str) -> None:
    game = find_game("seven-ronin")
    assert lights.selector(game, light) == selector.format(ready=game.action("ready"))


@pytest.mark.parametrize(
    "light", ["", "p", "#a b", "#a,p", ".a > p", "#a{}", 'x="1"', "x=1]", ".", "#1", "#é"]
)
def test_a_light_that_is_no_name_is_refused(light: str) -> None:
    with pytest.raises(lights.BadLight):
        lights.selector(find_game("seven-ronin"), light)
