"""A deal that was made without JSON is checked like its JSON, and completed."""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Liable, Win
from mingg.core.interchange.deals import check_deal, read_deal, write_deal
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import load


def _card(**values):
    card = Card()
    for key, value in values.items():
        setattr(card, key, value)
    return card


def _won(winner="E", win=None, **values):
    return Deal(winner, win or Win("draw"), {winner: _card(**values)})


def _drawn(**values):
    deal = Deal()
    for key, value in values.items():
        setattr(deal, key, value)
    return deal


def _called(win):
    win.call = True
    return win


# (wrong place, players, deal) by the rules of babcock
WRONG = (
    ("/winner", 3, _won("W")),
    ("/winner", 2, _won()),  # without two doublings
    ("/win", 4, Deal("E")),
    ("/win", 4, Deal(None, Win("draw"))),
    ("/win/by", 4, _won(win=Win(""))),
    ("/win/from", 4, _won(win=Win("discard", "E"))),
    ("/win/tile", 4, _won(win=Win("draw", tile="0p"))),
    ("/win/call", 4, _won(win=_called(Win("draw")))),
    ("/hands/N", 4, Deal("N", Win("draw"))),
    ("/hands/S", 2, _drawn(tiles={"S": "1m"})),
    ("/hands/S/dead", 4, _drawn(dead={"S": "short"})),
    ("/hands/E/card/winds", 4, _won(winds=1)),
    ("/hands/E/card", 4, _won(pungs=[2, 2, 1, 0])),
    ("/hands/E/card/pungs/1", 4, _won(pungs=[0, -1, 0, 0])),
    ("/hands/E/card/pairs/0", 4, _won(pairs=["queen"])),
    ("/hands/E/card/special/1", 4, _won(special=["nine_gates", "nine_gates"])),
    ("/hands/E/card/score", 4, _won(score=40, dragons=1)),
    ("/kongs", 4, _drawn(kongs=17)),
    ("/liable", 4, _drawn(liable=[Liable("S", "full", None)])),
    ("/washing/majors", 4, _drawn(ending=("washing", "S", 8))),
    ("/dead_pays", 4, _drawn(ending=("dead_pays", "X", 0))),
    ("/price", 4, _drawn(ending=("dead_pays", "S", 100))),
    ("/goulash", 4, _drawn(goulash=True)),
)


def test_a_wrong_part_of_a_deal_is_refused_at_its_place_in_the_json():
    for place, players, deal in WRONG:
        try:
            check_deal(deal, load("babcock", players=players))
        except BadInput as error:
            found = error.pointer
        else:
            found = None
        assert found == place, (place, found)


def test_a_deal_gets_what_follows_from_it():
    deal = Deal("N", Win("discard", opening="first-discard", tile="5z"))
    deal.tiles = {"N": "222p 345m 678s 999s 55z", "E": "(111z) 2345m 99p 7s 123p"}
    rules = load("babcock")
    check_deal(deal, rules)
    assert deal.win.source == "E"
    assert deal.cards["N"].pairs == ["dragon"]
    assert deal.cards["E"].seat_wind == 1
    assert "N" in deal.arrangements
    again = read_deal(write_deal(deal), rules)
    assert write_deal(again) == write_deal(deal)
