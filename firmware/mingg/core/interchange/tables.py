"""Reads and writes the table of a session: players, rule set and options, as in the first line of a session."""

from mingg.core.deal.deal import ROUNDS, SEATS
from mingg.core.rules import EDITION, RULE_SETS, Rules, load
from mingg.core.table.session import Session
from mingg.core.values import BadInput, Json, a_list, a_word, an_object, same

FORMAT = 1
SESSION_KEYS = ("mingg", "edition", "rules", "options", "house", "names", "counters", "rounds")


def read_rules(keys: "Json", players: int) -> Rules:
    """Loads the rule set of an object with `rules`, `options`, `house` and `edition`. Raises BadInput."""
    edition = keys.get("edition", EDITION)
    if type(edition) is not int or edition != EDITION:
        raise BadInput("/edition", "unknown edition of the rules. This version has edition %d. Update Mingg." % EDITION)
    name = keys.get("rules", "")
    if name == "":
        raise BadInput("/rules", "the rule set is missing. Choose one of " + ", ".join(RULE_SETS))
    a_word(name, "/rules", RULE_SETS, "rule set")
    options = keys.get("options", {})
    if not isinstance(options, dict):
        raise BadInput("/options", "this must be an object")
    if "house" in keys and keys["house"] is None:
        raise BadInput("/house", "this must be an object")
    return load(name, options, players, keys.get("house"))


def read_session(value: object, more_keys: "tuple[str, ...]" = ()) -> Session:
    """Reads a session from the first line of its file. more_keys: other keys, which the caller reads. Raises BadInput,
    but not for odd names: no evening may be lost because of a name."""
    keys = an_object(value, "", SESSION_KEYS + tuple(more_keys))
    if "mingg" not in keys:
        raise BadInput("/mingg", 'the number of the format is missing. Add "mingg": %d.' % FORMAT)
    if keys.get("mingg") != FORMAT or keys.get("mingg") is True:
        raise BadInput("/mingg", "unknown format. This version reads format %d. Update Mingg." % FORMAT)
    names = a_list(keys.get("names"), "/names")
    if len(names) not in SEATS:
        raise BadInput("/names", "this must be a list of 2, 3, 4 or 5 players")
    known = []
    for i, name in enumerate(names):
        plain = same(name) if isinstance(name, str) else ""
        if not plain or plain in known:
            message = "each player needs another name; capitals and blanks make no difference. Change this one."
            raise BadInput("/names/%d" % i, message)
        known.append(plain)
    rules = read_rules(keys, len(names))
    counters = keys.get("counters", "none")
    if counters != "none":
        # Imported here: few sessions have counters.
        from mingg.core.counters.sets import read_counters

        read_counters(counters, "/counters")
    return Session(names, rules, counters, _read_rounds(keys["rounds"], rules) if "rounds" in keys else 0)


def _read_rounds(value: object, rules: Rules) -> int:
    """Checks the number of rounds that the players agreed on."""
    most = len(ROUNDS[rules.players])
    if rules.on("winner_deals"):
        raise BadInput("/rounds", "rounds are not counted if the winner deals. Leave this out.")
    if type(value) is not int or not 1 <= value <= most:
        raise BadInput("/rounds", "this must be a number of rounds from 1 to %d" % most)
    return value


def write_session(session: Session) -> "Json":
    """The object of the first line of a session, also used in the head of a ledger."""
    rules = session.rules
    keys: "Json" = {"mingg": FORMAT, "edition": EDITION, "rules": rules.id, "names": session.names}
    keys["counters"] = session.counters
    if rules.options:
        keys["options"] = rules.options
    if session.rounds:
        keys["rounds"] = session.rounds
    if rules.house is not None:
        keys["house"] = rules.house
    return keys
