"""Number of English nouns."""

from __future__ import annotations

_IRREGULAR = {
    "mice": "mouse", "teeth": "tooth", "feet": "foot", "geese": "goose", "children": "child", "men": "man", "women": "woman",
    "people": "person", "dice": "die", "lice": "louse", "knives": "knife", "wolves": "wolf", "leaves": "leaf", "shelves": "shelf",
    "halves": "half", "lives": "life", "wives": "wife", "thieves": "thief", "scarves": "scarf", "loaves": "loaf",
    "candelabra": "candelabrum",
}  # fmt: skip
_SINGULAR = frozenset(
    {
        "canvas",
        "gas",
        "lens",
        "chaos",
        "atlas",
        "news",
        "pancreas",
        "mattress",
        "molasses",
        "bellows",
        "means",
    }
)
_PAIRS = frozenset({
    "scissors", "spectacles", "trousers", "tongs", "shears", "pincers", "glasses", "pliers", "breeches", "stockings", "slippers",
})  # fmt: skip


def several(noun: str) -> bool:
    """Whether a noun phrase, by its last word, speaks of more than one thing."""
    last = noun.rsplit(maxsplit=1)[-1] if noun.strip() else ""
    if last in _IRREGULAR:
        return True
    return last.endswith("s") and last not in _SINGULAR and not last.endswith(("ss", "us", "is"))


def one_of(noun: str) -> str:
    """What follows "the" in English when a sentence speaks of one thing: of several it is the nearest one."""
    if not several(noun):
        return noun
    return f"pair of {noun}" if noun.rsplit(maxsplit=1)[-1] in _PAIRS else f"nearest of the {noun}"


def same_noun(one: str, two: str) -> bool:
    """Whether both are the same noun, in whatever number."""
    return one == two or _stem(one) == _stem(two)


def _stem(noun: str) -> str:
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if not several(noun):
        return noun
    if noun.endswith("ies") and len(noun) > 4:  # noqa: PLR2004 - "ties", "pies"
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    return noun[:-1]
