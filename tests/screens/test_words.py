"""The catalogues have all texts of the device, each message once, and the same messages in every language."""

import os

from help.checks import refused
from help.texts import NOTICES, section
from mingg import lang
from mingg.lang import REFUSED, RESIDENT, SELDOM, say
from mingg_scoring.interchange.answers import REASONS


def _languages():
    return sorted([file[:-4] for file in os.listdir(lang.HERE[:-1]) if file[-4:] == ".txt"])


def _catalogue(language):
    """[(section, key, text)], the name of the language in itself, and all other lines. Without what only a page says: a
    browser stores, and its texts have %s for numbers, too."""
    texts, name, others, section_name = [], None, [], None
    with open(lang.HERE + language + ".txt", encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            key, equals, text = line.partition(" = ")
            if line[:1] == "[" and line[-1:] == "]":
                section_name = line[1:-1]
            elif not line or line[:1] == ";":
                pass
            elif not equals or not text or text != text.strip():
                others.append(line)
            elif section_name is None and key == "language":
                name = text
            elif section_name != "page":
                texts.append((section_name, key, text))
    return texts, name, others


def _places(text):
    """The `%` places for words, in order."""
    texts, start = [], text.find("%")
    while start >= 0:
        end = start + 1
        while text[end] in "+-.0123456789":
            end += 1
        texts.append(text[start : end + 1])
        start = text.find("%", end + 1)
    return texts


def test_every_reason_has_a_text():
    for reason in REASONS:
        assert say("no " + reason)


def test_every_sentence_for_a_reason_names_the_problem_and_the_next_step():
    for reason, sentence in REASONS.items():
        problem, _, next_step = sentence.partition(". ")
        assert problem, reason
        assert next_step[-1:] == ".", reason


def test_no_message_stands_twice():
    resident = section(RESIDENT)
    for messages in (section(SELDOM), section(REFUSED)):
        assert not [key for key in resident if key in messages]
    assert not [key for key in section(SELDOM) if key[:3] == "no "], "looked for among the refusals"
    for language in _languages():
        keys = [(section_name, key) for section_name, key, _ in _catalogue(language)[0]]
        assert len(keys) == len(set(keys)), language


def test_every_language_has_the_same_texts_in_the_same_sections():
    english = [entry[:2] for entry in _catalogue(lang.ENGLISH)[0]]
    missing = []
    for language in _languages():
        texts, name, others = _catalogue(language)
        assert name, language
        assert not others, (language, others)
        places = [entry[:2] for entry in texts]
        missing += [(language,) + entry for entry in english if entry not in places]
        assert missing or places == english, language
    assert not missing, missing


def test_every_language_has_the_same_places_for_words_and_the_same_lines():
    english = {entry[:2]: entry[2] for entry in _catalogue(lang.ENGLISH)[0]}
    for language in _languages():
        for section_name, key, text in _catalogue(language)[0]:
            english_text = english[section_name, key]
            for form in text.split(" ~ "):
                places = _places(english_text.split(" ~ ")[0])
                assert _places(form) == places, (language, section_name, key)
                assert places == ["%d"] or form == text, (language, section_name, key)
            if key in NOTICES:
                assert text.count("|") < 5, (language, section_name, key)
            else:
                assert text.count("|") == english_text.count("|"), (language, section_name, key)


def test_one_thing_is_not_said_as_many():
    lang.use(("club",))
    said = []
    for language in _languages():
        assert lang.choose(language)
        said.append([say("chows", number) + ", " + say("club deals", number) for number in (1, 2)])
    assert lang.choose(lang.ENGLISH)
    lang.use(())
    assert said == [
        ["1 Chow, 1 Spiel", "2 Chows, 2 Spiele"],
        ["1 chow, 1 deal", "2 chows, 2 deals"],
        ["1 chow, 1 mano", "2 chows, 2 manos"],
        ["1 chow, 1 donne", "2 chows, 2 donnes"],
        ["1 chow, 1 mano", "2 chow, 2 mani"],
        ["1 chow, 1 spel", "2 chows, 2 spellen"],
        ["1 chow, 1 el", "2 chow, 2 el"],
    ]


def test_a_break_after_a_hyphen_is_within_a_word():
    assert lang.joined("kong-|roof") == "kongroof"
    assert lang.joined("drew|it") == "drew it"


def test_every_language_has_a_letter_for_each_seat():
    for language in _languages():
        assert lang.choose(language)
        letters = lang.letters("ESWN")
        assert len(set(letters)) == 4, language
        assert lang.letters("5") == "5", "who sits out has none"
    assert lang.choose(lang.ENGLISH)
    assert lang.letters("ESWN") == "ESWN"


def test_an_explanation_is_a_sentence():
    for language in _languages():
        for section_name, key, text in _catalogue(language)[0]:
            if section_name == "why" or key[:5] == "does ":
                assert text[-1:] == ".", (language, key, text)


def test_a_text_without_a_translation_is_an_error():
    for language in _languages():
        lang.choose(language)
        refused(say, "nonsense", error=KeyError)
    lang.choose(lang.ENGLISH)


# Words that said the same thing in another way, or two things at once. docs/glossary.md and the head of each file have
# the words of the game.
OLD_WORDS = {
    "en": ("major", "on the table", "in the hand", "from the box", "box lends", "loose ones", "session"),
    "de": ("Hauptst", "Haupts.", "loser", "losen", "Drachen Tisch", "A halten", "B halten", "Vorr", "Box", "sichert")
    + ("speichert", "unentschieden", "Verdoppelung", "Sitzung", "minder", "füllt", "keinerlei")
    + ("Sitzwind", "Ehre", "Zwilling", "Klub", "orrektur", "orrigier"),
    "fr": ("voisins", "fausse annonce", "gain"),
    "es": ("dirección", "der.", "Declarada", "v. propio"),
    "it": ("casa", "unico", "debito", "proprio vento"),
    "nl": ("2 tot", "leende"),
    "tr": ("çov", "Çov", "büyük taş", "hep büyük", "hep onur", "öz rüzgâr", "basılı", "kutu borç")
    + ("akşam", "yanlış mah", "yanlış bit", "anlaşıl", "dahası", "galip", "uç,", "uç ve", "hazır el", "açıkta")
    + ("bildir",),
}
# Messages in which such a word has another meaning: a tile, a corner, a part of a club night.
MAY_SAY = ("losers", "%d loose out", "Sitzung %d", "die Sitzung ist zu Ende")


def test_no_language_has_a_second_word_for_the_same_thing():
    for language in _languages():
        for section_name, key, text in _catalogue(language)[0]:
            if text not in MAY_SAY:
                for word in OLD_WORDS.get(language, ()):
                    assert word not in text, (language, section_name, key, text)


def test_a_class_of_sets_has_one_name_on_cards_in_results_and_on_rule_pages():
    """The questions of the card use the words of items, of doublings, and of the steps to their points."""
    for language in _languages():
        assert lang.choose(language)
        names = {
            key: text
            for section_name, key, text in _catalogue(language)[0]
            if section_name in ("deal", "seldom", "sheet")
        }
        for simple in ("by simple", "made plain"):
            assert names["simple"] in names[simple], language
        assert names["major"] in names["by major"], language
        assert names["made major"] in names["by honour"], language
        assert names["made concealed"] == names["hand"], language
        assert names["dragon"][:3] in names["by dragon"], language
    assert lang.choose(lang.ENGLISH)
