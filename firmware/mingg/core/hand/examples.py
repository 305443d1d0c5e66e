"""An example of each special hand that its tiles tell, beside the patterns of special.py: the groups of 14 tiles as
hand.py reads them, the winning tile last. A set is exposed where the hand would be another one without that."""

EXAMPLES = {
    "all_honours": "111z 333z 555z 666z 44z",
    "all_majors": "111m 999p 222z 777z 11s",
    "all_pair_honours": "11m 99m 11p 99s 22z 44z 77z",
    "buried_treasure": "222p 555p 888p 666z 33z",
    "concealed_full_suit": "123m 234m 567m 888m 99m",
    "four_blessings": "111z 222z 333z 444z 55m",
    "four_concealed": "222m 666m 444p 888s 33p",
    "four_kongs": "(5555m) [8888p] [1111z] [4444z] 22s",
    "four_winds": "(111z) 222z 333z 444z 55m",
    "fourfold_plenty": "[5555m] [8888p] [1111z] [4444z] 22s",
    "gates_of_heaven": "111s 2345s 678s 999s 5s",
    "heads_and_tails": "(111m) 999m 111p 999p 99s",
    "hidden_treasure": "222m 666m 444p 888s 33p",
    "imperial_jade": "222s 333s 888s 666z 44s",
    "jade": "234s 234s 666s 888s 66z",
    "knitting": "2m2p 3m3p 4m4p 5m5p 7m7p 8m8p 9m9p",
    "nine_gates": "111s 2345s 678s 999s 5s",
    "purity": "(222s) 333s 555s 777s 99s",
    "seven_twins": "22m 55m 33p 88p 11s 77s 44z",
    "thirteen_orphans": "19m 19p 19s 1234z 567z 5z",
    "three_dragons": "(555z) 666z 777z 222p 88s",
    "three_scholars": "555z 666z 777z 222p 88s",
    "triple_knitting": "2m2p2s 4m4p4s 6m6p6s 7m7p7s 9m9p",
    "wriggling_snake": "11s 2345s 6789s 1234z",
    "winding_snake": "(111p) 999p 234p 678p 55p",
    "winds_and_dragons": "111z 222z 555z 777z 33z",
    # Doublings that a hand of sets must name.
    "big_winds": "111z 222z 333z 444z 55m",
    "little_winds": "111z 222z 333z 567m 44z",
    # Here the winning tile decides.
    "plum": "5p",
    "moon": "1p",
    "pole": "2s",
}
