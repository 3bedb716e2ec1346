"""Which of a mail's texts is read: the plain one as a rule, another where it says what the plain one does not."""

import re

from msgspec import Struct

from referee.mail.blocks import blocks, until_end
from referee.mail.gist import differences, has_orders
from referee.mail.phrases import NO_PLAIN_TEXT, begins
from referee.mail.quotes import Fresh, fresh
from referee.mail.text_part import HTML, PLAIN, Text

DOUBTS_MAX = 5

_NO_WORDS = begins(NO_PLAIN_TEXT)
_PICTURE = re.compile(r"[\[(<](?:cid:|image:|inline |https?://)[^\])>]{0,190}[\])>]", re.IGNORECASE)
_CHARS_MAX = 300


class Chosen(Struct, frozen=True, kw_only=True):
    """The text that is read, what is new in it, and sentences on where another version orders something else."""

    text: Text
    new: Fresh
    doubts: tuple[str, ...] = ()


def choose(texts: tuple[Text, ...]) -> Chosen | None:
    """The text that is read, None when there is none. Attachments count only where the mail itself orders nothing."""
    own = [Chosen(text=text, new=_fresh(text)) for text in texts if not text.attached]
    best = next((each for each in own if each.text.whole and _says_something(each)), None)
    attached = [Chosen(text=text, new=_fresh(text)) for text in texts if text.attached]
    if best is not None and (not attached or has_orders(_said(best))):
        return _with_doubts(best, own)
    ordering = next((each for each in attached if each.text.whole and has_orders(_said(each))), None)
    if ordering is not None:
        return ordering
    if best is not None:
        return _with_doubts(best, own)
    return next((each for each in (*attached, *own) if each.text.whole and _said(each)), None) or next(
        iter((*own, *attached)), None
    )


def _with_doubts(best: Chosen, own: list[Chosen]) -> Chosen:
    others = [other for other in own if other is not best and other.text.whole and _says_something(other)]
    doubts = [doubt for other in others for doubt in _doubts(best, other)]
    return Chosen(text=best.text, new=best.new, doubts=tuple(doubts[:DOUBTS_MAX]))


def _fresh(text: Text) -> Fresh:
    new = fresh(text.lines)
    if text.media_type == PLAIN:
        kept = tuple(line for line in new.lines if not _PICTURE.fullmatch(line[:_CHARS_MAX]))
        return Fresh(lines=kept, forms=new.forms, ignored=new.ignored)
    return new


def _said(each: Chosen) -> tuple[str, ...]:
    return (*each.new.lines, *(line for form in each.new.forms for line in form.lines))


def _says_something(each: Chosen) -> bool:
    lines = _said(each)
    return bool(lines) and not (
        each.text.media_type == PLAIN and all(_NO_WORDS.match(line[:_CHARS_MAX]) for line in lines)
    )


def _doubts(one: Chosen, other: Chosen) -> list[str]:
    """Sentences on what two versions of one mail order differently."""
    if one.text.media_type == other.text.media_type:
        return []
    where, elsewhere = ("HTML", "plain text") if one.text.media_type == HTML else ("plain text", "HTML")
    return [
        f'Its {where} says "{ours or "nothing"}" where its {elsewhere} says "{theirs or "nothing"}".'
        for said, said_elsewhere in _game_by_game(one, other)
        for ours, theirs in differences(said, said_elsewhere)
    ]


def _game_by_game(one: Chosen, other: Chosen) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What both versions say to each game; all as one where no more than one game is named."""
    first, second = _by_game(one), _by_game(other)
    if len({*first, *second} - {None}) <= 1:
        return [(_said(one), _said(other))]
    return [(first.get(game, ()), second.get(game, ())) for game in dict.fromkeys((*first, *second))]


def _by_game(each: Chosen) -> dict[int | None, tuple[str, ...]]:
    found: dict[int | None, tuple[str, ...]] = {}
    for block in blocks(until_end(each.new.lines), each.new.forms):
        found[block.game] = (*found.get(block.game, ()), *block.lines)
    return found
