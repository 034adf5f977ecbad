"""Runs the Python examples of a page."""

import doctest
import re

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LENIENT = doctest.ELLIPSIS


def examples_of(page: str) -> str:
    """The Python blocks of a page, one after another."""
    return "\n".join(BLOCK.findall(page))


def failures(examples: str) -> str:
    """What examples give that they do not say; empty if there is nothing."""
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(examples, {}, "page", "page", 0)
    doctest.DocTestRunner(verbose=False, optionflags=LENIENT).run(test, out=said.append)
    return "".join(said)
