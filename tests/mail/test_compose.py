"""Mails: what they hold, that nothing in them reads as an order, that nobody learns what he may not know."""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.clauses import AnyClause
from engine.events import Gestured, Turn
from engine.language import Field, read
from engine.model import NOBODY, Duel, Gesture, Made, Part, new_duel
from engine.tournament.model import TieBreak
from engine.tournament.tables import Grid
from engine.tournament.terms import Swiss
from engine.transcript import play
from engine.views import View, observe, public
from referee.challenging import told_terms
from referee.deadlines.ladder import Rung
from referee.mail import clock_mails, compose, director_mails, event_mails, table_mails
from referee.mail.answers import Answered
from referee.mail.compose import MAILS, Mail
from referee.mail.event_mails import Section
from referee.mail.headers import Attachment
from referee.mail.quotes import CUT_LINE, FORM_END
from referee.mail.scene import Scene
from referee.mail.wrapping import COLUMNS
from referee.terms import Press, Terms, tell
from referee.terms.event import Definition
from referee.tournaments.wording import rules_in_full
from tests.mail.scenes import receipt_of, scene
from tests.simulation.measures import SOAK
from tests.simulation.seekers import played

GOLDEN = Path(__file__).parent / "golden"
SEEDS = range(24 if SOAK else 8)
TURNS = 12


def reports(seed: int) -> Iterator[tuple[Turn, str, Mail]]:
    """Every report of one seeded duel, with whose it is."""
    for each in played(seed, TURNS):
        turn = each.turn
        for wizard in turn.after.wizards:
            view, place = observe(turn, wizard.name), scene(turn.after, wizard.name)
            if turn.after.result is None:
                yield turn, wizard.name, compose.report(place, view=view)
            else:
                yield turn, wizard.name, over(place, view, turn.after)


def over(place: Scene, view: View, whole: Duel) -> Mail:
    """The last report of a game that ended by the rules."""
    ending = ("Bob won.", "Ann surrendered on turn 3.")
    file = Attachment("game-17.duel", "duel: a duel to read\n")
    return table_mails.over(place, view=view, whole=whole, ending=ending, transcript=file)


def readable_orders(duel: Duel, wizard: str, text: str) -> list[tuple[str, tuple[AnyClause, ...]]]:
    """The lines of a mail that the order language would accept, each alone and after its last line joined to it."""
    field = Field.of(duel)
    found = []
    lines = text.splitlines()
    for line in lines:
        clauses = read(line, field, wizard).clauses
        if clauses and line.strip() != "then":
            found.append((line, clauses))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_reports_fit_the_page_and_no_line_of_them_reads_as_an_order(seed: int) -> None:
    for turn, wizard, mail in reports(seed):
        assert max(map(len, mail.text.splitlines())) <= COLUMNS, mail.text
        assert readable_orders(turn.after, wizard, mail.text) == [], mail.text
        assert "None" not in mail.text + mail.html
        assert "\n\n\n" not in mail.text
        if turn.after.result is None:
            assert mail.text.startswith(CUT_LINE + "\n")


@pytest.mark.parametrize("seed", SEEDS)
def test_text_and_html_tell_the_same_story(seed: int) -> None:
    for turn, wizard, mail in reports(seed):
        story = compose.tell(observe(turn, wizard))
        plain = " ".join(mail.text.split())
        marked = " ".join(re.sub(r"<[^>]+>", "", mail.html).replace("&#39;", "'").replace("&#34;", '"').split())
        for paragraph in story.paragraphs:
            told = " ".join(" ".join(paragraph).split())
            assert told in plain
            assert told in marked.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")


@pytest.mark.parametrize("seed", SEEDS)
def test_gestures_that_a_reader_may_not_know_change_nothing_in_his_mail(seed: int) -> None:
    for each in played(seed, TURNS):
        for wizard in each.turn.after.wizards:
            other = unseen_changed(each.turn, wizard.name)
            assert report_of(other, wizard.name) == report_of(each.turn, wizard.name)


def report_of(turn: Turn, wizard: str) -> Mail:
    return compose.report(scene(turn.after, wizard), view=observe(turn, wizard))


def unseen_changed(turn: Turn, viewer: str) -> Turn:
    """The turn with all gestures that the viewer did not see made otherwise."""
    swapped = {Gesture.WAVE: Gesture.SNAP, Gesture.SNAP: Gesture.WAVE, Gesture.DIGIT: Gesture.FINGERS}

    def other(gesture: Gesture) -> Gesture:
        return swapped.get(gesture, gesture)

    def made(entry: Made) -> Made:
        if viewer not in entry.hidden_from:
            return entry
        return replace(entry, left=other(entry.left), right=other(entry.right))

    events = tuple(
        replace(e, pairs=tuple((other(a), other(b)) for a, b in e.pairs))
        if isinstance(e, Gestured) and viewer in e.hidden_from
        else e
        for e in turn.events
    )
    wizards = tuple(replace(w, history=tuple(map(made, w.history))) for w in turn.after.wizards)
    return replace(turn, events=events, after=replace(turn.after, wizards=wizards))


# -- golden files: what people read -------------------------------------------------------------------------------

DUEL = """duel: A duel to read
wizards: Ann, Bob
salt: 7
setup: Ann history LH FF RH P-
setup: Bob history LH SF RH WW
setup: Bob controls an ogre

turn 1
Ann: LH: F, RH: S, paralyse Bob's LH, say: have at you
Bob: LH: W, RH: P, cast Summon goblin with LH on self, cast Protection from evil with RH, LH:Bob attacks Ann

turn 2
Ann: LH: P, RH: D, cast Missile with RH at Bob
Bob: RH: -, goblin attacks Ann, ogre rests
"""


def told(text: str, turn: int) -> Turn:
    _, turns = play(text)
    return turns[turn - 1].turn


ANSWERED = (
    Answered(
        name="draw", asked="draw 17", parts=("You offer a draw in game 17. It lapses when turn 4 is over.",), done=True
    ),
    Answered(
        name="accept",
        asked="accept 12",
        parts=("There is no challenge 12 for you.", ("9   of Bob, turns of 3 days", "11  open, one seat is free")),
        done=False,
    ),
)
UNREAD = ("line 3, “staus”: there is no such command. Try: status 17",)


DUEL_SO_FAR = told(DUEL, 1).after
EVENT_TABLE = Grid(
    title="Standings",
    head=("", "", "Points", "Games", "Bh"),
    rows=(("1", "Cid", "3", "3", ""), ("2", "Dee", "1½", "3", "4"), ("3", "Missile", "1½", "3", "2½")),
)
WINTER_CUP = Definition(
    name="Winter Cup",
    format=Swiss(rounds=5),
    games=Terms(rated=True),
    about="Bring mittens.",
    tiebreaks=(TieBreak.BUCHHOLZ, TieBreak.WINS),
)


@cache
def mails() -> dict[str, Mail]:
    """One mail of each kind."""
    begun = new_duel(("Ann", "Bob"), salt="7")
    first, second = told(DUEL, 1), told(DUEL, 2)
    last = told(DUEL + "\nturn 3\nAnn: surrender\nBob: LH: -, RH: -\n", 3)
    ann = scene(first.after, "Ann")
    return {
        "invitation": compose.invitation(scene(begun, "Ann"), commitment="ab" * 32),
        "receipt": receipt_of(first.after, "lh p, rh: q, missile at goblin\ncast Sheild on self\nthank you"),
        "receipt-of-complete-orders": receipt_of(first.after, "Hello!\nlh f, rh w, say: mind your ogre\nAnn"),
        "receipt-of-a-surrender": receipt_of(first.after, "surrender"),
        "report": compose.report(ann, view=observe(first, "Ann")),
        "report-of-a-shielded-missile": compose.report(scene(second.after, "Bob"), view=observe(second, "Bob")),
        "over": over(scene(last.after, "Bob"), observe(last, "Bob"), last.after),
        "stale": compose.stale(ann, view=observe(first, "Ann")),
        "unread": compose.unread(ann, why=("There is no text in it that could be read, only a picture.",)),
        "note": compose.closed(referee="Referee of Graven Circle", subject="my orders", reason="It came twice."),
        "elsewhere": compose.elsewhere(referee="Referee of Graven Circle"),
        "refused": compose.refused(referee="Referee of Graven Circle", games=(17, 18), subject="my orders"),
        "over-by-agreement": table_mails.over(
            scene(first.after, "Ann", running=False),
            view=View(viewer="Ann", turn=1, part=Part.NORMAL, events=(), duel=first.after),
            whole=first.after,
            ending=("All who were left agreed on a draw before turn 2 was played: it is a draw between you and Bob.",),
            ratings=("Merlyn                new → 1500±290", "Prospero              1523±80 → 1519±78"),
            people=("Ann was Merlyn", "Bob was Prospero"),
        ),
        "press": table_mails.press(
            ann,
            writer="Bob",
            others=["Cid"],
            words=["Shall we make peace, and turn on Cid?", "", "LH: F, RH: P", "https://example.org/" + "x" * 90],
        ),
        "press-grey": table_mails.press(ann, writer=None, others=[], words=["resign", "cast Missile at Bob"]),
        "watched": table_mails.watched(replace(ann, wizard=NOBODY, report_tag="[WH]"), view=public(first)),
        "aborted-with-what-was-played": compose.aborted(
            scene(first.after, "Ann", running=False),
            reason="Bob has moved to the moon.",
            transcript=Attachment("game-17.duel", "duel: a duel to read\n"),
        ),
        "answers": compose.answers(referee="Referee of Graven Circle", answered=ANSWERED, unread=UNREAD),
        "confirm": compose.confirm(
            referee="Referee of Graven Circle",
            what="your address",
            why="Somebody, you perhaps, wants to play Waving Hands under the name Ann, from this address.",
            code="88-k7f3-92ab",
        ),
        "challenge": compose.challenge(
            referee="Referee of Graven Circle",
            challenger="Ann",
            number=12,
            others=("Cid", "Dee"),
            terms=told_terms(replace(Terms(), wizards=4, press=Press.NONE)),
            until="Thursday 10 December, 20:00 in Berlin (19:00 UTC), in 14 days",
            code="88-k7f3-92ab",
        ),
        "challenge-to-a-duel": compose.challenge(
            referee="Referee of Graven Circle",
            challenger="Ann",
            number=13,
            others=(),
            terms=told_terms(Terms()),
            until="Thursday 10 December, 19:00 UTC, in 14 days",
            code="89-k7f3-92ab",
        ),
        "challenge-declined": compose.notice(
            referee="Referee of Graven Circle",
            about="Challenge 12: Bob declines",
            told="Bob declines challenge 12 of Ann. So nothing comes of it.",
        ),
        "held": compose.held(scene(first.after, "Ann", running=False)),
        "aborted": compose.aborted(scene(first.after, "Ann", running=False), reason="Bob has moved to the moon."),
        "report-with-an-opponent-out-of-reach": compose.report(
            replace(ann, unreachable=("Bob",)), view=observe(first, "Ann")
        ),
        "unsubscribe": compose.unsubscribe(ann),
        "director_unreachable": compose.director_unreachable(
            referee="Referee of Graven Circle",
            address="bob@example.org",
            seats=[(17, "Bob"), (18, "Robert")],
            status="5.1.1",
        ),
        "director_reachable": compose.director_reachable(
            referee="Referee of Graven Circle", address="bob@example.org", sent=1, dropped=2
        ),
        "director_backup": compose.director_backup(
            referee="Referee of Graven Circle",
            reason="the disk is full; make room",
            last=datetime(2026, 11, 26, 19, tzinfo=UTC),
        ),
        "director_backup-first": compose.director_backup(
            referee="Referee of Graven Circle", reason="game 7, turn 3: its check value differs", last=None
        ),
        "director_held": compose.director_held(
            referee="Referee of Graven Circle", game=17, turn=4, error="AssertionError: no such wizard"
        ),
        "reminder": clock_mails.reminder(
            scene(DUEL_SO_FAR, "Ann"),
            rung=Rung.HOURS,
            warning="Without orders your wizard gives up the game with this turn.",
        ),
        "reminder-in-grace": clock_mails.reminder(
            replace(scene(DUEL_SO_FAR, "Ann"), due="Orders were due 3 hours ago. They are still taken for a while."),
            rung=Rung.DUE,
            warning="Without orders your wizard makes the gestures of his last turn once more.",
        ),
        "seat_offer": clock_mails.seat_offer(
            referee="Referee of Graven Circle",
            game=17,
            turn=4,
            wizard="Bob",
            standing=["Ann: 14 hit points", "Bob: 15 hit points"],
            terms=tell(Terms()),
            until="Thursday 3 December, 20:00 in Berlin (19:00 UTC), in 2 days",
            code="88-k7f3-92ab",
        ),
        "seat": clock_mails.seat(scene(DUEL_SO_FAR, "Ann"), views=[observe(told(DUEL, 1), "Ann")], terms=tell(Terms())),
        "corrected": director_mails.corrected(
            scene(DUEL_SO_FAR, "Ann"),
            about="the game was corrected",
            what="The director has taken back turns 3 to 5.",
            reason="a slip of mine",
            told=("The orders that were sent for what was taken back do not count any more.",),
            view=observe(told(DUEL, 1), "Ann"),
        ),
        "seat_lost-by-the-director": clock_mails.seat_lost(
            scene(DUEL_SO_FAR, "Bob"), wizard="Bob", reason="Bob has asked for it"
        ),
        "directed": director_mails.directed(
            scene(DUEL_SO_FAR, "Ann"),
            about="the clock stands still",
            what="The director has stopped the clock.",
            reason="Bob is in hospital, LH: F",
        ),
        "replaced": clock_mails.replaced(
            scene(DUEL_SO_FAR, "Ann"),
            wizard="Bob",
            who="Dee",
            reasons=("A new player took over Bob's seat and has the whole time: Thursday 3 December, 19:00 UTC.",),
        ),
        "seat_on_offer": clock_mails.seat_on_offer(
            scene(DUEL_SO_FAR, "Ann"), wizard="Bob", until="Saturday 5 December, 20:00 in Berlin (19:00 UTC), in 2 days"
        ),
        "seat_on_offer-mine": clock_mails.seat_on_offer(
            scene(DUEL_SO_FAR, "Bob"), wizard="Bob", until="Saturday 5 December, 19:00 UTC, in 2 days"
        ),
        "seat_lost": clock_mails.seat_lost(scene(DUEL_SO_FAR, "Bob"), wizard="Bob"),
        "deadline": clock_mails.deadline_moved(
            scene(DUEL_SO_FAR, "Ann"),
            reasons=("The clock stands still during Bob's vacation: Friday 11 December, 20:00 in Berlin (19:00 UTC).",),
        ),
        "director_outage": clock_mails.director_outage(
            referee="Referee of Graven Circle",
            address="duel@example.org",
            start=datetime(2026, 12, 3, 19, 0, tzinfo=UTC),
            end=datetime(2026, 12, 5, 20, 30, tzinfo=UTC),
            length="2 days 1 hour",
        ),
        "event": event_mails.event(
            referee="Referee of Graven Circle",
            name="Winter Cup",
            about="Cid has won",
            sections=[
                Section("", ("Winter Cup is over, and Cid has won it. Missile, Shield and surrender are but words.",)),
                Section("The table", (EVENT_TABLE, "W won, D drawn, L lost")),
                Section("Games that ended this week", (("17    Ann v Bob", "      Bob has won"),)),
            ],
        ),
        "event-announced": event_mails.event(
            referee="Referee of Graven Circle",
            name="Winter Cup",
            about="you can join",
            sections=[
                Section("", rules_in_full(WINTER_CUP)),
                Section("How to join", ("Answer with one of these lines to play.", ("join 3", "leave 3"))),
            ],
        ),
        "event-round": event_mails.event(
            referee="Referee of Graven Circle",
            name="Winter Cup",
            about="round 2, you play Bob",
            sections=[
                Section(
                    "Round 2: you play Bob",
                    (
                        "Ann meets Bob: they are the two with 1 point.",
                        "It is game 17; another mail asks for your first orders.",
                        "Its dice come from a salt that stays secret until the end. The SHA-256 of that salt:",
                        ("ab" * 32,),
                    ),
                )
            ],
        ),
        "event-ruling": event_mails.event(
            referee="Referee of Graven Circle",
            name="Winter Cup",
            about="game 17 is to be decided",
            sections=[
                Section(
                    "",
                    (
                        "Game 17 is to be decided: Ann has won.",
                        "The reason: The time for this game is over. With the monsters' counted to those whom they"
                        " obey, Ann has 15 hit points and Bob has seven hit points.",
                        "That stands from Thursday 10 December, 19:00 UTC, in 5 days, unless the game ends by itself"
                        " before. Who is against it answers until then with this line, and his reason behind it; then"
                        " the director decides.",
                        ("appeal 17: WHY",),
                    ),
                )
            ],
        ),
        "director_event": event_mails.director_event(
            referee="Referee of Graven Circle",
            name="Winter Cup",
            number=3,
            why="The five players left cannot be paired for round 4 without meeting somebody twice.",
            remedies=("end the event after the last round", "let somebody in or out"),
        ),
        "director_letter": compose.director_letter(
            referee="Referee of Graven Circle", letter=3, error="RecursionError()", attempts=3
        ),
    }


@pytest.mark.parametrize("name", mails())
def test_mails_read_as_they_were_approved(name: str) -> None:
    """Read the change of a golden file as a player would, then approve it with GOLDEN=write."""
    mail = mails()[name]
    for kind, shown in (("txt", f"Subject: {mail.subject}\n\n{mail.text}"), ("html", mail.html)):
        file = GOLDEN / f"{name}.{kind}"
        if os.environ.get("GOLDEN") == "write":
            file.write_text(shown, encoding="utf-8")
        assert shown == file.read_text(encoding="utf-8")


def test_there_is_a_golden_file_of_every_mail() -> None:
    assert set(MAILS) <= set(mails())


def test_every_mail_fits_the_page_and_reads_as_no_order() -> None:
    after = told(DUEL, 1).after
    for name, mail in mails().items():
        assert max(map(len, mail.text.splitlines())) <= COLUMNS, name
        assert readable_orders(after, "Ann", mail.text) == [], name


def test_the_whole_text_of_a_report_sent_back_orders_nothing() -> None:
    turn = told(DUEL, 1)
    for mail in mails().values():
        reading = read(mail.text, Field.of(turn.after), "Ann")
        assert reading.clauses == (), mail.text


def test_the_form_asks_for_two_pairs_of_a_hasted_wizard_and_for_the_hand_that_he_charmed() -> None:
    turn = told(
        "duel: t\nwizards: Ann, Bob\nsetup: Ann has Haste\nsetup: Ann history LH PSD RH ---\n\nturn 1\n"
        "Ann: LH: F, RH: -, charm Bob's RH then LH: -, RH: -\nBob: LH: -, RH: -\n",
        1,
    )
    form = scene(turn.after, "Ann").form
    assert form[1:] == ("LH:", "RH:", "then", "LH:", "RH:", "make Bob's RH:", "cast:", FORM_END)
