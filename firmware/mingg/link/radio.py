"""The Wi-Fi of a board. Activating it may take a second, so it is done once, at the start; joining a network goes on in
the background."""

from typing import Any

from mingg.hal.ticks import ticks_diff

_LOOK_MS = 500  # between two looks at the state
_AGAIN_MS = 20000  # a network that did not answer for so long is asked again


class Radio:
    """up: the board is in the network."""

    def __init__(self, ssid: str, key: str) -> None:
        """Activates the radio. ImportError: the board has none. OSError: it does not work."""
        import network  # type: ignore[import-not-found, unused-ignore]

        self._ssid = ssid
        self._key = key
        self._wlan: "Any" = network.WLAN(getattr(network, "STA_IF", 0))
        self._wlan.active(True)
        self.up = False
        self._looked: "int | None" = None
        self._asked: "int | None" = None

    def step(self, now_ms: int) -> None:
        """Looks at the state now and then, and joins the network again if it is lost."""
        if self._looked is not None and ticks_diff(now_ms, self._looked) < _LOOK_MS:
            return
        self._looked = now_ms
        try:
            self.up = bool(self._wlan.isconnected())
            if self.up:
                self._asked = None
            elif self._asked is None or ticks_diff(now_ms, self._asked) > _AGAIN_MS:
                if self._asked is not None:
                    self._wlan.disconnect()
                self._asked = now_ms
                self._wlan.connect(self._ssid, self._key)
        except OSError:
            self.up = False
