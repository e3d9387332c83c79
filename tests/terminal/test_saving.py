import json

from hypothesis import given
from hypothesis import strategies as st

from bottleimp.rules.editions import edition
from bottleimp.terminal.session.local import begun, laid
from bottleimp.terminal.session.saved_matches import Folder, Game, Settings, read, written
from tests.support.strategies import editions, rounds, seeds


@given(rounds(), st.integers(0, 5))
def test_a_match_is_read_as_it_was_written(played, dealer):
    names = [f"name {number}" for number in range(played.edition.seats)]
    table = laid(played.edition, names, ("uniform", "rules_of_thumb"), dealer)
    game = Game(table, (played,))
    if game.match.is_over:
        return

    assert game == read(json.loads(json.dumps(written(game))))


@given(editions(), seeds)
def test_a_seed_fixes_the_first_deal_and_who_deals_it(of, seed):
    names = [f"name {number}" for number in range(of.seats)]
    one, other = (begun(laid(of, names, ("uniform",), seed)) for _ in range(2))

    assert one == other


def test_without_a_seed_matches_differ():
    three = edition("classic/3")
    seen = {laid(three, ("You", "Keawe", "Kokua"), ("uniform",)).seed for _ in range(20)}

    assert 20 == len(seen)


def test_settings_are_remembered(tmp_path):
    settings = Settings(pace=300, dark=False, by_suit=True)
    Folder(tmp_path).keep(settings)

    assert settings == Folder(tmp_path).settings()


def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path):
    for content in ('{"pace": -1}', '{"dark": 3}', '{"colour": "green"}', "[]", "{", "\x00"):
        (tmp_path / "settings.json").write_text(content, encoding="utf-8")

        assert Settings() == Folder(tmp_path).settings()
