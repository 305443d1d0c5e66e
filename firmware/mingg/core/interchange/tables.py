"""The table a deal is played at: rule set and options, players, round; and the session, which names it once."""

from mingg.core.interchange.deals import DEAL_KEYS, read_deal
from mingg.core.interchange.json_in import BadInput, a_list, a_word, an_object, step
from mingg.core.rules import RULE_SETS, Rules, is_count, module_of, options_of
from mingg.core.session import Session
from mingg.core.winds import ROUNDS, SEATS

MYPY = False
if MYPY:
    from mingg.core.deal import Deal
    from mingg.core.interchange.json_in import Json

FORMAT = 1
SESSION_KEYS = ("mingg", "rules", "options", "house", "names", "counters")
TABLE_KEYS = ("rules", "options", "house", "players", "round")


def read_rules(keys: "Json", players: int) -> Rules:
    """The rule set in force that an object's `rules`, `options` and `house` name."""
    if "rules" not in keys:
        raise BadInput("/rules", "the rule set is missing")
    name = a_word(keys["rules"], "/rules", RULE_SETS, "rule set")
    module = module_of(name)
    options = keys.get("options", {})
    if not isinstance(options, dict):
        raise BadInput("/options", "an object is wanted here")
    checks = {option: check for option, check, _, _ in options_of(module)} if options else {}
    for option, setting in options.items():
        at = step("/options", option)
        if option not in checks:
            raise BadInput(at, "%s has no such option" % name)
        wrong = checks[option](setting)
        if wrong:
            raise BadInput(at, wrong)
    if "house" not in keys:
        return Rules(module, options, players)
    from mingg.core.rules.house import BadHouse

    try:
        if keys["house"] is None:
            raise BadHouse("", "an object is wanted here")
        return Rules(module, options, players, keys["house"])
    except BadHouse as error:
        raise BadInput("/house" + error.at, str(error))


def read_standalone(value: object) -> "tuple[Rules, str, Deal]":
    """A deal that names its own table: (rules, round wind, deal)."""
    keys = an_object(value, "", TABLE_KEYS + DEAL_KEYS)
    players = keys.get("players", 4)
    if not is_count(players) or players not in SEATS:
        raise BadInput("/players", "2, 3, 4 or 5 players")
    rules = read_rules(keys, players)
    round_wind = a_word(keys.get("round", "E"), "/round", ROUNDS[players], "round")
    return rules, round_wind, read_deal(value, rules, round_wind, TABLE_KEYS)


def read_session(value: object, more_keys: "tuple[str, ...]" = ()) -> Session:
    """A session from the first line of its file. `more_keys` are those of a ledger's head, read by the caller: what a
    ledger says is taken as it is, so that no evening is lost for a name."""
    keys = an_object(value, "", SESSION_KEYS + tuple(more_keys))
    if not more_keys:
        from mingg.core.interchange.text_in import check_text

        check_text(value, "")
    if keys.get("mingg") != FORMAT or keys.get("mingg") is True:
        raise BadInput("/mingg", "this version reads format %d" % FORMAT)
    names = a_list(keys.get("names"), "/names")
    if len(names) not in SEATS:
        raise BadInput("/names", "2, 3, 4 or 5 players")
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name or name in names[:i]:
            raise BadInput("/names/%d" % i, "a name of his own for every player")
    rules = read_rules(keys, len(names))
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
    """The first line of a session's file."""
    keys: "Json" = {
        "mingg": FORMAT,
        "rules": session.rules.id,
        "names": session.names,
        "counters": session.counters,
    }
    if session.rules.options:
        keys["options"] = session.rules.options
    if session.rules.house is not None:
        keys["house"] = session.rules.house
    return keys
