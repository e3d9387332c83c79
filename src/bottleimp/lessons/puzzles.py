"""Puzzles: one card is safe whatever the others hold, and they play as well as they can.

The positions are from rounds of computer players; which card is safe was found by playing out
every line of every deal that agrees with what the learner has seen.
"""

from bottleimp.lessons.goals import owns_no_bottle
from bottleimp.lessons.lesson import Exercise, Goal, Lesson
from bottleimp.messages import N_

STAY_FREE = Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None)

BOTTLE_PUZZLES = Lesson(
    "bottle-puzzles",
    N_("Puzzles: buy or not?"),
    N_("One card alone is safe. The others play against you as well as they can."),
    (
        Exercise(
            texts=(
                N_("One of your cards is safe, whatever the others hold. Take your time."),
                N_("Kokua leads the 1, and Keawe plays after you. You hold two cards below 8."),
            ),
            goal=STAY_FREE,
            right={
                "15": N_("Somebody else buys now, and for less than your 5: you are out of danger.")
            },
            wrong={
                "5": N_(
                    "5 beats the 1: you buy. Keawe's 3 goes under it, and nothing lower comes."
                ),
                "7": N_(
                    "7 beats the 1: you buy. Keawe's 3 goes under it, and only your own 5 is lower."
                ),
            },
            reached=N_("A 1 on the table is a gift: it sells the bottle for good, if you let it."),
            missed=N_("You beat the 1, which would have ended all danger. Stay above the price."),
            answers=("12",),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("You have no red card, so you may play anything."),
                N_("You passed the 1 to Keawe, who still holds it."),
            ),
            goal=STAY_FREE,
            right={
                "2": N_(
                    "The bottle is yours at 2. But Keawe has to play the 1 some time, and then it"
                    " buys: nothing else is lower than 2."
                )
            },
            wrong={
                "13": N_("The 2 stays in your hand, and Keawe waits until it has to beat the 1."),
                "20": N_("The 2 stays in your hand, and Keawe waits until it has to beat the 1."),
            },
            reached=N_("A lower card in another hand has to come: buying was safe."),
            missed=N_("You had to beat the 1 with your 2. While the 1 is out, buying is safe."),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("Three cards below your 8 are still out: 4, 6 and 7."),
                N_("They may be in the hands of the others, or in the Imp's Trick."),
                N_("Three cards lie in the Imp's Trick. One of them is your own 21."),
            ),
            goal=STAY_FREE,
            right={
                "8": N_(
                    "Three lower cards are out, and the Imp's Trick has room for two. So one of"
                    " them is in a hand: it has to come, and it buys."
                )
            },
            wrong={
                "13": N_("The 8 stays in your hand. When it comes, Keawe's 6 goes under it."),
                "34": N_(
                    "You take the trick, but the 8 stays in your hand. When it comes, Keawe's 6"
                    " goes under it."
                ),
            },
            reached=N_("Count the lower cards that are out: one too many for the Imp's Trick."),
            missed=N_("Keawe's 6 went under your 8, and nothing lower was left."),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("You own the bottle, and you play last. Nobody has gone below 6."),
                N_("You passed the 2 to Keawe, who still holds it and sits before you."),
            ),
            goal=STAY_FREE,
            right={
                "27": N_(
                    "Now Kokua leads, and Keawe plays before you: if the 2 comes, your 1 goes"
                    " under it. If not, play the 5, and the 2 comes last."
                ),
                "27 5": N_(
                    "You buy, but Keawe has only the 2 left: it beats your 1 and buys in turn."
                ),
            },
            wrong={
                "1": N_("No other card is below the price: you buy at 1, and nothing is lower."),
                "5": N_(
                    "You buy and have to lead. Now Keawe sees your card first, and keeps the 2 away"
                    " from your 1."
                ),
                "27 1": N_("Keawe kept the 2. The 1 is alone below the price, so it buys."),
            },
            reached=N_("Your 1 went under the 2. An owner can wait too."),
            missed=N_("Your 1 had to buy: it is safe only under Keawe's 2."),
            answers=("28",),
            best_defence=True,
        ),
    ),
)

LEAD_PUZZLES = Lesson(
    "lead-puzzles",
    N_("Puzzles: who leads?"),
    N_("Whoever plays after the others sees their cards. One card alone is safe."),
    (
        Exercise(
            texts=(
                N_("You hold the 1, and Kokua has the 2 that you passed on."),
                N_("Your 1 is safe only under that 2. You had better see it first."),
            ),
            goal=STAY_FREE,
            right={
                "7": N_("You cannot take this trick, so in the next one Kokua plays before you."),
                "7 15": N_("Kokua kept the 2, so you keep the 1 for the last trick."),
            },
            wrong={
                "1": N_("No other card is below the price: you buy at 1, and nothing is lower."),
                "15": N_(
                    "You take the trick and have to lead. Kokua sees your card first, and keeps"
                    " the 2 away from your 1."
                ),
                "7 1": N_("Kokua kept the 2. The 1 is alone below the price, so it buys."),
            },
            reached=N_("Your 1 went under Kokua's 2."),
            missed=N_("Your 1 had to buy: it is safe only under Kokua's 2."),
            answers=("18",),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("You lead. You passed the 2 to Keawe, who sits before you and still holds it."),
                N_("No other card below your 5 is left."),
            ),
            goal=STAY_FREE,
            right={
                "11": N_("You lose the lead, and from now on Keawe plays before you."),
                "11 5": N_(
                    "Keawe kept the 2, so now you buy: the 2 has to come in the last trick."
                ),
            },
            wrong={
                "5": N_("Keawe's 2 goes under your 5: you buy, and nothing lower is left."),
                "25": N_(
                    "You take the trick and have to lead again. Keawe still sees your card first."
                ),
                "11 25": N_("Keawe kept the 2. Now it goes under your 5 in the last trick."),
            },
            reached=N_("You saw each of Keawe's cards before you chose, so the 2 had to buy."),
            missed=N_("Keawe's 2 went under your 5. Give the lead away, and wait for the 2."),
            answers=("22", "28", "9", "15"),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("You passed the 1 to Kokua, who still holds it and plays after you."),
                N_("Besides your own, only two yellow cards are left: the 1 and the 5."),
            ),
            goal=STAY_FREE,
            right={
                "28": N_("You take the lead. If Kokua follows with the 5, only the 1 is left."),
                "28 18": N_("Kokua has to follow with the 1, and it buys."),
            },
            wrong={
                "2": N_("Kokua's 1 goes under your 2: you buy, and nothing is lower."),
                "18": N_(
                    "The lead stays with Keawe, who plays red: now Kokua may keep the 1 until your"
                    " 2 has to beat it."
                ),
                "28 2": N_("You lead the 2, and Kokua's 1 goes under it."),
            },
            reached=N_("Twice yellow, and the 1 had to come while your 2 was in your hand."),
            missed=N_("Your 2 met the 1. Draw the 1 out before the 2 has to be played."),
            answers=("5",),
            best_defence=True,
        ),
        Exercise(
            texts=(
                N_("You hold the 1. You passed the 2 to Kokua and the 3 to Keawe."),
                N_("As long as others lead, you play after Kokua. Can you avoid the lead?"),
            ),
            goal=STAY_FREE,
            right={
                "18": N_(
                    "20 is higher, so Keawe leads again. And you kept the 5, with which you can"
                    " avoid the lead once more."
                ),
                "18 5": N_("Keawe leads again, so you still play after Kokua."),
            },
            wrong={
                "1": N_("No other card is below the price: you buy at 1, and nothing is lower."),
                "5": N_(
                    "Keawe leads again. But now only the 1 is low: your next card takes the trick,"
                    " and you have to lead."
                ),
                "28": N_("You take the trick and have to lead: the others see your card first."),
            },
            reached=N_("Your 1 went under a 2 or a 3."),
            missed=N_("Your 1 had to buy: you had to lead before the 2 and the 3 were played."),
            answers=("15", "12", "22", "25"),
            best_defence=True,
        ),
    ),
)
