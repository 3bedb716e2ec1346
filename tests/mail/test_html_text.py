"""HTML as lines: what is seen is read, what is quoted is marked, and no page takes long."""

import pytest

from referee.mail.html_text import HTML_CHARS_MAX, lines_of_html, looks_like_html


def lines(html: str) -> list[str]:
    return [line for line in lines_of_html(html).lines if line]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<div>LH: F</div><div>RH: P</div>", ["LH: F", "RH: P"]),
        ("<p>LH: F<p>RH: P", ["LH: F", "RH: P"]),
        ("LH: F<br>RH: P", ["LH: F", "RH: P"]),
        ("<ul><li>LH: F<li>RH: P</ul>", ["LH: F", "RH: P"]),
        ("<b>L</b>H: <i>F</i>", ["LH: F"]),
        ("LH:\n   F", ["LH: F"]),
        ("<pre>LH: F\nRH:  P</pre>", ["LH: F", "RH:  P"]),
        ('<div style="white-space: pre-wrap">LH: F\nRH: P</div>', ["LH: F", "RH: P"]),
        ("LH: F &amp; RH: P", ["LH: F & RH: P"]),
        ("<table><tr><td>LH:</td><td>F</td></tr><tr><td>RH:</td><td>P</td></tr></table>", ["LH: F", "RH: P"]),
        ("<table><tr><td><p>LH: F</p><p>RH: P</p></td><td></td></tr></table>", ["LH: F", "RH: P"]),
        ("<table><tr><td><table><tr><td>LH:<td>F</table></td></tr></table>", ["LH: F"]),
        ("LH: F<!-- RH: P -->", ["LH: F"]),
        ("<script>RH: P</script>LH: F<style>RH: P</style>", ["LH: F"]),
        ("LH: F<!-- never closed", ["LH: F"]),
        ("<!--[if !mso]><!-->LH: F<!--<![endif]--><!-->, RH: P", ["LH: F, RH: P"]),
        ("<title>RH: P</title>LH: F", ["LH: F"]),
        ("", []),
    ],
)
def test_a_page_is_read_as_it_is_shown(html: str, shown: list[str]) -> None:
    assert lines(html) == shown


@pytest.mark.parametrize(
    "start",
    [
        '<div style="display:none">',
        '<div style="color:red; DISPLAY : none">',
        "<div hidden>",
        '<span style="visibility:hidden">',
        '<p style="font-size:0px">',
        '<p style="opacity:0">',
        '<div style="max-height:0;overflow:hidden">',
        '<p style="mso-hide:all">',
    ],
)
def test_what_nobody_sees_is_not_read(start: str) -> None:
    tag = start[1:].split(maxsplit=1)[0].rstrip(">")
    assert lines(f"<div>LH: F</div>{start}RH: P</{tag}>") == ["LH: F"]


@pytest.mark.parametrize("style", ["font-size:0.8em", "opacity:0.9", "max-height:0.5px", "font-size:10px"])
def test_small_or_faint_words_are_read(style: str) -> None:
    assert lines(f'<div style="{style}">LH: F</div>') == ["LH: F"]


@pytest.mark.parametrize(
    "html",
    [
        "LH: F<blockquote>LH: S</blockquote>",
        'LH: F<blockquote type="cite">LH: S</blockquote>',
        'LH: F<div class="gmail_quote">LH: S</div>',
        'LH: F<div class="gmail_quote"><div class="gmail_attr">Bob:</div><blockquote>LH: S</blockquote></div>',
        'LH: F<div class="moz-cite-prefix">Bob:</div><blockquote>LH: S</blockquote>',
        'LH: F<div id="yahoo_quoted_1" class="ydp1yahoo_quoted">LH: S</div>',
        'LH: F<div class="protonmail_quote">LH: S</div>',
        'LH: F<div name="quote">LH: S</div>',
        'LH: F<div id="divRplyFwdMsg">From: Bob</div><div>LH: S</div>',
        'LH: F<div id="x_appendonsend"></div><div>LH: S</div>',
        'LH: F<div style="border:none;border-top:solid #E1E1E1 1pt">'
        "<b>From:</b> b@example.net<br><b>Sent:</b> today<br><b>To:</b> a</div><p>LH: S",
    ],
)
def test_what_is_quoted_comes_with_marks(html: str) -> None:
    own, *others = lines(html)
    assert own == "LH: F"
    assert "> LH: S" in others
    assert all(line.startswith(">") for line in others)


def test_words_below_a_quotation_in_the_same_element_are_new() -> None:
    html = '<div class="gmail_quote">Bob:<br><blockquote>LH: S</blockquote><div>LH: F</div></div>'
    assert lines(html) == ["Bob:", "> LH: S", "LH: F"]


def test_an_indented_paragraph_is_no_quotation() -> None:
    assert lines('<blockquote style="margin:0 0 0 40px;border:none">LH: F</blockquote>') == ["LH: F"]


def test_a_line_above_a_paragraph_begins_no_quotation() -> None:
    assert lines('<div style="border-top:solid 1px">LH: F</div><div>RH: P</div>') == ["LH: F", "RH: P"]


def test_a_signature_that_the_program_put_there_is_not_read() -> None:
    assert lines('LH: F<div class="gmail_signature">LH: S</div>') == ["LH: F"]
    assert lines('LH: F<div id="ms-outlook-mobile-signature">LH: S</div>') == ["LH: F"]


def test_a_picture_of_an_emoji_is_its_character_and_other_pictures_are_nothing() -> None:
    assert lines('say: <img alt="🔥"> <img alt="logo"> <img alt="Ännä Wizard Ltd, Tower">') == ["say: 🔥"]


def test_page_source_is_told_from_words() -> None:
    assert looks_like_html("  <!DOCTYPE html><html><body>x</body></html>")
    assert not looks_like_html("LH: F\n<p>")
    assert not looks_like_html("<div> is what I typed")


def filled(unit: str) -> str:
    return (unit * (HTML_CHARS_MAX // len(unit) + 1))[:HTML_CHARS_MAX]


BOMBS = {
    "nested": filled("<div>"),
    "lists": filled("<li><ul>"),
    "spans": filled("<span>"),
    "ends": filled("</p></x>"),
    "tables": filled("<table><tr><td>x"),
    "cells": "<table><tr>" + filled("<td>x"),
    "quotations": filled("<blockquote>x"),
    "closed quotations": filled("<blockquote>x</blockquote>"),
    "Gmail's quotations": filled('<div class="gmail_quote">x</div>'),
    "lines above": filled('<div style="border-top:solid 1px">a@b c:'),
    "comments": filled("<!--"),
    "styles": filled("<style>"),
    "attributes": "<b>x</b><p " + " ".join(f"a{n}" for n in range(20_000)) + ">x",
    "attributes that look like tags": "<b>x</b><p " + " ".join(f"a{n}<" for n in range(20_000)) + ">x",
    "formatting anew in every paragraph": "".join(f"<b a={n}>" for n in range(6000)) + "<p>x" * 16_000,
    "entities": filled("&NotEqualTilde;"),
    "pictures": filled("<img alt=ä>"),
    "lines": filled("<br>x"),
    "data": '<img src="data:' + "x" * HTML_CHARS_MAX + '">',
    "less than": filled("<"),
    "preformatted": "<pre>" + filled("x\n"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_any_page_comes_to_no_more_lines_than_it_may_have_characters(name: str) -> None:
    assert len(lines_of_html(BOMBS[name]).lines) <= HTML_CHARS_MAX


def test_words_in_front_of_a_bomb_are_read_and_it_is_said_that_more_was_there() -> None:
    page = lines_of_html("<p>LH: F</p>" + BOMBS["nested"])
    assert page.lines[0] == "LH: F"
    assert page.clipped
