"""Where everybody sits on the compass, and what he is called, changed while an evening is played.

The players stay who they were: every record knows them as they were called at the start.
"""

MYPY = False
if MYPY:
    from mingg.evening.state import Evening


def sit(evening: "Evening", turn: int, called: "list[str]") -> None:
    before = evening.turn, evening.called
    evening.turn, evening.called = turn, called
    try:
        evening.ledger.change_head(evening.head())
    except OSError:
        evening.turn, evening.called = before
        raise
