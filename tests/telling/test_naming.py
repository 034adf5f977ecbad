"""Cards and words by the names that the players of a game use, each in its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from babel import Locale

from calatafimi_tables import playing_solo
from matto.engine.cards import NUMBER
from matto.engine.errors import IllegalChoice
from matto.engine.game import Game
from matto.engine.words import LANGUAGES, N_, text, translator
from matto.games import catalogue, game
from matto.games import game as find_game
from matto.research.testing.tracing import settings_of
from matto.telling.naming import TAGGED, Naming, language_in, tagged, untagged
from sixteen import SIXTEEN, THREE

GAMES = tuple(catalogue())


def naming(game_id: str, language: str = "en", **options: object) -> Naming:
    found = find_game(game_id)
    return Naming(found, found.resolve(options), translator(language))


def namings(game_id: str, language: str) -> Iterable[Naming]:
    """With every pack and every set of names that the game's options allow."""
    found = find_game(game_id)
    for _, options in settings_of(found):
        yield Naming(found, options, translator(language))


def check_distinct(cards: Iterable[str], spoken: Callable[[str], str]) -> None:
    names: dict[str, str] = {}
    for card in cards:
        name = spoken(card)
        assert name.strip() == name != ""
        assert names.setdefault(name, card) == card, f"{name}: {names[name]} and {card}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_card_of_a_pack_is_read_out_by_a_name_of_its_own(
    game_id: str, language: str
) -> None:
    for found in namings(game_id, language):
        check_distinct(found.pack.codes, found.spoken)


@pytest.mark.parametrize("game_id", THREE)
def test_the_guard_sees_cards_that_are_called_by_rank_or_suit_only(game_id: str) -> None:
    found = naming(game_id)
    with pytest.raises(AssertionError):
        check_distinct(found.pack.codes, lambda card: found.spoken(card).partition(" of ")[0])
    with pytest.raises(AssertionError):
        check_distinct(found.pack.codes, lambda card: found.spoken(card)[-6:])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_card_is_read_out_the_same_as_in_english(game_id: str, language: str) -> None:
    both = zip(namings(game_id, "en"), namings(game_id, language), strict=True)
    for english, other in both:
        for card in english.pack.codes:
            assert english.spoken(card) != other.spoken(card)


@pytest.mark.parametrize(
    ("game_id", "card", "english", "german"),
    [
        ("priestertarock", "CK", "King of cups", "König der Kelche"),
        ("priestertarock", "DA", "Ace of coins", "Ass der Münzen"),
        ("priestertarock", "S10", "10 of swords", "10 der Schwerter"),
        ("priestertarock", "T17", "trump 17", "Trumpf 17"),
        ("priestertarock", "F", "the Fool, Matto", "der Narr, Matto"),
        ("mineo-3", "BJ", "Jack of batons (Donna)", "Bube der Stäbe (Donna)"),
        ("mineo-3", "T17", "trump 17, Luna", "Trumpf 17, Luna"),
        ("mineo-3", "T0", "trump 0, Miseria", "Trumpf 0, Miseria"),
        ("marolles", "DA", "Ace of coins, la Belle", "Ass der Münzen, la Belle"),
        ("marolles", "CA", "Ace of cups", "Ass der Kelche"),
        ("mitigatti-3", "T20", "trump 20, l’Ange", "Trumpf 20, l’Ange"),
        ("grosstarock", "CK", "King of hearts", "Coeur-König"),
        ("grosstarock", "DC", "Kaval of diamonds", "Karo-Kaval"),
        ("grosstarock", "BA", "Ace of clubs", "Treff-Ass"),
        ("grosstarock", "T21", "tarock 21, Mond", "Tarock 21, Mond"),
        ("grosstarock", "F", "the Fool, Sküs", "der Narr, Sküs"),
    ],
)
def test_cards_read_out(game_id: str, card: str, english: str, german: str) -> None:
    assert naming(game_id, "en").spoken(card) == english
    assert naming(game_id, "de").spoken(card) == german


@pytest.mark.clause("calatafimi-4 1.10")
def test_a_trump_is_read_out_with_the_number_that_the_pack_shows() -> None:
    found = naming("calatafimi-4", pack_names="piedmontese")
    assert [found.number(card) for card in ("T20", "T7", "CK", "F")] == ["21", "8", "", ""]
    assert found.spoken("T20") == "trump 21, Giove"
    assert found.spoken("T7") == "trump 8"


def test_suits_are_written_by_letters_where_signs_cannot_be_shown() -> None:
    found = find_game("mineo-3")
    bare = Naming(found, found.resolve(), translator("en"), signs=False)
    assert bare.plain_list(["C10", "T17"]) == "C10, T17 Luna"
    assert naming("mineo-3").plain_list(["C10", "T17"]) == "♥10, T17 Luna"


def test_read_aloud_the_cards_in_words_and_sentences_have_their_full_names() -> None:
    found = naming("mineo-4")
    assert found.said("chiamo:T19") == "chiamo T19 Palla"
    assert found.aloud.said("chiamo:T19") == "chiamo trump 19, Palla"
    refusal = text("{card} is not in your hand.", card="C10")
    assert found.sentence(refusal) == "♥10 is not in your hand."
    assert found.aloud.sentence(refusal) == "10 of cups is not in your hand."
    assert found.aloud.plain_list(["C10", "F"]) == "10 of cups, the Fool, Fuggitivo"


def test_a_word_of_the_games_that_looks_english_is_not_translated() -> None:
    german = naming("mineo-4", "de")
    assert german.said("no") == "no"
    assert german.words("no") == "nein"


@pytest.mark.parametrize(
    ("word", "english", "german"),
    [
        (
            "half_cavalry:diamonds_KCJ",
            "half cavalry diamonds (King, Kaval, Jack)",
            "halbe Kavallerie Karo (König, Kaval, Bube)",
        ),
        (
            "cavalry_skues:clubs_KQCJ",
            "cavalry with the Sküs clubs (King, Queen, Kaval, Jack)",
            "Kavallerie mit Sküs Treff (König, Dame, Kaval, Bube)",
        ),
        ("matadors_kings_4", "4 Matadors with Kings", "4 Matadore mit Königen"),
        ("matadors_4", "4 matadors", "4 Matadore"),
    ],
)
def test_sets_that_are_declared_name_their_cards(word: str, english: str, german: str) -> None:
    assert naming("grosstarock").said(word) == english
    assert naming("grosstarock", "de").said(word) == german


OF_TRUMPS = ("giove", "arie", "picciotti", "miseria", "cinquine", "decine")
KNOCKING = ("batto", "batto_giove", "batto_palla", "batto_giove_e_palla")
TRUMP_NUMBER = re.compile(r"\b(1[6-9]|2[01])\b|the [01]\b|die [01]\b")


@pytest.mark.clause("calatafimi-2 1.8", "calatafimi-3 1.10", "calatafimi-4 1.10")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", ["calatafimi-2", "calatafimi-3", "calatafimi-4"])
def test_no_explanation_speaks_of_numbers_that_the_cards_do_not_show(
    game_id: str, language: str
) -> None:
    for found in namings(game_id, language):
        explained = [word for word in (*OF_TRUMPS, *KNOCKING) if found.meaning(word)]
        assert len(explained) >= len(OF_TRUMPS)
        for word in explained:
            assert not TRUMP_NUMBER.search(found.meaning(word)), found.meaning(word)


@pytest.mark.clause("calatafimi-4 1.10", "calatafimi-4 7.2")
@pytest.mark.parametrize(("pack", "giove"), [("sicilian", "T20"), ("piedmontese", "T21")])
def test_who_may_not_knock_is_told_of_the_cards_as_they_are_shown(
    pack: str, giove: str
) -> None:
    run = playing_solo({0: "T18 T2 D5", 1: "T20 T19"}, pack_names=pack)
    with pytest.raises(IllegalChoice) as caught:
        run.say(0, "batto")
    told = naming("calatafimi-4", pack_names=pack).sentence(caught.value.refusal.sentence)
    palla = f"T{int(giove[1:]) - 1}"
    assert told == f"You hold neither {giove} Giove nor {palla} Palla."


# -- every game says it of all its words, and of nothing else ----------------------------

KNOWN = Locale("en").languages
LETTERS = re.compile(r"[^\W\d_]")
CRY = re.compile(r"“([^”]*[!?])”")
A_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?(-[a-z\d]{5,8})*")
"""What BCP 47 allows, as far as we have need of it: language, script, region, variants."""


LOANS = frozenset({"tarots", "latons", "ultimo"})
"""Loan words that are every reader's own and happen to be spelled alike."""


def in_each_language(found: Game, *, aloud: bool = False) -> dict[str, Naming]:
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
        for _, options in settings_of(found)
        for words in found.words(options).values()
        for word in words
    }
    yield from sorted(said.union(found.vocabulary.glossary) - NUMBER.keys())


def marks(words: str) -> list[tuple[str, str]]:
    """The tagged words in a text, each with its language."""
    return [(language_in(tags), said) for tags, said in TAGGED.findall(words)]


def check_said(found: Game, word: str) -> None:
    """A word is the same for all and tagged, or told in every reader's own language."""
    told = {language: naming.said(word) for language, naming in in_each_language(found).items()}
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
    assert marks(in_each_language(game(game_id))[language].said(word)) == said


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
    spoken = in_each_language(game(game_id), aloud=True)[language].label(card)
    shown = TAGGED.sub(lambda found: f"<{language_in(found[1])} {found[2]}>", spoken)
    assert shown == told


def test_words_within_a_sentence_are_tagged_too() -> None:
    sentence = text(N_("“{word}” is nothing to say now."), word="prendo")
    assert marks(in_each_language(game("mineo-3"))["de"].sentence(sentence)) == [
        ("it", "prendo")
    ]


def test_tags_come_off_and_leave_the_words_as_they_were() -> None:
    assert untagged(f"{tagged('vado', 'it')} – {tagged('jocu', 'scn')}") == "vado – jocu"
    assert untagged("🏴 vado") == "🏴 vado"


def test_a_phrase_is_said_as_its_meaning_spells_it_in_every_language() -> None:
    for naming in in_each_language(game("mineo-3")).values():
        assert untagged(naming.said("fatto_e")) == "Fatto è"
        assert "Fatto" not in naming.meaning("fatto_e")
