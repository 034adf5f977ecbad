"""A message goes from the source to the page by way of these files, and none gets lost."""

import gettext
from pathlib import Path

import pytest

import catalogues


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout whose source marks one message in each way, and one not at all."""
    source = tmp_path / catalogues.SOURCE
    source.mkdir(parents=True)
    (source / "talk.py").write_text(
        'A = Text("solo")\n'
        'B = text("{seat} says more", seat=1)\n'
        '# Translators: said by one who lays his cards away\nC = _("I lay away")\n'
        'D = N_("no trick")\n'
        'E = "not marked"\n',
        encoding="utf-8",
    )
    return tmp_path


def translate(checkout: Path, english: str, german: str) -> None:
    path = checkout / catalogues.LOCALE / "de" / "LC_MESSAGES" / "matto.po"
    text = path.read_text(encoding="utf-8")
    before = f'msgid "{english}"\nmsgstr ""'
    assert before in text
    path.write_text(text.replace(before, before[:-1] + f'{german}"'), encoding="utf-8")


def shown(checkout: Path, message: str) -> str:
    folder = checkout / catalogues.LOCALE
    return gettext.translation("matto", folder, languages=["de"]).gettext(message)


def test_every_marked_message_is_found_and_no_other(checkout: Path) -> None:
    found = {message.id for message in catalogues.extract(checkout) if message.id}
    assert found == {"solo", "{seat} says more", "I lay away", "no trick"}


def test_a_hint_for_translators_reaches_them(checkout: Path) -> None:
    path = catalogues.init("de", checkout)
    assert "#. said by one who lays his cards away" in path.read_text(encoding="utf-8")


def test_a_translation_is_shown_once_it_is_compiled(checkout: Path) -> None:
    catalogues.init("de", checkout)
    translate(checkout, "no trick", "kein Stich")
    assert len(catalogues.compile_all(checkout / catalogues.LOCALE)) == 1
    assert shown(checkout, "no trick") == "kein Stich"
    assert shown(checkout, "solo") == "solo"


def test_a_compiled_catalogue_that_is_up_to_date_is_left_alone(checkout: Path) -> None:
    catalogues.init("de", checkout)
    catalogues.compile_all(checkout / catalogues.LOCALE)
    assert catalogues.compile_all(checkout / catalogues.LOCALE) == []


def test_an_update_adds_new_messages_and_keeps_translations(checkout: Path) -> None:
    catalogues.init("de", checkout)
    translate(checkout, "no trick", "kein Stich")
    source = checkout / catalogues.SOURCE / "more.py"
    source.write_text('F = text("pay")\n', encoding="utf-8")
    catalogues.update_all(checkout)
    translate(checkout, "pay", "zahlen")
    catalogues.compile_all(checkout / catalogues.LOCALE)
    assert shown(checkout, "no trick") == "kein Stich"
    assert shown(checkout, "pay") == "zahlen"


def test_a_second_update_changes_no_byte(checkout: Path) -> None:
    path = catalogues.init("de", checkout)
    catalogues.update_all(checkout)
    before = path.read_bytes()
    catalogues.update_all(checkout)
    assert path.read_bytes() == before


def test_a_language_is_not_begun_twice(checkout: Path) -> None:
    catalogues.init("de", checkout)
    with pytest.raises(FileExistsError, match="use 'update'"):
        catalogues.init("de", checkout)


def test_without_a_language_there_is_nothing_to_do(checkout: Path) -> None:
    assert catalogues.update_all(checkout) == []
    assert catalogues.compile_all(checkout / catalogues.LOCALE) == []
    assert not (checkout / catalogues.LOCALE).exists()
