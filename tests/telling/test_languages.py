"""Game words carry their language: every game says it of all its words, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from babel import Locale

from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.words import LANGUAGES, N_, text, translator
from matto.games import catalogue, game
from matto.research.testing.tracing import every_setting
from matto.telling.naming import TAGGED, Naming, language_in, tagged, untagged
from sixteen import SIXTEEN

KNOWN = Locale("en").languages
LETTERS = re.compile(r"[^\W\d_]")
CRY = re.compile(r"“([^”]*[!?])”")
A_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?(-[a-z\d]{5,8})*")
"""What BCP 47 allows, as far as we have need of it: language, script, region, variants."""


LOANS = frozenset({"tarots", "latons", "ultimo"})
"""Loan words that are every reader's own and happen to be spelled alike."""


def namings(found: Game, *, aloud: bool = False) -> dict[str, Naming]:
    """How a game is told to a reader of each language."""
    tagging = {
        language: Naming(found, found.resolve(), translator(language), reader=language)
        for language in LANGUAGES
    }
    return {one: naming.aloud if aloud else naming for one, naming in tagging.items()}


def words_of(found: Game) -> Iterator[str]:
    """All that can be said, under any options, without cards, and what the glossary has."""
    said = {
        word.partition(":")[0]
        for options in every_setting(found)
        for words in found.words(options).values()
        for word in words
    }
    yield from sorted(said.union(found.vocabulary.glossary) - NUMBER.keys())


def marks(words: str) -> list[tuple[str, str]]:
    """The tagged words in a text, each with its language."""
    return [(language_in(tags), said) for tags, said in TAGGED.findall(words)]


def check_said(found: Game, word: str) -> None:
    """A word is the same for all and tagged, or told in every reader's own language."""
    told = {language: naming.said(word) for language, naming in namings(found).items()}
    plain = {untagged(said).casefold() for said in told.values()}
    own = {tag for said in told.values() for tag, _ in marks(said)}
    if len(plain) == 1 and word.partition("_")[0] not in LOANS:
        assert own, f"{found.id}: {word} is “{told['en']}” in every language: in which is it?"
    for language, said in told.items():
        if own and len(plain) == 1 and language not in own:
            assert not LETTERS.search(TAGGED.sub("", said)), f"{found.id}: {word}: {said}"
        assert language not in dict(marks(said))


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_game_says_the_language_of_every_one_of_its_words(game_id: str) -> None:
    for word in words_of(game(game_id)):
        check_said(game(game_id), word)


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_a_language_is_a_tag_that_every_screen_reader_may_look_up(game_id: str) -> None:
    vocabulary = game(game_id).vocabulary
    for tag in filter(None, (vocabulary.language, *vocabulary.languages.values())):
        assert A_TAG.fullmatch(tag), tag
        assert tag.partition("-")[0] in KNOWN


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_what_a_player_cries_is_spelled_alike_in_every_language(game_id: str) -> None:
    for word, meaning in game(game_id).vocabulary.glossary.items():
        for cry in CRY.findall(meaning):
            for language in LANGUAGES:
                assert cry.casefold() in translator(language)(meaning).casefold(), (
                    f"{word} in {language}"
                )


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_exceptions_are_of_words_that_the_game_has(game_id: str) -> None:
    found = game(game_id)
    names = found.vocabulary.names_of_cards(found.resolve()).values()
    for word in found.vocabulary.languages:
        known = word in {*found.vocabulary.glossary, *names, "la partida"}
        assert known, f"{word} is no word of {found.id}"


def test_a_word_whose_language_nobody_says_is_found_by_the_guard() -> None:
    mineo, silent = game("mineo-3"), dict.fromkeys(["prendo"], "")
    planted = replace(mineo, vocabulary=replace(mineo.vocabulary, languages=silent))
    check_said(mineo, "prendo")
    with pytest.raises(AssertionError, match="prendo is “prendo” in every language"):
        check_said(planted, "prendo")


@pytest.mark.parametrize(
    ("game_id", "word", "language", "said"),
    [
        ("mineo-3", "prendo", "de", [("it", "prendo")]),
        ("mineo-3", "prendo", "it", []),
        ("mineo-3", "u_stissu_jocu", "it", [("scn", "’U stissu jocu!")]),
        ("mineo-3", "silence", "de", []),
        ("marolles", "imperiale_swords", "en", [("fr", "imperiale")]),
        ("mitigatti-4", "sans_prendre", "fr", []),
        ("mitigatti-4", "sans_prendre", "it", [("fr", "sans prendre")]),
        ("mitigatti-4", "a_monte", "it", [("oc", "a monte")]),
        ("grosstarock", "er_liegt", "en", [("de", "er liegt")]),
        ("grosstarock", "kingdom_skues", "en", []),
        ("calatafimi-4", "batto_giove", "en", [("it", "batto giove")]),
        ("mineo-4", "chiamo:T19", "en", [("it", "chiamo"), ("it", "Palla")]),
    ],
)
def test_a_word_is_tagged_for_readers_of_another_language(
    game_id: str, word: str, language: str, said: list[tuple[str, str]]
) -> None:
    assert marks(namings(game(game_id))[language].said(word)) == said


@pytest.mark.parametrize(
    ("game_id", "card", "language", "told"),
    [
        ("mineo-3", "T17", "en", "trump 17, <it Luna>"),
        ("mineo-3", "T17", "it", "trionfo 17, Luna"),
        ("mineo-3", "SJ", "de", "Bube der Schwerter (<it Donna>)"),
        ("mineo-3", "SK", "en", "King of swords"),
        ("mineo-3", "S7", "en", "7 of swords"),
        ("marolles", "SK", "en", "<fr Roy> of swords"),
        ("marolles", "DA", "en", "Ace of coins, <fr la Belle>"),
        ("mitigatti-3", "SK", "fr", "<oc rei> d’épées"),
        ("grosstarock", "SC", "de", "Pik-Kaval"),
        ("grosstarock", "F", "en", "the Fool, <de Sküs>"),
        ("priestertarock", "SC", "de", "Cavall der Schwerter"),
    ],
)
def test_a_card_s_own_name_is_tagged_and_its_suit_is_not(
    game_id: str, card: str, language: str, told: str
) -> None:
    spoken = namings(game(game_id), aloud=True)[language].label(card)
    shown = TAGGED.sub(lambda found: f"<{language_in(found[1])} {found[2]}>", spoken)
    assert shown == told


def test_words_within_a_sentence_are_tagged_too() -> None:
    sentence = text(N_("“{word}” is nothing to say now."), word="prendo")
    assert marks(namings(game("mineo-3"))["de"].sentence(sentence)) == [("it", "prendo")]


def test_tags_come_off_and_leave_the_words_as_they_were() -> None:
    assert untagged(f"{tagged('vado', 'it')} – {tagged('jocu', 'scn')}") == "vado – jocu"
    assert untagged("🏴 vado") == "🏴 vado"


def test_a_phrase_is_said_as_its_meaning_spells_it_in_every_language() -> None:
    for naming in namings(game("mineo-3")).values():
        assert untagged(naming.said("fatto_e")) == "Fatto è"
        assert "Fatto" not in naming.meaning("fatto_e")
