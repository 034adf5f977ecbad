"""A message goes from the source to the page by way of these files, and none gets lost."""

import gettext
from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError

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


def write_template(checkout: Path, name: str, content: str) -> None:
    path = checkout / catalogues.SOURCE / "server" / "web" / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def found_in(checkout: Path) -> set[object]:
    return {message.id for message in catalogues.extract(checkout) if message.id}


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
    assert found_in(checkout) == {"solo", "{seat} says more", "I lay away", "no trick"}


def test_a_message_is_found_wherever_a_template_says_it(checkout: Path) -> None:
    before = found_in(checkout)
    write_template(
        checkout,
        "pages/table.html",
        '<p title="{{ say("Your turn, {name}.", name=seen.name) }}">not marked</p>\n'
        "{% if say('Lead a card.') and other(\"not marked either\") %}{% endif %}\n"
        '{# Translators: above the list #}\n<h2>{{ say("Deals") | upper }}</h2>\n'
        '{{ say(\n    "One sentence "\n    "on two lines.",\n    name=x,\n) }}\n'
        '{%- macro row(label=say("Default")) -%}{{ say(label) }}{%- endmacro %}\n',
    )
    assert found_in(checkout) - before == {
        "Your turn, {name}.",
        "Lead a card.",
        "Deals",
        "One sentence on two lines.",
        "Default",
    }
    comments = {message.id: message.auto_comments for message in catalogues.extract(checkout)}
    assert comments["Deals"] == ["above the list"]


def test_a_template_that_does_not_parse_is_an_error(checkout: Path) -> None:
    write_template(checkout, "broken.html", '{{ say("lost") }}{% if %}')
    with pytest.raises(TemplateSyntaxError):
        catalogues.extract(checkout)


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
