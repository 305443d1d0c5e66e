"""What the device says is in its catalogues, each message once."""

from mingg.core.reasons import REASONS
from mingg.lang import en, en_no, en_seldom, say


def test_every_reason_can_be_said():
    for reason in REASONS:
        assert say("no " + reason)


def test_no_message_stands_twice():
    for more in (en_seldom, en_no):
        assert not [key for key in en.TEXT if key in more.TEXT]
    assert not [key for key in en_seldom.TEXT if key[:3] == "no "], "looked for in en_no.py"


def test_what_is_seldom_said_is_said_again():
    assert say("not saved", 5) == say("not saved", 5) == "not saved: error 5"


def test_what_no_catalogue_has_is_an_error():
    try:
        say("nonsense")
    except KeyError:
        return
    raise AssertionError("said something")
