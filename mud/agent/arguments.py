"""A call's arguments, from the text a model wrote to plain values: lenient where only one thing can be meant.

Nothing here is about one tool: `tool.py` holds the values against the types of its function.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

import jiter

_SHOWN = 60

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a surrogate pair
    r"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|.)",
    re.DOTALL,
)


class ArgumentsWrong(Exception):
    """The arguments cannot be used. `problems` say, each in a sentence for the model, what would have been right."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def join_surrogates(text: str) -> str:
    """Put halves of characters, cut apart on the way, together again; a half without its other becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def read_object(text: str) -> dict[str, Any]:
    """The JSON object in `text`.

    Nothing at all, or null, means no arguments; an object written as a JSON string is read once more; raw line breaks within strings
    are allowed. Raises `ArgumentsWrong`.
    """
    value = _loads(text)
    if isinstance(value, str):
        value = _loads(value)
    if not isinstance(value, dict):
        raise ArgumentsWrong(f"the arguments must be one JSON object, not {shown(value)}")
    return value


def read_partial_object(text: str) -> dict[str, Any]:
    """What can be read of a JSON object that may be cut off anywhere; {} if nothing can."""
    try:
        value = jiter.from_json(text.encode(), partial_mode="trailing-strings")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _loads(text: str) -> Any:
    if not text.strip():
        return {}
    text = _ESCAPE.sub(lambda found: r"\ufffd" if found["lone"] else found[0], join_surrogates(text))
    try:
        # Not strict: small models write a line break within a string as it is.
        value = json.loads(text, strict=False, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        where = (
            f" (it stops making sense at character {error.pos})"
            if isinstance(error, json.JSONDecodeError)
            else ""
        )
        raise ArgumentsWrong(
            f"the arguments are not valid JSON{where}; write one whole JSON object"
        ) from error
    return {} if value is None else value


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def shown(value: Any) -> str:
    """A value as a model would have written it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


class Fitting:
    """Fits values to a schema where that is harmless: what was left out on the way is collected in `ignored`, what cannot be used
    in `problems`, by the field of the outermost object that it is in.

    Null for what may be left out counts as left out; a list or object written as JSON text is read; a single thing where a list is
    asked for is a list of one; a number where text is asked for is its digits; unknown fields are left out. All else is left to
    the types themselves.
    """

    def __init__(self) -> None:
        self.ignored: list[str] = []
        self.problems: dict[str, list[str]] = {}

    def fit(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        """`value` as near to `schema` as is harmless. `path` names it in messages."""
        match schema.get("type"):
            case "object":
                return self._object(value, schema, path)
            case "array":
                return self._array(value, schema, path)
            case "string":
                return self._string(value, schema, path)
            case _:
                return value

    def fields(self, given: Mapping[str, Any], schema: Mapping[str, Any], path: str = "") -> dict[str, Any]:
        """The fields of an object that the schema knows, each fitted."""
        known = schema.get("properties", {})
        required = schema.get("required", ())
        others = schema.get("additionalProperties", False)
        fitted = {}
        for name, value in given.items():
            where = f"{path}.{name}" if path else name
            if name in known:
                if value is not None or name in required:
                    fitted[name] = self.fit(value, known[name], where)
            elif others:
                fitted[name] = self.fit(value, others, where) if isinstance(others, Mapping) else value
            else:
                self.ignored.append(where[:_SHOWN])
        return fitted

    def _object(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        value = _read_within(value, "{")
        return self.fields(value, schema, path) if isinstance(value, dict) else value

    def _array(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        items = schema.get("items")
        value = _read_within(value, "[")
        if items is None or value is None:
            return value
        values = value if isinstance(value, list) else [value]
        return [self.fit(each, items, f"{path}[{place}]") for place, each in enumerate(values)]

    def _string(self, value: Any, schema: Mapping[str, Any], path: str) -> Any:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and "enum" not in schema:
            value = str(value)
        most = schema.get("maxLength")
        # Also for limits that stand in the schema alone, having come from DEFAULT_MAX_LENGTH.
        if isinstance(value, str) and most is not None and len(value) > most:
            field = re.split(r"[.\[]", path, maxsplit=1)[0]
            problem = f"{path}: at most {most} characters, not {len(value)}"
            self.problems.setdefault(field, []).append(problem)
        return value


def _read_within(value: Any, opening: str) -> Any:
    """A list or object that was written as JSON text inside the JSON."""
    if isinstance(value, str) and value.lstrip().startswith(opening):
        try:
            return _loads(value)
        except ArgumentsWrong:
            return value
    return value
