"""Typed data and their JSON. A dataclass is the one definition of both: the JSON, the JSON Schema and the reference
follow from its fields.

A field is annotated with its type and its meaning. Its key in JSON is its name, without an underscore at the end. JSON
has a key only if its value is not the default, or if it can have only one value. A form keeps its values by their keys:
so vars() has its JSON. A form never changes: its lists become tuples, and its dicts Frozen ones.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from mingg.core.values import step

from mingg_scoring.json_text import MinggError, parse, too_deep

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:  # Python 3.10 has none

    def dataclass_transform(**_: Any) -> Any:
        return lambda form: form


Json = dict[str, Any]  # an object
F = TypeVar("F", bound="Form")


class Unset(Enum):
    UNSET = "unset"

    def __repr__(self) -> str:
        return self.name


UNSET: Final = Unset.UNSET  # the value of a key that is left out, where None is a value of its own


class Frozen(dict[Any, Any]):
    """A dict that does not change."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this does not change. Make another one: {**this, key: value}.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen], tuple[dict[Any, Any]]]:
        return Frozen, (dict(self),)


NOTHING: Final[Frozen] = Frozen()


def frozen(value: Any) -> Any:
    """Returns a value that does not change, as deep as it goes."""
    if type(value) in _PLAIN or isinstance(value, (Form, Frozen)):
        return value
    if isinstance(value, Mapping):
        return Frozen({key: frozen(item) for key, item in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


class Bounds(NamedTuple):
    """The bounds of a number: at least, at most, a multiple of."""

    least: int | None = None
    most: int | None = None
    of: int = 1


Count = Annotated[int, Bounds(0)]
Points = Annotated[int, Bounds(0, None, 2)]


class Key(NamedTuple):
    """A field and its key in JSON. kind: its type. default: MISSING if the key is required. marks: a line of a session
    or a hand is of this kind if it has the key."""

    name: str
    key: str
    kind: Any
    meaning: str
    default: Any
    marks: bool


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Form:
    """Data with a form in JSON. Each subclass is a frozen dataclass."""

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls, kw_only: bool = True) -> None:
        dataclass(frozen=True, kw_only=kw_only, repr=False)(cls)
        for field in fields(cls):
            if field.name.endswith("_"):
                setattr(cls, field.name, _Renamed(field.name[:-1], field.default))

    def __post_init__(self) -> None:
        """Keeps what JSON has, and nothing that can change. The class has the defaults."""
        form: Any = type(self)
        given = vars(self)
        for _, key, _, _, default, marks in keys_of(form):
            value = given[key]
            if type(value) not in _PLAIN:
                try:
                    given[key] = value = frozen(value)
                except RecursionError:
                    raise too_deep() from None
            if not marks and _same(value, default):
                del given[key]

    def __repr__(self) -> str:
        """Shows the fields that differ from their defaults."""
        form: Any = type(self)
        shown = (
            f"{key.name}={getattr(self, key.name)!r}"
            for key in keys_of(form)
            if not _same(getattr(self, key.name), key.default)
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def _keys(self) -> Json:
        """Returns what JSON has, by its key."""
        form: Any = type(self)
        given = vars(self)
        if "_later" not in given:
            return given
        makers = given["_later"].makers
        return {key.key: getattr(self, key.name) for key in keys_of(form) if key.key in given or key.key in makers}

    if not TYPE_CHECKING:  # which then knows each field, and no other

        def __getattr__(self, name: str) -> Any:
            """Makes a field that is made when it is first asked for."""
            later = vars(self).get("_later", _NEVER)
            if name not in later.makers:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = vars(self)[name] = later.makers[name](later.of)
            return value

    def __getstate__(self) -> Json:
        """Returns what a copy has: all that would be made later, too."""
        state = dict(self._keys())
        if "_later" in vars(self):
            state["_later"] = Later({}, None, *vars(self)["_later"][2:])
        return state

    def to_json(self) -> Any:
        """Returns the JSON of this, as Python's json module takes it. Raises MinggError for what is no JSON."""
        return _copied(parse(self))


class Later(NamedTuple):
    """Fields that are made when they are first asked for, each by a function of `of`. deal: what this answers, a form
    or JSON. names: of its players by seat, if they are known."""

    makers: Mapping[str, Callable[[Any], Any]]
    of: Any
    deal: Any = None
    names: Any = None


_NEVER = Later({}, None)


def answers(answer: F, deal: Any, names: Any = None) -> F:
    """Returns an answer that knows its deal. deal, names: as in Later."""
    vars(answer)["_later"] = Later({}, None, deal, names)
    return answer


class _Renamed:
    """A field whose key is no name of Python."""

    def __init__(self, key: str, default: Any) -> None:
        self.key = key
        self.default = default

    def __get__(self, form: Form | None, _: object) -> Any:
        return self if form is None else vars(form).get(self.key, self.default)

    def __set__(self, form: Form, value: Any) -> None:
        vars(form)[self.key] = value


def _copied(value: Any) -> Any:
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    return list(map(_copied, value)) if type(value) is list else value


def made(form: type[F], keys: Json) -> F:
    """Makes a form of checked values that do not change and are not the defaults. It takes a third of the time, and an
    answer has many."""
    one = object.__new__(form)
    object.__setattr__(one, "__dict__", keys)
    return one


class Document(Form):
    """What programs send and get."""

    @classmethod
    def from_json(cls, value: str | bytes | Json) -> Self:
        """Reads JSON: a text, or what Python's json module made of it. Raises MinggError."""
        from mingg_scoring.json_answers import refusals

        keys = parse(value)
        with refusals():
            cls._check(keys)
        read: Self = decoded(cls, keys)
        return read

    @staticmethod
    def _check(keys: Any) -> None:
        """Checks JSON by the rules, if the core reads it. Raises BadInput."""


@cache
def keys_of(form: Any) -> tuple[Key, ...]:
    """Returns the keys of a form, in their order."""
    hints = get_type_hints(form, include_extras=True)
    return tuple(_key_of(each, hints[each.name]) for each in fields(form))


def _key_of(of: Field[Any], hint: Any) -> Key:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    meaning = " ".join(note for note in notes if isinstance(note, str))
    bounds = next((note for note in notes if isinstance(note, Bounds)), None)
    marks = of.default is MISSING or (get_origin(kind) is Literal and len(get_args(kind)) == 1)
    return Key(of.name, of.name.rstrip("_"), Annotated[kind, bounds] if bounds else kind, meaning, of.default, marks)


_PLAIN = {str, int, bool, type(None)}


def _same(value: object, default: object) -> bool:
    return value is default or (type(value) is type(default) and value == default)


def decoded(kind: Any, value: Any) -> Any:
    """Makes a form, or another typed value, of JSON. Raises MinggError for what is not of this type."""
    return _read(_plan(kind), value)


# ---- how to read a type: planned once for each ----


class _Plan(NamedTuple):
    """fits: whether a value may be of a type, by its outermost form. make: makes it of JSON; None: it is the JSON.
    marks: the keys that tell a form from others."""

    fits: Callable[[Any], bool]
    make: Callable[[Any], Any] | None = None
    marks: tuple[str, ...] = ()


def _chosen(plan: _Plan, value: Any) -> bool:
    """Whether a value is of this type, among those of a union."""
    return plan.fits(value) and all(key in value for key in plan.marks)


def _read(plan: _Plan, value: Any) -> Any:
    if not plan.fits(value):
        raise MinggError("this cannot be here. The function schema lists the keys and their values.")
    return plan.make(value) if plan.make else value


def _inner(key: str, plan: _Plan, value: Any) -> Any:
    """Reads a part of a form. Its place is made only if it is wrong."""
    try:
        return _read(plan, value)
    except MinggError as error:
        raise MinggError(error.message, step("", key) + error.at) from None


@cache
def _plan(kind: Any) -> _Plan:
    kind = plain(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if is_union(kind):
        plans = [_plan(part) for part in parts]
        return _Plan(
            lambda value: any(_chosen(plan, value) for plan in plans),
            lambda value: _read(next(plan for plan in plans if _chosen(plan, value)), value),
        )
    if origin is Literal:
        words = {(type(word), word) for word in parts}
        return _Plan(lambda value: type(value) in _PLAIN and (type(value), value) in words)
    if origin is tuple:
        return _plan_of_tuple(parts)
    if origin is Mapping:
        of_key, of_item = map(_plan, parts)
        return _Plan(
            lambda value: isinstance(value, dict),
            lambda value: Frozen({_inner(key, of_key, key): _inner(key, of_item, item) for key, item in value.items()}),
        )
    if is_form(kind):
        marks = tuple(key.key for key in keys_of(kind) if key.marks)
        return _Plan(lambda value: isinstance(value, dict), lambda value: _form(kind, value), marks)
    return _Plan(lambda value: type(value) is kind)


def _plan_of_tuple(parts: tuple[Any, ...]) -> _Plan:
    plans = [_plan(part) for part in parts if part is not ...]
    repeated = parts[-1] is ...

    def make(items: list[Any]) -> tuple[Any, ...]:
        return tuple(_inner(str(i), plans[0 if repeated else i], item) for i, item in enumerate(items))

    return _Plan(lambda value: isinstance(value, list) and (repeated or len(plans) == len(value)), make)


@cache
def _keys_read(form: Any) -> tuple[dict[str, tuple[Key, _Plan, bool]], list[str]]:
    """Returns by key of a form: its field, its plan, and whether it may be None; and the keys that it needs."""
    keys = [(key, _plan(key.kind)) for key in keys_of(form)]
    plans = {key.key: (key, plan, plan.fits(None)) for key, plan in keys}
    return plans, [key.key for key, _ in keys if key.default is MISSING]


def _form(form: Any, value: Json) -> Any:
    (plans, needed), given = _keys_read(form), {}
    for key, item in value.items():
        if key not in plans:
            raise MinggError(f"unknown key. Choose one of {', '.join(plans)}", step("", str(key)))
        field, plan, nullable = plans[key]
        if item is not None or nullable:
            read = _inner(key, plan, item)
            if field.marks or not _same(read, field.default):
                given[key] = read
    for missing in needed:
        if missing not in value:
            raise MinggError("this is missing. Add it.", step("", missing))
    return made(form, given)


# ---- kinds ----


def plain(kind: Any) -> Any:
    """Returns a type without its bounds."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind


def is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def is_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Form)
