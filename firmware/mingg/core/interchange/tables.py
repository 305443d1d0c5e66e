"""The table of a session: its players, rule set and options, read and written as the session's first line has them."""

from mingg.core.deal.winds import SEATS
from mingg.core.interchange.json_in import BadInput, a_list, a_word, an_object
from mingg.core.rules import EDITION, Rules, load
from mingg.core.rules.books import RULE_SETS
from mingg.core.table.session import Session

MYPY = False
if MYPY:
    from mingg.core.interchange.json_in import Json

FORMAT = 1
SESSION_KEYS = ("mingg", "edition", "rules", "options", "house", "names", "counters")


def read_rules(keys: "Json", players: int, edition: int = EDITION) -> Rules:
    """The rule set in force that an object's `rules`, `options`, `house` and `edition` name. edition: the one to use
    if the object names none."""
    edition = keys.get("edition", edition)
    if type(edition) is not int or not 1 <= edition <= EDITION:
        raise BadInput("/edition", "unknown edition: this version knows 1 to %d; update Mingg" % EDITION)
    if "rules" not in keys:
        raise BadInput("/rules", "the rule set is missing")
    name = a_word(keys["rules"], "/rules", RULE_SETS, "rule set")
    options = keys.get("options", {})
    if not isinstance(options, dict):
        raise BadInput("/options", "an object is wanted here")
    if "house" in keys and keys["house"] is None:
        raise BadInput("/house", "an object is wanted here")
    try:
        return load(name, options, players, keys.get("house"), edition)
    except ValueError as error:
        from mingg.core.rules.checks import BadRules

        if not isinstance(error, BadRules):
            raise
        raise BadInput("/" + error.key + error.at, str(error))


def read_session(value: object, more_keys: "tuple[str, ...]" = (), edition: int = EDITION) -> Session:
    """A session from the first line of its file. `more_keys` are those of a ledger's head, read by the caller: what a
    ledger says is taken as it is, so that no evening is lost for a name. edition: that of a line that does not name
    one."""
    keys = an_object(value, "", SESSION_KEYS + tuple(more_keys))
    if keys.get("mingg") != FORMAT or keys.get("mingg") is True:
        raise BadInput("/mingg", "this version reads format %d" % FORMAT)
    names = a_list(keys.get("names"), "/names")
    if len(names) not in SEATS:
        raise BadInput("/names", "2, 3, 4 or 5 players")
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name or name in names[:i]:
            raise BadInput("/names/%d" % i, "a name of his own for every player")
    rules = read_rules(keys, len(names), edition)
    counters = keys.get("counters", "none")
    _check_counters(counters, "/counters")
    return Session(names, rules, counters)


def _check_counters(value: object, at: str) -> None:
    """A known set, or one of the players' own."""
    if isinstance(value, dict):
        # Few sessions have one.
        from mingg.core.interchange.held import read_counters

        read_counters(value, at)
    else:
        a_word(value, at, ("none", "babcock", "harr"), "set of counters")


def write_session(session: Session) -> "Json":
    """The first line of a session, as in the head of a ledger. A head without an edition belongs to the first edition.
    Firmware older than the editions does not know the key, and changes no ledger that has it."""
    rules = session.rules
    keys: "Json" = {"mingg": FORMAT, "rules": rules.id, "names": session.names, "counters": session.counters}
    if rules.edition > 1:
        keys["edition"] = rules.edition
    if rules.options:
        keys["options"] = rules.options
    if rules.house is not None:
        keys["house"] = rules.house
    return keys
