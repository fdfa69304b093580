"""Prompts and text do not run into each other."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mud.telnet.outbox import encoded
from mud.telnet.screen import Screen


def a_screen(room: int = 1_000) -> Screen:
    return Screen(room, "(lost)")


def shown(screen: Screen) -> str:
    picture = screen.picture()
    return "" if picture is None else picture.lead.decode().replace("\r\n", "\n") + picture.text


def test_text_and_prompt_come_together() -> None:
    screen = a_screen()
    screen.say("Hello.\n")
    screen.ask("> ")
    assert shown(screen) == "Hello.\n> "
    assert shown(screen) == ""


def test_other_text_begins_its_own_line_and_the_prompt_comes_back() -> None:
    screen = a_screen()
    screen.ask("> ")
    assert shown(screen) == "> "
    screen.say("Bob waves.\n")
    assert shown(screen) == "\nBob waves.\n> "


def test_two_texts_of_one_moment_share_one_prompt() -> None:
    screen = a_screen()
    screen.ask("> ")
    shown(screen)
    screen.say("Bob waves.\n")
    screen.say("Ann nods.\n")
    assert shown(screen) == "\nBob waves.\nAnn nods.\n> "


def test_an_answered_prompt_stands_no_more() -> None:
    screen = a_screen()
    screen.ask("> ")
    shown(screen)
    screen.entered(echoed=True)
    screen.say("You look.\n")
    assert shown(screen) == "You look.\n"


def test_an_answer_to_a_line_typed_before_the_prompt_is_not_glued_to_it() -> None:
    screen = a_screen()
    screen.entered(echoed=True)
    screen.entered(echoed=True)
    screen.ask("> ")
    shown(screen)
    screen.say("The second answer.\n")
    screen.ask("> ")
    assert shown(screen) == "\nThe second answer.\n> "


def test_a_hidden_line_leaves_the_cursor_behind_the_prompt() -> None:
    screen = a_screen()
    screen.ask("Password: ")
    shown(screen)
    screen.entered(echoed=False)
    screen.say("Wrong.\n")
    assert shown(screen) == "\nWrong.\n"


def test_ending_a_hidden_line_moves_on_once() -> None:
    screen = a_screen()
    screen.ask("Password: ")
    shown(screen)
    screen.entered(echoed=False)
    screen.end_line()
    assert shown(screen) == "\n"
    screen.say("Welcome.\n")
    assert shown(screen) == "Welcome.\n"


def test_a_cursor_that_only_went_down_is_brought_back() -> None:
    screen = a_screen()
    screen.ask("> ")
    shown(screen)
    screen.entered(echoed=True, returned=False)
    screen.say("You look.\n")
    assert shown(screen) == "\rYou look.\n"


def test_pieces_of_one_paragraph_stay_together_and_the_prompt_below() -> None:
    screen = a_screen()
    screen.say("The door ")
    assert shown(screen) == "The door "
    screen.say("creaks.")
    assert shown(screen) == "creaks."
    screen.ask("> ")
    assert shown(screen) == "\n> "


def test_the_last_words_are_followed_by_no_prompt() -> None:
    screen = a_screen()
    screen.ask("> ")
    shown(screen)
    screen.say("Bye.\n")
    screen.leave()
    assert shown(screen) == "\nBye.\n"


def test_of_too_much_text_the_newest_is_kept_and_the_loss_told() -> None:
    screen = a_screen(room=30)
    for number in range(10):
        screen.say(f"line {number}\n")
    assert shown(screen) == "(lost)\nline 6\nline 7\nline 8\nline 9\n"
    screen.say("more\n")
    assert shown(screen) == "more\n"


@given(st.lists(st.sampled_from(["say", "ask", "enter", "show"]), max_size=60))
def test_nothing_is_ever_glued_to_a_prompt(steps: list[str]) -> None:
    screen, drawn = a_screen(), ""
    for step in steps:
        match step:
            case "say":
                screen.say("text\n")
            case "ask":
                screen.ask("> ")
            case "enter":
                screen.entered(echoed=True)
                drawn += "(typed)\n"
            case _:
                drawn += shown(screen)
    assert not re.search("> [^(\n]", drawn)


def test_what_leaves_is_telnet() -> None:
    assert encoded("a\nÿ", "latin-1") == b"a\r\n\xff\xff"
    assert encoded("한☃", "cp949") == "한".encode("cp949") + b"?"


def test_only_colours_leave_as_control_sequences() -> None:
    assert (
        encoded("\x1b[1;31mred\x1b[0m \x1b[2J\x1b]0;x\x07\r\x9b\x00", "utf-8")
        == b"\x1b[1;31mred\x1b[0m [2J]0;x"
    )


def test_a_prompt_that_was_answered_by_a_line_typed_ahead_is_not_shown_again() -> None:
    screen = a_screen()
    screen.ask("Again: ")
    assert shown(screen) == "Again: "
    screen.taken()
    screen.say("Welcome.\n")
    assert shown(screen) == "\nWelcome.\n"
    screen.ask("> ")
    assert shown(screen) == "> "


def test_nor_is_one_that_was_answered_before_it_was_shown() -> None:
    screen = a_screen()
    screen.ask("Again: ")
    screen.taken()
    assert shown(screen) == "Again: "
    screen.say("Welcome.\n")
    assert shown(screen) == "\nWelcome.\n"
