"""What the link keeps in the store: which evenings belong to the night, and which requests are done.

One line with a checksum, like the settings. A request is noted before it is carried out and again afterwards, so it is
carried out once. Which records the host has is not kept here: the host says it at each connection.
"""

import json
from typing import Any

from mingg.evening.evening import Store
from mingg.link.joined import Joined
from mingg.records.line import only, seal

FILE = "link.txt"
REMEMBERED = 24  # requests that are done; older ones are never carried out


class Memo:
    """since    the first evening of this night, or of one before that the host lacks; earlier ones stay here
    done     {id: number of a record, or the reason for which it was declined}, oldest first
    oldest   ids up to this one were forgotten, and count as done
    doing    [id, evening, record, sitting, deals] of a request that is carried out now, else None
    sitting  [number, evening, deals before it, deals in all]; None if there is none. If the director has ended it, the
             last is 0, and the one before counts all deals so far
    fresh    something is not written yet
    lost     the file was missing or damaged: nobody knows which requests are done
    """

    def __init__(self, store: "Store", joined: "Joined", evening: int) -> None:
        """evening: the present one, with which the link begins if nothing is kept."""
        self._store = store
        self._joined = joined
        self.since = evening
        self.done: "dict[str, int | str]" = {}
        self._order: "list[str]" = []
        self.oldest = ""
        self.doing: "list[Any] | None" = None
        self.sitting: "list[int] | None" = None
        self.fresh = True
        self.lost = False
        try:
            self._read(store.read(FILE))
        except (ValueError, TypeError, KeyError, OSError):
            self.lost = True

    def _read(self, data: "bytes | None") -> None:
        keys = only(data)
        if keys["club"] != self._joined.club or keys["table"] != self._joined.table:
            return  # of another club: its requests and its position mean nothing here
        for word, value in keys["done"]:
            self.note(word, value)
        self.since = int(keys["since"])
        self.oldest = keys["oldest"]
        self.doing, self.sitting = keys["doing"], keys["sitting"]
        self.fresh = False

    def keep(self) -> None:
        """Writes everything. Raises OSError: then the old file is there."""
        done = [[word, self.done[word]] for word in self._order]
        keys = {"club": self._joined.club, "table": self._joined.table, "since": self.since, "done": done}
        keys.update({"oldest": self.oldest, "doing": self.doing, "sitting": self.sitting})
        self.fresh = True  # if it fails, it is to be done again
        self._store.replace(FILE, seal(0, json.dumps(keys)))
        self.fresh = False

    def resume(self, evening: int, records: int) -> None:
        """At the start, before anything is written to a ledger: decides whether the last request was carried out, and
        takes its note from the flash. Later records would count for it. evening, records: of the ledger. Raises
        OSError: then keep() has to write it later."""
        doing, self.doing = self.doing, None
        if doing is None:
            return
        try:
            word, number, record, sitting, deals = doing
            if (evening, records) > (number, record):
                if sitting:
                    self.sitting = [sitting, evening, 0, deals]
                    record = 0
                self.note(str(word), int(record))
        except (ValueError, TypeError):
            pass  # no note that this version writes
        self.keep()

    def note(self, word: str, answer: "int | str") -> None:
        """Notes that a request is done. answer: the number of a record, or the reason for which it was declined."""
        if word not in self.done:
            self._order.append(word)
        self.done[word] = answer
        self.fresh = True
        if len(self._order) > REMEMBERED:
            first = self._order.pop(0)
            del self.done[first]
            if rank(first) > rank(self.oldest):
                self.oldest = first

    def forgotten(self, word: str) -> bool:
        """Whether a request that is not in `done` is so old that nobody knows whether it is done."""
        return rank(word) <= rank(self.oldest)


def rank(word: str) -> "tuple[int, str]":
    """Puts ids in their order: a longer one is later."""
    return len(word), word
