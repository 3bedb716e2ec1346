"""Commands among orders and talk: what is one, what belongs to it, and what is left."""

import pytest

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.reading import Parted, parted


def never(_desk: Doors, _caller: Caller, _asked: Asked) -> Answer:
    raise AssertionError("nothing is carried out here")


def command(name: str, shape: str, *, takes: bool = False, until_orders: bool = False) -> Command:
    return Command(
        name=name,
        usage=(name,),
        summary="",
        help="",
        example=f"{name} 17",
        access=Access.READS,
        shape=shape,
        run=never,
        takes_lines=takes,
        until_orders=until_orders,
    )


GAME = r"(?:(?:game )?#?[0-9]{1,9})?"
COMMANDS = {
    each.name: each
    for each in (
        command("status", GAME),
        command("draw", GAME),
        command("help", r"[a-z]{0,20}"),
        command("withdraw", r"#?[0-9]{1,9}"),
        command("press", r".+:.*", takes=True, until_orders=True),
        command("preview", r".*", takes=True),
    )
}


def read(text: str, *, in_game: bool = True) -> Parted:
    return parted(text.splitlines(), COMMANDS, in_game=in_game)


def asked(text: str, *, in_game: bool = True) -> list[tuple[str, str]]:
    return [(each.name, each.rest) for each in read(text, in_game=in_game).asked]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("status", ("status", "")),
        ("Status 17.", ("status", "17")),
        ("STATUS game 17", ("status", "game 17")),
        ("please status", ("status", "")),
        ("/status 17", ("status", "17")),
        ("help: draw", ("help", "draw")),
        ("Help!", ("help", "")),
    ],
)
def test_a_command_is_read_however_it_is_written(line: str, meant: tuple[str, str]) -> None:
    assert asked(line) == [meant]


@pytest.mark.parametrize(
    "line",
    [
        "LH: F, RH: P",
        "f p shield self",
        "withdraw orders",
        "cast Shield on self",
        "Draw your sword and face me like a wizard should, Bob",
        "Status quo, I would say, after all these turns of nothing",
    ],
)
def test_orders_and_talk_are_no_commands(line: str) -> None:
    assert read(line) == Parted(asked=(), others=(line,), unread=())


def test_what_begins_like_a_command_and_does_not_go_on_like_one_is_told_its_form() -> None:
    (unread,) = read("draw now please").unread
    assert (unread.reason, unread.suggestion, unread.near) == ("draw is written draw", "draw 17", True)


def test_outside_of_a_game_an_unknown_word_is_told_the_nearest_command() -> None:
    near, far = read("staus 17\nxyzzy", in_game=False).unread
    assert (near.suggestion, near.near) == ("status 17", True)
    assert (far.suggestion, far.near) == ("help", False)


def test_orders_are_left_alone_outside_of_a_game_too() -> None:
    assert read("LH: F, RH: P", in_game=False).others == ("LH: F, RH: P",)


def test_a_message_goes_on_until_the_next_order_which_is_never_sent_to_anybody() -> None:
    found = read("press to Bob: Peace?\nI would not attack you.\nLH: F, RH: P\nstatus")
    assert [(each.name, each.more) for each in found.asked] == [
        ("press", ("I would not attack you.",)),
        ("status", ()),
    ]
    assert found.others == ("LH: F, RH: P",)


def test_a_preview_takes_the_orders_that_follow() -> None:
    found = read("preview\nLH: F\nRH: P\nstatus")
    assert [(each.name, each.more) for each in found.asked] == [("preview", ("LH: F", "RH: P")), ("status", ())]
    assert found.others == ()


@pytest.mark.parametrize(
    "line", ["LH: Q", "left hand: fingrs", "RH D and so on", "both = W", "L:", "RH: P", "Right: snap it"]
)
def test_a_letter_ends_before_whatever_begins_as_orders_for_a_hand_even_if_mistyped(line: str) -> None:
    (letter,) = read(f"press to Bob: hello\nfriend\n{line}\nthe rest").asked
    assert letter.more == ("friend",)


@pytest.mark.parametrize(
    "line", ["Left alone, I would win.", "Both of us know it", "Right you are: we fight", "L'etat"]
)
def test_a_letter_goes_on_where_a_line_only_begins_with_such_a_word(line: str) -> None:
    (letter,) = read(f"press to Bob: hello\n{line}\nthe rest").asked
    assert letter.more == (line, "the rest")


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("I give up", "resign"),
        ("Let's call it a draw?", "draw"),
        ("I offer you a draw", "draw"),
    ],
)
def test_what_players_say_who_do_not_know_the_word_is_told_it_in_games_too(line: str, form: str) -> None:
    (unread,) = read(line).unread
    assert (unread.suggestion, unread.reason) == (form, "there is a word of its own for that")


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("unsubscribe", "mute"),
        ("I'm away next week", "vacation 20 July to 3 August"),
        ("delete my account", "forget me"),
        ("cancel my challenge", "withdraw 12"),
    ],
)
def test_outside_of_games_more_is_guessed(line: str, form: str) -> None:
    (unread,) = read(line, in_game=False).unread
    assert unread.suggestion == form
    assert read(line).unread == ()


def test_a_word_of_politeness_at_the_end_belongs_to_no_command_but_to_a_letter() -> None:
    assert asked("status 17, please!") == [("status", "17")]
    assert asked("press to Bob: help me, please") == [("press", "to Bob: help me, please")]


def test_i_before_a_command_is_understood_where_nobody_says_it_otherwise() -> None:
    assert asked("I would like to withdraw 12", in_game=False) == [("withdraw", "12")]
    assert asked("I draw") == []
    assert asked("I help") == []
