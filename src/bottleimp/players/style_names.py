"""The players that follow a style of human play, by name; nothing here needs numpy.

They are for measuring and training, and are offered to nobody at a table.
"""

STYLE_PREFIX = "style_"  # before the name of a style, or of a mixture, in that of its player

STYLE_SENTENCES = {
    "beginner": "Takes high cards for strong ones and low ones for weak, and ignores the bottle.",
    "cautious": "Never buys the bottle if it can help it.",
    "greedy": "Takes every trick it can.",
    "highest": "Plays the highest card that the rules allow.",
    "low_dumper": "Gets rid of low cards as soon as it can.",
    "low_hoarder": "Keeps low cards as long as it can.",
    "lowest": "Plays the lowest card that the rules allow.",
    "memoriser": "Knows which cards are out, and plans nothing.",
}

# A mixture plays by one of its styles, drawn anew for each seat and round.
MIXTURES = {
    "mixture_for_measuring": ("beginner", "cautious", "low_hoarder", "lowest"),
    "mixture_for_training": ("greedy", "highest", "low_dumper", "memoriser"),
}

MIXTURE_SENTENCES = {
    name: f"Plays each round by one of the styles {', '.join(styles[:-1])} and {styles[-1]}."
    for name, styles in MIXTURES.items()
}


def styles_of(name: str) -> tuple[str, ...]:
    """The styles among which the player of a style or mixture draws."""
    return MIXTURES.get(name, (name,))


def style_sentences() -> dict[str, str]:
    """For the name of every such player, how it plays."""
    return {
        STYLE_PREFIX + name: sentence
        for name, sentence in (STYLE_SENTENCES | MIXTURE_SENTENCES).items()
    }
