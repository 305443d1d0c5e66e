"""Chooses the names of a build, most of them short ones.

A board never forgets a name that it has read, and it searches all of them for each string that it builds. So all files
use the same few names. Two symbols may share one if no file uses both, and two attributes if no object can have both:
`a0` may be the balance of a table and the canvas of a screen. Some names stay: those that a string mentions, that
programs outside the firmware use, and attributes that belong to Python or to MicroPython.

First come words that MicroPython has in its own image, and that no source uses: a compiled file has only the numbers of
those that every image has, and a board does not remember the others again. Then come a0, a1 and so on.
"""

from __future__ import annotations

import ast
import io
import itertools
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from mingg_host.deploy.contents import ROOT
from mingg_host.deploy.symbols import ScreenName, plain
from mingg_host.deploy.units import Units
from mingg_host.device import framebuf

# Words of MicroPython's static_qstr_list. Each file takes a byte for the first ones, two for the others. A class or the
# compiler gives the words with "__" a meaning, but they can be arguments.
ARGUMENTS = (
    *("__call__", "__delitem__", "__enter__", "__exit__", "__getattr__", "__hash__", "__int__", "__next__"),
    *("__qualname__", "__repr__", "__setitem__", "__str__"),
)
NAMES = (
    *("ArithmeticError", "AssertionError", "BaseException", "EOFError", "Ellipsis", "GeneratorExit"),
    *("IndentationError", "KeyboardInterrupt", "NameError", "NoneType", "OverflowError", "SyntaxError", "SystemExit"),
    *("ZeroDivisionError", "builtins", "bytecode", "callable", "classmethod", "dir", "endswith", "eval", "exec"),
    *("format", "from_bytes", "globals", "isalpha", "islower", "isspace", "issubclass", "isupper", "locals", "main"),
    *("popitem", "pow", "readline", "repr", "rindex", "rsplit", "sep", "staticmethod", "stop", "to_bytes"),
)
# Short words that the images for the Pico and the Pico 2 have besides: registers, pins, the assembler, mathematics. On
# another board they cost what other names cost.
OF_A_PICO = """
    RX TX aw bl bx cb er fs ow pc pi re rx sd tb tx ALT CTS DMA GP0 GP1 GP2 GP3 GP4 GP5 GP6 GP7 GP8 GP9 GS8 I2S INT
    LED LSB MSB PIO PTR RAW RTC RTS SIO WDT aes alt asr bpp buf clz cmp cos cpu cts dec doc erf esp exc exp idx in_
    inf isr jmp ldr log lsl lsr mem mod mov mrs nan nop osr ps1 ps2 ptr pyb rel req rom rp2 rts sin src ssl sub tan
    tau vfs wfi AUTO GP10 GP11 GP12 GP13 GP14 GP15 GP16 GP17 GP18 GP19 GP20 GP21 GP22 GP25 GP26 GP27 GP28 GPCK GZIP
    INT8 LONG Lock Loop MONO PIO0 PIO1 Task UART UINT VOID ZLIB acos addr and_ argv asin atan bdev bind ceil cond
    coro cosh crc8 ctrl dest diff erfc fabs feed fmod ibuf init ldrb ldrh lock log2 math mem8 miso mkfs modf movt
    movw peek poly prog ptr8 rate rbit sdiv seed sgen sha1 sinh span sqrt strb strh tanh task udiv uint usys vcmp
    vldr vmov vmrs vneg vstr
"""
_OTHERS = (
    *(str, bytes, bytearray, memoryview, list, dict, set, tuple, int, object, type, property, OSError, io.FileIO, json),
    *(io.StringIO, framebuf.FrameBuffer),
)
_FOREIGN = frozenset(name for module in _OTHERS for name in dir(module))


Names = dict[str, dict[str, list[str]]]  # by file and by short name, all source names that it stands for


# By kind of node, the parts that hold a symbol.
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    **dict.fromkeys((ast.FunctionDef, ast.ClassDef, ast.ExceptHandler), ("name",)),
    **dict.fromkeys((ast.arg, ast.keyword), ("arg",)),
    ast.Name: ("id",),
    ast.Attribute: ("attr",),
    ast.alias: ("name", "asname"),
}


class ShortNames:
    """names: by symbol, the name that it has in all files."""

    def __init__(self, units: Units, trees: Mapping[str, ast.Module], words: Set[str]) -> None:
        """trees: of the files, with symbols. words: all words in the sources."""
        self.units, self.symbols, self.trees = units, units.symbols, trees
        self.words = [word for word in (*NAMES, *OF_A_PICO.split()) if word not in words]
        arguments = [word for word in ARGUMENTS if word not in words]
        self.names = {f"_{number}": word for number, word in enumerate(arguments)}
        self.users: dict[str, set[str]] = defaultdict(set)  # by symbol, the files that have it as a name of their own
        for file, tree in trees.items():
            for node in ast.walk(tree):
                for part in _PARTS.get(type(node), ()):
                    symbol = getattr(node, part)
                    if isinstance(symbol, str) and (part != "attr" or symbol[0] == "."):
                        self.users[symbol].add(file)
        self._name_symbols()
        self._name_attributes()

    def _free(self, taken: Iterable[Set[str]], first: int = 0) -> str:
        """Returns the first short name that is in no set."""
        count = len(self.words)
        names = (self.words[number] if number < count else f"a{number - count}" for number in itertools.count(first))
        return next(name for name in names if not any(name in each for each in taken))

    def _name_symbols(self) -> None:
        """Chooses the names of modules and of what they define. Modules and imports from elsewhere keep theirs if they
        can."""
        taken: dict[str, set[str]] = defaultdict(set)
        for module, names in self.symbols.builtins.items():
            taken[self.units.files[module]] |= names
        files, stays = self.units.files, self.symbols.stays
        symbols = [name for name in self.users if "<" in name or {name, name.rpartition(".")[0]} & files.keys()]
        keeps = {
            name for name in symbols if "<" in name or name in files or stays(name) or plain(name)[:2] == "__"
        } - self.symbols.shadowed
        main = set(files.values())
        for symbol in sorted(
            symbols,
            key=lambda name: (name not in keeps, name.rpartition(".")[0] not in main, -len(self.users[name]), name),
        ):
            name = plain(symbol)
            of_users = [taken[file] for file in self.users[symbol]]
            if symbol not in keeps or any(name in names for names in of_users):
                if stays(symbol) and name not in self.symbols.kept:
                    raise ValueError(f"{symbol} is asked of a module, but a file has another {name}. Rename one")
                name = self._free(of_users, len(self.words) if symbol in self.symbols.screens else 0)
            self.names[symbol] = name
            for names in of_users:
                names.add(name)

    def _name_attributes(self) -> None:
        above: dict[str, str] = {}  # by class, a related one

        def family(owner: str) -> str:
            while above.setdefault(owner, owner) != owner:
                owner = above[owner]
            return owner

        for derived, base in self.symbols.bases:
            above[family(derived)] = family(base)
        of_modules = {plain(name) for name in self.names if self.symbols.stays(name)}
        fixed = _FOREIGN | self.symbols.kept | self.symbols.strings | self.symbols.foreign | of_modules
        free = [name for name in self.symbols.owners if name[1:] not in fixed and name[0] == "."]
        taken: dict[str, set[str]] = defaultdict(set)
        everywhere = {self.names.get(symbol, symbol) for symbol in self.symbols.evaluated}
        wild = self.symbols.wild
        for name in sorted(free, key=lambda name: (name not in wild, -len(self.users[name]), name)):
            families = [taken[family(owner)] for owner in sorted(self.symbols.owners[name])]
            new = self._free([everywhere, *families])
            for names in [everywhere] if name in wild else families:
                names.add(new)
            self.names[name] = new

    def applied(self) -> Names:
        """Puts the names into the trees. Returns the source names of all functions and classes, and those of changed
        attributes, as `.balance`."""
        known: Names = {}
        for file, tree in self.trees.items():
            full_names: dict[str, set[str]] = defaultdict(set)
            for node in ast.walk(tree):
                for part in _PARTS.get(type(node), ()):
                    symbol = getattr(node, part)
                    if isinstance(symbol, str):
                        new = self.names.get(symbol, symbol.lstrip("."))
                        setattr(node, part, new)
                        if isinstance(node, ast.FunctionDef | ast.ClassDef):
                            full_names[new].add(node.full_name)  # type: ignore[union-attr]
                        elif isinstance(node, ast.Attribute) and symbol == f".{symbol[1:]}" != f".{new}":
                            full_names[new].add(symbol)
                if isinstance(node, ast.Constant) and isinstance(node.value, ScreenName):
                    node.value = self._screen(node.value)
                elif isinstance(node, ast.Global | ast.Nonlocal):
                    node.names = [self.names.get(symbol, symbol) for symbol in node.names]
                elif isinstance(node, ast.alias) and node.asname == node.name:
                    node.asname = None
            tree.body = [node for node in tree.body if not _is_idle(node)]
            ends = {name.rpartition(".")[2] for names in full_names.values() for name in names if name[0] != "."}
            known[self.units.on_board[file]] = {
                short: sorted(name for name in names if name[0] != "." or name[1:] not in ends)
                for short, names in sorted(full_names.items())
            }
        return known

    def _screen(self, screen: ScreenName) -> str:
        """Returns a screen's name as it is on a board, with its module: "deal.:card.a7". The first part is the folder
        in the sources."""
        file = self.units.on_board[self.units.files[screen.module]]
        name = self.names[self.symbols.of(screen.module, screen.name)]
        return f"{screen.folder}.:{file.removeprefix(ROOT)[1:]}.{name}"


def _is_idle(node: ast.stmt) -> bool:
    """Whether a statement gives a name its own value: what programs use has kept its name."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == ast.unparse(node.value)
