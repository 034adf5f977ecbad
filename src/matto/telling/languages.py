"""Words tagged with their language, inside sentences of another one.

The tags are Unicode's own for languages: signs that nobody sees and that compose like any
other. A page turns them into markup; who has none takes them out.
"""

from __future__ import annotations

import re

__all__ = ["TAGGED", "language_in", "tagged", "untagged"]

_SIGN, _CANCELLED = "\U000e0001", "\U000e0001\U000e007f"
_TAGS = 0xE0000
"""Each tag is an ASCII sign so far above its own place."""

TAGGED = re.compile(f"{_SIGN}([\U000e0020-\U000e007e]+)(.*?){_CANCELLED}")
"""Tagged words: the tags of their language, and the words."""
_TAG = re.compile(f"{_SIGN}|[\U000e0020-\U000e007f]")


def tagged(words: str, language: str) -> str:
    """Words with the tags of their language around them."""
    tags = "".join(chr(_TAGS + ord(sign)) for sign in language)
    return f"{_SIGN}{tags}{words}{_CANCELLED}"


def language_in(tags: str) -> str:
    """The language that tags spell: a tag of BCP 47."""
    return "".join(chr(ord(tag) - _TAGS) for tag in tags)


def untagged(words: str) -> str:
    """Words without any tags."""
    return _TAG.sub("", words) if _SIGN in words else words
