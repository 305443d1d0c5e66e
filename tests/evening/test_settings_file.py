"""The settings and their file. Runs under pytest and, unchanged, on MicroPython."""

from help.checks import refused
from help.stores import MemoryStore
from mingg.settings import DAMAGED, FILE, UNREAD, Settings


def store_with(**values):
    """A store with these settings."""
    store = MemoryStore()
    settings = Settings(store)
    for key in values:
        settings.put(key, values[key])
    return store


def test_fresh_from_the_box_nothing_is_set_and_nothing_written():
    store = MemoryStore()
    settings = Settings(store)
    assert settings.notice is None
    assert settings.get("language", "en") == "en"
    assert settings.get("dims", 2) == 2
    settings.keep()
    assert store.files == {}


def test_settings_survive_a_power_cut():
    store = store_with(language="tr", dims=5, sound=False)
    reopened = Settings(store)
    assert reopened.notice is None
    assert reopened.get("language", "en") == "tr"
    assert reopened.get("dims", 2) == 5
    assert reopened.get("sound", True) is False


def test_the_file_is_a_sealed_line_that_people_can_read():
    line = store_with(brightness="low").files[FILE]
    assert line[:5] == b"0000 "
    assert line[14:] == b'{"brightness": "low"}\n'


def test_set_is_in_force_at_once_and_kept_when_it_is_time():
    store = MemoryStore()
    settings = Settings(store)
    settings.set("dims", 10)
    assert settings.get("dims", 2) == 10
    assert store.files == {}
    settings.keep()
    assert Settings(store).get("dims", 2) == 10


def test_nothing_is_written_if_nothing_changed():
    store = store_with(dims=5)
    settings = Settings(store)
    store.fail = "before"
    settings.set("dims", 5)
    settings.keep()
    settings.put("dims", 5)


def test_unknown_settings_are_kept():
    store = store_with(colour="green", dims=5)
    Settings(store).put("dims", 1)
    reopened = Settings(store)
    assert reopened.get("colour", "") == "green"
    assert reopened.get("dims", 2) == 1


def test_two_who_set_something_do_not_undo_each_other():
    store = MemoryStore()
    first, second = Settings(store), Settings(store)
    first.put("language", "de")
    second.put("dims", 1)
    reopened = Settings(store)
    assert (reopened.get("language", "en"), reopened.get("dims", 2)) == ("de", 1)


def test_a_value_of_another_kind_is_as_if_not_set():
    store = store_with(dims="soon", sound=1, language=7)
    settings = Settings(store)
    assert settings.get("dims", 2) == 2
    assert settings.get("sound", True) is True
    assert settings.get("language", "en") == "en"


def test_any_damage_is_noticed_and_all_is_as_it_comes():
    sound = store_with(brightness="low").files[FILE]
    damaged = [sound[:index] for index in range(len(sound) - 1)]
    damaged += [sound[:index] + bytes((sound[index] ^ 1,)) + sound[index + 1 :] for index in range(len(sound))]
    damaged += [sound + b"\n", sound + sound, b"\xff" * 40, b"0000 00000000 \xff\n"]
    for data in damaged:
        store = MemoryStore()
        store.files[FILE] = data
        settings = Settings(store)
        assert settings.notice == (DAMAGED, 0), data
        assert settings.get("brightness", "high") == "high"
        settings.keep()
        assert store.files[FILE] == data, "it is left alone until something is set"
        settings.put("dims", 1)
        reopened = Settings(store)
        assert reopened.notice is None
        assert (reopened.get("brightness", "high"), reopened.get("dims", 2)) == ("high", 1)


def test_a_sealed_line_without_settings_is_damage():
    from mingg.records.line import seal

    for text in ("[1]", "7", "{", ""):
        store = MemoryStore()
        store.files[FILE] = seal(0, text)
        assert Settings(store).notice == (DAMAGED, 0), text


def test_a_file_that_cannot_be_read_is_reported_and_not_overwritten():
    store = store_with(language="tr")
    store.broken = [FILE]
    settings = Settings(store)
    assert settings.notice is not None
    assert settings.notice[0] == UNREAD
    assert settings.get("language", "en") == "en"
    refused(settings.put, "dims", 1, error=OSError)
    assert settings.get("dims", 2) == 2
    store.broken = []
    settings.put("dims", 1)
    reopened = Settings(store)
    assert (reopened.get("language", "en"), reopened.get("dims", 2)) == ("tr", 1)


def test_a_store_that_takes_nothing_changes_nothing():
    store = store_with(dims=5)
    before = dict(store.files)
    settings = Settings(store)
    store.fail = "before"
    refused(settings.put, "dims", 1, error=OSError)
    assert settings.get("dims", 2) == 5
    assert store.files == before


def test_settings_that_could_not_be_stored_stay_in_force_and_are_stored_later():
    store = MemoryStore()
    settings = Settings(store)
    settings.set("dims", 1)
    store.fail = "before"
    refused(settings.keep, error=OSError)
    assert settings.get("dims", 2) == 1
    store.fail = None
    settings.keep()
    assert Settings(store).get("dims", 2) == 1
