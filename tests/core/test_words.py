"""What the device says is in its catalogues, each message once."""

from mingg.core.reasons import REASONS
from mingg.lang import REFUSED, RESIDENT, SELDOM, say, section


def test_every_reason_can_be_said():
    for reason in REASONS:
        assert say("no " + reason)


def test_no_message_stands_twice():
    resident = section(RESIDENT)
    for more in (section(SELDOM), section(REFUSED)):
        assert not [key for key in resident if key in more]
    assert not [key for key in section(SELDOM) if key[:3] == "no "], "looked for among the refusals"


def test_what_is_seldom_said_is_said_again():
    assert say("not saved", 5) == say("not saved", 5) == "not saved: error 5"


def test_what_no_catalogue_has_is_an_error():
    try:
        say("nonsense")
    except KeyError:
        return
    raise AssertionError("said something")
