"""The hands of tests/oracles/seasonal.toml as JSON, for tests that run without TOML;
tests/rules/test_house_hand_files.py compares the two."""

HANDS = {
    "Spring rain": {"tiles": "nna nnb n+1n+1a n+1n+1b n+2n+2a n+2n+2b ddz", "score": "half", "concealed": True},
    "Swallows": {"tiles": "1234567a 1234567b", "score": 800},
    "Blossom walk": {"tiles": "123456789a nnb nnc dz", "score": 400, "claim": False},
    "First flower": {"tiles": "111a 111b 111c 567z 11z", "score": "limit", "flowers": "1f5f", "waiting": 300},
    "Midsummer": {"tiles": "nnna nnnb nnnc dddz wwz", "score": "limit"},
    "Long day": {"tiles": "123456789s 1234z 6z", "score": 600, "flowers": 1},
    "Three kites": {"tiles": "nn+1n+2a nn+1n+2b nn+1n+2c wwwz ddz", "score": "third"},
    "Sunflower": {"tiles": "5555p 66p 77p 88p 99p 567z", "score": 700, "waiting": 0},
    "Harvest moon": {"tiles": "11z 22z 33z 44z nna nnb nnc", "score": "half", "concealed": True},
    "Falling leaves": {"tiles": "na n+1n+1a n+2n+2n+2a n+3n+3n+3n+3a ddz wwwz", "score": "limit"},
    "Wild geese": {"tiles": "147a 258b 369c 1234z dz", "score": 600, "concealed": True, "claim": False},
    "Even steps": {"tiles": "22a 44a 66a 88a 22b 44b 66b", "score": "half"},
    "Winter garden": {"tiles": "555z 444z 111a 999a 11b", "score": "limit", "flowers": "4f8f"},
    "Long night": {"tiles": "nnna kkkb jjjc 444z 77z", "score": 320, "concealed": True},
}
SEASONS = {"name": "Four seasons", "hands": HANDS}
