"""The sentences on plays and sales that all screens share."""

from bottleimp.knowledge.play_messages import YOU_TAKE, play_messages


def test_sentences_with_one_form_go_by_the_names_of_their_constants() -> None:
    messages = play_messages()

    assert messages["YOU_PLAY"] == "You play {card}."
    assert messages["ROUND_OVER"] == "The round is over."


def test_sentences_with_a_plural_are_not_among_them() -> None:
    assert "YOU_TAKE" not in play_messages()
    assert len(YOU_TAKE) == len(("one", "many"))
