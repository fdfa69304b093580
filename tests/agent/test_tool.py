"""Tools: what a model is told of them, how its arguments are read, what their results become."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NotRequired

import pytest
import structlog.testing
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, Field
from typing_extensions import TypedDict

from mud.agent import Call, Context, Tool, ToolDefinitionError, ToolRefused, ToolResult, tool
from mud.agent.arguments import ArgumentsWrong, read_object
from mud.agent.docstring import read_docstring
from mud.agent.result import MAX_RESULT
from tests.agent.support import House, Lamp, hang, look, narrate, walk


class Words(TypedDict):
    name: Annotated[str, Field(max_length=8)]
    look: NotRequired[str]


@dataclass
class Point:
    x: int
    y: float = 0.0


class Knot(BaseModel):
    """Holds itself."""

    inner: Knot | None = None


@tool
def everything(
    text: str,
    number: Annotated[int, Field(ge=1, le=6)],
    share: float = 0.5,
    sure: bool = False,
    pick: Literal["a", "b"] | None = None,
    one: Literal["only"] = "only",
    words: Words | None = None,
    point: Point | None = None,
    names: list[str] | None = None,
    notes: dict[str, int] | None = None,
) -> dict[str, Any]:
    """Take one of each kind.

    It does nothing
    with them.

    Args:
        text: any words,
            on two lines.
        number (int): a die's roll.

    Returns:
        What it was given.
    """
    return {"text": text, "number": number, "share": share, "sure": sure, "names": names, "notes": notes}


def refuse_age(value: int) -> int:
    raise ValueError("ask a lady never")


@tool
def polite(age: Annotated[int, AfterValidator(refuse_age)]) -> None:
    """Ask."""


def a_context() -> Context[House]:
    return Context(House(), Call("t/1", "any"))


async def call(
    a_tool: Tool, arguments: dict[str, Any] | str, context: Context[House] | None = None
) -> ToolResult:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return await a_tool.run(context or a_context(), a_tool.parse(text))


# What the model is told


def test_texts_come_from_the_docstring() -> None:
    schema = everything.schema
    assert schema.name == "everything"
    assert schema.description == "Take one of each kind.\n\nIt does nothing with them."
    assert schema.parameters["properties"]["text"]["description"] == "any words, on two lines."
    assert schema.parameters["properties"]["number"]["description"] == "a die's roll."


def test_schema_has_types_and_bounds() -> None:
    properties = everything.schema.parameters["properties"]
    assert everything.schema.parameters["required"] == ["text", "number"]
    assert properties["text"] == {
        "type": "string",
        "maxLength": 2_000,
        "description": "any words, on two lines.",
    }
    assert properties["number"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 6,
        "description": "a die's roll.",
    }
    assert properties["pick"] == {"type": "string", "enum": ["a", "b"]}
    assert properties["one"] == {"type": "string", "enum": ["only"], "default": "only"}
    assert properties["names"] == {"type": "array", "items": {"type": "string", "maxLength": 2_000}}
    assert properties["words"]["properties"]["name"] == {"type": "string", "maxLength": 8}
    assert properties["words"]["required"] == ["name"]
    assert properties["point"]["properties"]["x"] == {"type": "integer"}


def test_schema_hides_the_context() -> None:
    assert look.schema.parameters == {"type": "object", "properties": {}, "required": []}


@pytest.mark.parametrize("a_tool", [everything, walk, hang, narrate])
def test_schema_is_plain(a_tool: Tool) -> None:
    text = json.dumps(a_tool.schema.parameters)
    for word in ("$ref", "$defs", "anyOf", '"null"', '"title"', "strict", '"const"'):
        assert word not in text


def test_bound_method_is_a_tool() -> None:
    class Bell:
        rung = 0

        def ring(self, times: int) -> None:
            """Ring it."""
            self.rung += times

    bell = Bell()
    ring = tool(bell.ring)
    assert list(ring.schema.parameters["properties"]) == ["times"]
    ring.function(**ring.parse('{"times": 2}').values)
    assert bell.rung == 2


def no_docstring(x: int) -> None:
    pass


def no_type(x) -> None:  # type: ignore[no-untyped-def] # the fault under test
    """Do."""


def any_number(*numbers: int) -> None:
    """Do."""


def wrong_docs(x: int) -> None:
    """Do.

    Args:
        y: not there.
    """


def recursive(knot: Knot) -> None:
    """Do."""


def number_story(story: int) -> None:
    """Do."""


@pytest.mark.parametrize(
    "function", [no_docstring, no_type, any_number, wrong_docs, recursive], ids=lambda f: f.__name__
)
def test_what_cannot_be_a_tool(function: Any) -> None:
    with pytest.raises(ToolDefinitionError):
        tool(function)


def test_only_a_string_of_a_final_tool_streams() -> None:
    with pytest.raises(ToolDefinitionError):
        tool(final=True, streams="story")(number_story)
    with pytest.raises(ToolDefinitionError):
        tool(streams="text")(everything.function)


def test_docstring_without_sections_or_text() -> None:
    assert read_docstring(None).description == ""
    assert read_docstring("One line.").arguments == {}


# How arguments are read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("  \n", {}),
        ("null", {}),
        ("{}", {}),
        ('{"a": 1}', {"a": 1}),
        ('"{\\"a\\": 1}"', {"a": 1}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ('{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        ('{"a": "\\ud83dx"}', {"a": "�x"}),
        ('{"a": "\\\\ud83d"}', {"a": "\\ud83d"}),
        ('{"a": "\ud83d\ude00"}', {"a": "😀"}),
        ('{"a": "문"}', {"a": "문"}),
    ],
)
def test_an_object_is_read(text: str, expected: dict[str, Any]) -> None:
    assert read_object(text) == expected


@pytest.mark.parametrize(
    "text",
    ['{"a": ', '{"a": "x', "{", "[1]", "7", "N", '{"a": NaN}', "{'a': 1}", '"half', "[" * 9_000, "1" * 5_000],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ArgumentsWrong, match="JSON"):
        read_object(text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        value = read_object(text)
    except ArgumentsWrong:
        return
    json.dumps(value, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"text": "x", "number": "3"}, {"number": 3}),
        ({"text": "x", "number": 3.0}, {"number": 3}),
        ({"text": 12, "number": 3}, {"text": "12"}),
        ({"text": "x", "number": 3, "share": "0.25"}, {"share": 0.25}),
        ({"text": "x", "number": 3, "share": None, "pick": None}, {"share": 0.5}),
        ({"text": "x", "number": 3, "sure": "true"}, {"sure": True}),
        ({"text": "x", "number": 3, "names": "one"}, {"names": ["one"]}),
        ({"text": "x", "number": 3, "names": '["one", "two"]'}, {"names": ["one", "two"]}),
        ({"text": "x", "number": 3, "notes": '{"a": "1"}'}, {"notes": {"a": 1}}),
    ],
)
async def test_harmless_slips_are_forgiven(arguments: dict[str, Any], expected: dict[str, Any]) -> None:
    result = await call(everything, arguments)
    assert result.ok
    assert expected.items() <= result.data.items()


@pytest.mark.parametrize(
    ("a_tool", "arguments", "message"),
    [
        (everything, {"number": 1}, "text: missing, expected a string of at most 2000 characters"),
        (
            everything,
            {"text": None, "number": 1},
            "text: expected a string of at most 2000 characters, not null",
        ),
        (everything, {"text": "x" * 2_001, "number": 1}, "text: at most 2000 characters, not 2001"),
        (
            everything,
            {"text": ["x"], "number": 1},
            'text: expected a string of at most 2000 characters, not ["x"]',
        ),
        (
            everything,
            {"text": True, "number": 1},
            "text: expected a string of at most 2000 characters, not true",
        ),
        (everything, {"text": "x", "number": 7}, "number: expected an integer from 1 to 6, not 7"),
        (everything, {"text": "x", "number": "six"}, 'number: expected an integer from 1 to 6, not "six"'),
        (everything, {"text": "x", "number": 1.5}, "number: expected an integer from 1 to 6, not 1.5"),
        (everything, {"text": "x", "number": 1, "pick": "c"}, 'pick: expected one of a, b, not "c"'),
        (
            everything,
            {"text": "x", "number": 1, "sure": "maybe"},
            'sure: expected true or false, not "maybe"',
        ),
        (
            everything,
            {"text": "x", "number": 1, "words": "hm"},
            'words: expected an object with name, look, not "hm"',
        ),
        (
            everything,
            {"text": "x", "number": 1, "words": {}},
            "words.name: missing, expected a string of at most 8 characters",
        ),
        (
            everything,
            {"text": "x", "number": 1, "words": {"name": "much too long"}},
            "words.name: at most 8 characters, not 13",
        ),
        (walk, {"way": "NS"}, 'way: expected one of N, S, not "NS"'),
        (walk, {"way": ""}, 'way: expected one of N, S, not ""'),
        (walk, {"way": ["N", "S"]}, 'way: expected one of N, S, not ["N", "S"]'),
        (hang, {"lamps": [{"colour": "green"}]}, 'lamps[0].colour: expected one of red, blue, not "green"'),
        (
            hang,
            {"lamps": [{"colour": "red", "label": "too long"}]},
            "lamps[0].label: at most 5 characters, not 8",
        ),
        (
            hang,
            {"lamps": [{"colour": "red"}] * 4},
            "lamps: expected a list of at most 3 of them, each an object with colour, oil, label",
        ),
    ],
)
def test_wrong_arguments_are_told_what_would_be_right(
    a_tool: Tool, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ArgumentsWrong) as wrong:
        a_tool.parse(json.dumps(arguments))
    assert len(wrong.value.problems) == 1
    assert wrong.value.problems[0].startswith(message)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(ArgumentsWrong) as wrong:
        everything.parse('{"number": 9, "pick": "z"}')
    assert [problem.split(":")[0] for problem in wrong.value.problems] == ["text", "number", "pick"]


@pytest.mark.parametrize("way", ["N", "n", "north", "North"])
async def test_a_hosts_validator_decides_what_a_word_means(way: str) -> None:
    context = a_context()
    assert (await call(walk, {"way": way}, context)).data["at"] == 1


async def test_a_validators_words_reach_the_model() -> None:
    with pytest.raises(ArgumentsWrong, match=r"^age: ask a lady never$"):
        polite.parse('{"age": 30}')


async def test_unknown_fields_are_left_out_and_named() -> None:
    context = a_context()
    result = await call(
        hang, {"lamps": [{"colour": "red", "oil": None, "smell": "bad"}], "quickly": True}, context
    )
    assert context.host.lamps == [Lamp(colour="red")]
    assert result.data == {"ok": True, "result": 1, "ignored": ["lamps[0].smell", "quickly"]}


# What results become


class Stamp(BaseModel):
    at: datetime
    mark: str = "m"


def returning(value: Any) -> Tool:
    def give() -> Any:
        """Give it."""
        return value

    return tool(give)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, {"ok": True}),
        ("done", {"ok": True, "result": "done"}),
        ([1, 2], {"ok": True, "result": [1, 2]}),
        ({"a": 1, "ok": False}, {"ok": True, "a": 1}),
        (Point(1, 2.5), {"ok": True, "x": 1, "y": 2.5}),
        (Stamp(at=datetime(2026, 1, 2, tzinfo=UTC)), {"ok": True, "at": "2026-01-02T00:00:00Z", "mark": "m"}),
        ("문", {"ok": True, "result": "문"}),
    ],
)
async def test_results_become_json(value: Any, expected: dict[str, Any]) -> None:
    result = await call(returning(value), "")
    assert result.ok
    assert json.loads(result.text) == expected == result.data


async def test_a_large_result_is_cut_and_still_json() -> None:
    result = await call(returning({"long": "x" * 20_000}), "")
    read = json.loads(result.text)
    assert len(result.text) <= MAX_RESULT
    assert read["ok"] is True
    assert read["cut"] is True
    assert len(result.data["long"]) == 20_000


async def test_a_result_that_is_no_json_was_done_all_the_same() -> None:
    with structlog.testing.capture_logs() as logs:
        result = await call(returning(object()), "")
    assert result.ok
    assert logs[0]["type"] == "object"


async def test_a_refusal_carries_its_key_and_values() -> None:
    result = await call(walk, {"way": "S"})
    assert not result.ok
    assert result.error == "no door"
    assert json.loads(result.text) == {
        "ok": False,
        "error": "no door",
        "message": "There is no door south. Doors: N.",
        "doors": ["N"],
    }


async def test_an_exception_is_logged_and_its_text_kept_from_the_model() -> None:
    def fail() -> None:
        """Fail."""
        raise RuntimeError("password is swordfish")

    with structlog.testing.capture_logs() as logs:
        result = await call(tool(fail), "")
    assert result.error == "failed"
    assert "swordfish" not in result.text
    assert [(each["event"], each["tool"], each["call"]) for each in logs] == [("tool failed", "fail", "t/1")]


async def test_a_tool_that_takes_too_long_is_ended() -> None:
    ended = asyncio.Event()

    async def wait() -> None:
        """Wait."""
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    with structlog.testing.capture_logs():
        result = await call(tool(seconds=0.01)(wait), "")
    assert result.error == "timeout"
    assert ended.is_set()


async def test_a_timeout_of_the_tools_own_is_a_failure() -> None:
    async def give_up() -> None:
        """Give up."""
        raise TimeoutError

    with structlog.testing.capture_logs():
        assert (await call(tool(give_up), "")).error == "failed"


async def test_a_refusal_cannot_overwrite_its_own_fields() -> None:
    def refuse() -> None:
        """Refuse."""
        raise ToolRefused("no", "No.", ok=True, error="yes")

    assert (await call(tool(refuse), "")).data == {"ok": False, "error": "no", "message": "No."}
