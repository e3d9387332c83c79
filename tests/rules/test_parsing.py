"""Numbers and JSON from outside are read within bounds."""

import argparse
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.parsing import MAX_DIGITS, integer_argument, parse_integer, parse_json

TOO_LONG = "9" * 5_000  # Python itself refuses to convert more than 4,300 digits


@given(st.integers(0, 10**30), st.integers(0, 10**30), st.integers(0, 10**30))
def test_a_number_is_read_within_its_bounds(number: int, least: int, most: int) -> None:
    expected = number if least <= number <= most else None

    assert parse_integer(str(number), least, most) == expected
    assert parse_integer(f"{'0' * 5_000}{number}", least, most) == expected


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1 ", "1_0", "1.0", "1e3", "\u0663", "\u00b2", TOO_LONG]
)
def test_nothing_else_is_read_as_a_number(text: str) -> None:
    assert parse_integer(text, 0, 10**9) is None


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    found = parse_integer(text, 0, 10**9)

    assert found is None or str(found) == (text.lstrip("0") or "0")


def test_an_argument_that_is_refused_is_shown_in_short() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number from 1 to 6") as no:
        integer_argument(1, 6)(TOO_LONG)

    assert len(str(no.value)) < 2 * MAX_DIGITS


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TOO_LONG, "more than 100 digits"),
        (f'{{"a": [-{TOO_LONG}]}}', "more than 100 digits"),
        ("[NaN]", "NaN is no JSON"),
        ("[-Infinity]", "-Infinity is no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[1,", "Expecting value"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_json_that_cannot_be_read_is_refused_in_one_way(text: str | bytes, problem: str) -> None:
    with pytest.raises(json.JSONDecodeError, match=problem):
        parse_json(text)


def test_a_refused_number_is_found_again() -> None:
    with pytest.raises(json.JSONDecodeError) as refusal:
        parse_json(f'{{\n  "round": {TOO_LONG}}}')

    assert (refusal.value.lineno, refusal.value.colno) == (2, 12)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**256), 2**256) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_other_json_is_read_as_python_reads_it(value: object) -> None:
    assert value == parse_json(json.dumps(value))
