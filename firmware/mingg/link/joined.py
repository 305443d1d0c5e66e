"""Which club and table this device belongs to: one line in the store, written by the PC (mingg_club/joining.py).

0000 5f0d8a1c {"club": "tuesday", "table": 3, "address": "192.168.4.1", "port": 1883, "user": "table-3", ...}
"""

from mingg.records.line import only

CLUB_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789-"
LONGEST = 24  # signs of a club's name
TABLES = 999
DEVICE = "device"  # the setting with the device's own number


class Joined:
    """club, table, address (four numbers with dots), port, user, password; ssid and key of the Wi-Fi, "" without.

    web: the broker's address for web pages, such as ws://192.168.4.1:9001/mqtt; "" without
    """

    def __init__(self, data: bytes) -> None:
        """data: of the file. ValueError: it is damaged, or makes no sense."""
        keys = only(data)
        self.club: str = _text(keys, "club")
        self.address: str = _text(keys, "address")
        self.user: str = _text(keys, "user")
        self.password: str = _text(keys, "password")
        self.ssid: str = _text(keys, "ssid")
        self.key: str = _text(keys, "key")
        self.web: str = _text(keys, "web")
        self.table: int = _number(keys, "table", TABLES)
        self.port: int = _number(keys, "port", 65535)
        if not 0 < len(self.club) <= LONGEST or not all(sign in CLUB_SIGNS for sign in self.club):
            raise ValueError("club")
        parts = self.address.split(".")  # a name would have to be looked up, which blocks
        if len(parts) != 4 or not all(part.isdigit() and len(part) < 4 and int(part) < 256 for part in parts):
            raise ValueError("address")


def _text(keys: "dict[str, object]", key: str) -> str:
    value = keys.get(key, "")
    if not isinstance(value, str):
        raise ValueError(key)
    return value


def _number(keys: "dict[str, object]", key: str, most: int) -> int:
    value = keys.get(key)
    if type(value) is not int or not 1 <= value <= most:
        raise ValueError(key)
    return value
