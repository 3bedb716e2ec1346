"""Five hundred mails of robots, foes and broken programs among a hundred orders: only the orders have an effect."""

import gc
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from referee.config import Mail
from referee.mail.inbox import Filing
from referee.store import outgoing
from referee.store.outgoing import MailState, QueuedMail
from tests.acceptance.at_the_desk import DIRECTOR, REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import asks, parsed, reply
from tests.mail.hostile.broken import BROKEN, CHAT
from tests.mail.hostile.foes import FOES
from tests.mail.hostile.robots import ROBOTS
from tests.mail.hostile.scene import EVE, POISON, Make, Scene, raw
from tests.simulation.measures import SOAK

GAMES = 25
WIZARDS = ("Ann", "Bob")
SEATS = tuple((game, f"{name}{game}") for game in range(1, GAMES + 1) for name in WIZARDS)  # each is a player
TURNS = (("LH: S, RH: W\nsay: one", "LH: D, RH: P"), ("LH: F, RH: D", "LH: W, RH: S"))
HOSTILE = 500
ANSWERS_PER_HOUR = Mail().answers_per_hour
FLOOD = 10_000 if SOAK else 150
KINDS: dict[str, Make] = {**ROBOTS, **FOES, **BROKEN}
# Mail systems write these, whoever the robot says that he is.
FIELDS = {
    *("from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references", "auto-submitted"),
    *("x-auto-response-suppress", "precedence", "x-loop", "list-unsubscribe", "mime-version", "content-type"),
}
SHAPES = 20 if SOAK else 7  # of each kind
ROUNDS = 5 if SOAK else 1  # of hostile mails of all kinds
GROWTH_BYTES_MAX = 1_000_000  # in each round
PEAK_BYTES_MAX = 60_000_000


@dataclass
class Story:
    """What came and what was answered: the kind of each letter by its number."""

    table: Table
    kinds: dict[int, str] = field(default_factory=dict)
    came: int = 0

    def come(self, mail: bytes, kind: str) -> Filing:
        filing = self.table.receive(mail)
        self.came += 1
        latest = self.table.store.db.execute("SELECT max(id) FROM letters").fetchone()[0]
        self.kinds.setdefault(latest, kind)  # the same bytes again are the same letter
        return filing

    def answers(self) -> list[QueuedMail]:
        queued = outgoing.listing(self.table.store, MailState)
        return [each for each in queued if each.letter in self.kinds]

    def answered(self, *kinds: str) -> Counter[str]:
        """How often letters of these kinds were answered."""
        return Counter(kind for each in self.answers() if (kind := self.kinds[each.letter or 0]) in kinds)


Asked = dict[tuple[int, str], EmailMessage]
"""The mails that ask the seats for a turn's orders."""


def asked_in(table: Table, turn: int) -> Asked:
    found = {}
    for row in outgoing.listing(table.store, MailState):
        if row.turn == turn and row.game is not None and row.seat is not None and row.letter is None:
            mail = outgoing.mail(table.store, row.id)
            assert mail is not None
            found[row.game, f"{WIZARDS[row.seat - 1]}{row.game}"] = parsed(mail.raw)
    assert len(found) == len(SEATS)
    assert all(asks(mail) for mail in found.values())
    return found


def orders_of(asked: Asked, turn: int) -> Iterator[bytes]:
    """What every player answers in a turn, in the order of the games."""
    for game, name in SEATS:
        answer = reply(asked[game, name], address_of(name), TURNS[turn - 1][WIZARDS.index(name[:3])])
        yield f"Return-Path: <{address_of(name)}>\r\n".encode() + answer.as_bytes()


def hostile(asked: Asked, turn: int, number: int) -> tuple[str, bytes]:
    """The kind and the bytes of a hostile mail; the kinds take turns, and are all different in themselves."""
    dice = Random(f"{turn} {number}")
    kind = list(KINDS)[number % len(KINDS)]
    game, name = dice.choice(SEATS)
    scene = Scene(asked=asked[game, name], player=address_of(name), home=REFEREE, dice=dice)
    return kind, KINDS[kind](scene)


def states(table: Table) -> list[object]:
    return [table.game(game).duel for game in range(1, GAMES + 1)]


def laid(folder: Path, games: int = GAMES) -> Iterator[Table]:
    folder.mkdir()
    with laid_table(folder) as table:
        for game in range(1, games + 1):
            table.start(*(name if games == 1 else f"{name}{game}" for name in WIZARDS))
        yield table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    yield from laid(tmp_path / "attacked")


@pytest.fixture
def peaceful(tmp_path: Path) -> Iterator[Table]:
    """The same games, where only the orders come."""
    yield from laid(tmp_path / "peaceful")


def test_among_five_hundred_hostile_mails_each_of_a_hundred_orders_has_its_effect(
    table: Table, peaceful: Table
) -> None:
    story = Story(table)
    orders = 0
    for turn in (1, 2):
        asked = asked_in(table, turn)
        bad = [hostile(asked, turn, number) for number in range(HOSTILE // 2)]
        good = [("order", mail) for mail in orders_of(asked, turn)]
        orders += len(good)
        coming = bad + good[:-1]
        Random(turn).shuffle(coming)
        for kind, mail in [*coming, good[-1]]:  # the last order ends the turn, and all the rest came before it
            filing = story.come(mail, kind)
            assert filing is not Filing.LEAVE, kind
            assert kind != "order" or filing is Filing.PROCESSED
        for mail in orders_of(asked_in(peaceful, turn), turn):
            assert peaceful.receive(mail) is Filing.PROCESSED
    assert orders == 100
    assert story.came == 600
    assert len(story.kinds) > 580
    assert states(table) == states(peaceful)
    assert story.answered("order") == {"order": 100}
    assert not story.answered(*ROBOTS)
    check_what_went_out(story)


def check_what_went_out(story: Story) -> None:
    """It went to players, and to the director in whose name somebody wrote, with no field that we do not write."""
    known = {address_of(name) for name in (*WIZARDS, *(name for _, name in SEATS))} | {DIRECTOR}
    for each in outgoing.listing(story.table.store, MailState):
        assert each.recipient in known, each
        mail = outgoing.mail(story.table.store, each.id)
        assert mail is not None
        fields = [name.lower() for name, _ in parsed(mail.raw).items()]
        assert set(fields) <= FIELDS, fields
        assert len(fields) == len(set(fields)), fields
    assert not [letter for letter in story.table.letters() if letter.state.value == "set aside"]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Table]:
    """One game, in its first turn."""
    yield from laid(tmp_path / "small", 1)


@pytest.mark.parametrize("kind", ROBOTS)
def test_a_robot_is_not_answered_in_any_of_its_shapes(small: Table, kind: str) -> None:
    story, before = Story(small), small.count()
    for number in range(SHAPES):
        scene = Scene(asked=small.asked("Ann"), player=address_of("Ann"), home=REFEREE, dice=Random(number))
        story.come(ROBOTS[kind](scene), kind)
    assert small.count() == before
    assert (small.held(1), small.owing()) == (set(), WIZARDS)


@pytest.mark.parametrize("kind", [*FOES, *BROKEN])
def test_a_mail_without_proof_or_without_sense_orders_nothing(small: Table, kind: str) -> None:
    story = Story(small)
    for number in range(SHAPES // 3):
        scene = Scene(asked=small.asked("Ann"), player=address_of("Ann"), home=REFEREE, dice=Random(number))
        assert story.come(KINDS[kind](scene), kind) is not Filing.LEAVE
    assert (small.held(1), small.held(2), small.owing()) == (set(), set(), WIZARDS)
    assert {each.recipient for each in story.answers()} <= {address_of("Ann"), DIRECTOR}
    check_what_went_out(story)


def test_the_poison_would_be_seen(small: Table) -> None:
    scene = Scene(asked=small.asked("Ann"), player=address_of("Ann"), home=REFEREE, dice=Random(1))
    Story(small).come(raw(scene, body=POISON.partition("withdraw")[0]), "antidote")
    assert small.held(1)


def test_words_that_would_be_a_template_are_printed_as_they_are(small: Table) -> None:
    words = "{{ 7*7 }} {% for x in y %} {# no #} ${7*7} <b>&amp;</b>"
    small.turn(ann=f"LH: S, RH: W\nsay: {words}", bob="LH: S, RH: W")
    for name in WIZARDS:
        report = small.asked(name, turn=2)
        text, page = (report.get_body((kind,)) for kind in ("plain", "html"))
        assert text is not None
        assert page is not None
        assert words in " ".join(str(text.get_content()).split())
        assert "{{ 7*7 }}" in str(page.get_content())
        assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in str(page.get_content())
        assert "49" not in str(text.get_content())


@pytest.mark.parametrize(("sender", "answers"), [(EVE, 0), (address_of("Ann"), ANSWERS_PER_HOUR)])
def test_a_flood_from_one_address_has_few_answers_and_the_next_order_has_its_effect(
    small: Table, sender: str, answers: int
) -> None:
    """Ten thousand mails in the long run, and some hundreds in the ordinary one; they come within an hour."""
    story, asked, begun = Story(small), small.asked("Ann"), small.now
    for number in range(FLOOD):
        scene = Scene(asked=asked, player=sender, home=REFEREE, dice=Random(number))
        told = {} if answers else {"To": REFEREE, "Delivered_To": REFEREE, "Subject": "x", "In_Reply_To": None}
        story.come(raw(scene, body=CHAT if answers else POISON, **told), "flood")
        small.now = begun + (small.now - begun) % timedelta(minutes=50)
    assert min(answers, 1) <= len(story.answers()) <= answers
    assert small.answer("Ann", "LH: S, RH: W") is Filing.PROCESSED
    assert small.held(1) == {"LH: S", "RH: W"}


def test_the_memory_does_not_grow_with_hostile_mails(small: Table) -> None:
    def round_of(number: int) -> None:
        for make in KINDS.values():
            scene = Scene(asked=asked, player=address_of("Ann"), home=REFEREE, dice=Random(number))
            small.receive(make(scene))

    asked = small.asked("Ann")
    round_of(1)  # what is made but once is made here
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(2, 2 + ROUNDS):
            round_of(number)
        gc.collect()
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < ROUNDS * GROWTH_BYTES_MAX
    assert peak - before < PEAK_BYTES_MAX
