"""Every reason for which the device refuses a key has its words."""

from mingg.core.reasons import REASONS
from mingg.lang import say


def test_every_reason_can_be_said():
    for reason in REASONS:
        assert say("no " + reason)
