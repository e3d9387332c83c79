"""Puzzles: one card is safe whatever the others hold, and they play as well as they can.

The positions are from rounds of computer players; which card is safe was found by playing out
every line of every deal that agrees with what the learner has seen.
"""

from functools import partial

from bottleimp.lessons.goals import owns_no_bottle
from bottleimp.lessons.lesson import Exercise, Goal, Lesson
from bottleimp.messages import N_

STAY_FREE = Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None)
puzzle = partial(Exercise, goal=STAY_FREE, best_defence=True)

BOTTLE_PUZZLES = Lesson(
    "bottle-puzzles",
    N_("Puzzles: buy or not?"),
    N_("One card alone is safe. The others play against you as well as they can."),
    (
        puzzle(
            texts=(
                N_("One card is safe whatever the others hold. They will find the best answer."),
                N_(
                    "The price is 8. Kokua leads the 1, and Keawe plays after you. Two of"
                    " your cards"
                    " are below the price."
                ),
            ),
            right={"15": N_("Now the price is below your 5: none of your cards can buy any more.")},
            wrong={
                "5": N_(
                    "5 beats the 1: you buy. Keawe's 3 goes under it, and nothing lower comes."
                ),
                "7": N_(
                    "7 beats the 1: you buy. Keawe keeps the 3, and later loses it under your 5."
                ),
            },
            reached=N_("Let the 1 buy, or the 2 or the 3 on top of it, and you are safe for good."),
            missed=N_(
                "You beat the 1. With the 15, the price would have fallen below all your cards."
            ),
            answers=("12",),
        ),
        puzzle(
            texts=(
                N_("The price is 3. You have no red card, so you may play anything."),
                N_("You passed the 1 to Keawe, who still holds it."),
            ),
            right={
                "2": N_(
                    "The bottle is yours at 2. But Keawe has to play the 1 some time, and then it"
                    " buys: nothing else is lower than 2."
                )
            },
            wrong={
                "13": N_("You keep the 2, and Keawe keeps the 1 until your 2 has to beat it."),
                "20": N_("You keep the 2, and Keawe keeps the 1 until your 2 has to beat it."),
            },
            reached=N_("A lower card in another hand has to come: buying was safe."),
            missed=N_(
                "Your 2 had to beat the 1. While another still has to play the 1, buying is safe."
            ),
        ),
        puzzle(
            texts=(
                N_("You may buy with the 8. Which lower cards are still out? Count them."),
                N_("Three cards lie in the Imp's Trick. One of them is your own 21."),
            ),
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
            reached=N_(
                "4, 6 and 7 were out, and only two of them could lie in the Imp's Trick: one had to"
                " come."
            ),
            missed=N_("Keawe's 6 went under your 8, and nothing lower was left."),
        ),
        puzzle(
            texts=(
                N_("You own the bottle. In this trick nobody has played below 6, the price."),
                N_("You play last. Keawe, before you, still has the 2 that you passed."),
            ),
            right={
                "27": N_(
                    "You own the bottle for now. But Kokua leads, and you see Keawe's card"
                    " before you"
                    " choose."
                ),
                "27 5": N_(
                    "You buy, but Keawe has only the 2 left: it beats your 1 and buys in turn."
                ),
            },
            wrong={
                "1": N_(
                    "No other card in this trick is below the price: you buy at 1. Nothing is"
                    " lower."
                ),
                "5": N_(
                    "You buy and have to lead. Now Keawe sees your card first, and keeps the 2 away"
                    " from your 1."
                ),
                "27 1": N_("Keawe kept the 2. The 1 is alone below the price, so it buys."),
            },
            reached=N_("Your 1 went under the 2: an owner too can wait for the right trick."),
            missed=N_("Your 1 bought: it is safe only in a trick with Keawe's 2."),
            answers=("28",),
        ),
    ),
)

LEAD_PUZZLES = Lesson(
    "lead-puzzles",
    N_("Puzzles: who leads?"),
    N_("Whoever plays after the others sees their cards. One card alone is safe."),
    (
        puzzle(
            texts=(
                N_("One card is safe whatever the others hold. They will find the best answer."),
                N_(
                    "Your 1 is safe only in a trick with the 2, which you passed to Kokua. You had"
                    " better see it first."
                ),
            ),
            right={
                "7": N_("You cannot take this trick, so in the next one Kokua plays before you."),
                "7 15": N_("Kokua kept the 2, so you keep the 1 for the last trick."),
            },
            wrong={
                "1": N_(
                    "No other card in this trick is below the price: you buy at 1. Nothing is"
                    " lower."
                ),
                "15": N_(
                    "You take the trick and have to lead. Kokua sees your card first, and keeps"
                    " the 2 away from your 1."
                ),
                "7 1": N_("Kokua kept the 2. The 1 is alone below the price, so it buys."),
            },
            reached=N_("You stayed behind Kokua, and your 1 went under the 2."),
            missed=N_("Your 1 bought: it is safe only in a trick with Kokua's 2."),
            answers=("18",),
        ),
        puzzle(
            texts=(
                N_("You took the last trick, so you lead. Three tricks are left."),
                N_(
                    "Below your 5 only the 2 is left. You passed it to Keawe, who sits before"
                    " you and"
                    " still holds it."
                ),
            ),
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
            reached=N_(
                "You lost the lead, saw Keawe's card before you chose, and the 2 had to buy."
            ),
            missed=N_(
                "Keawe's 2 went under your 5. Lose the lead, then play the 5 to a trick in which"
                " Keawe has kept the 2."
            ),
            answers=("22", "28", "9", "15"),
        ),
        puzzle(
            texts=(
                N_("Keawe leads yellow. Kokua, after you, still has the 1 that you passed."),
                N_("Besides your own, only two yellow cards are left: Kokua's 1, and the 5."),
            ),
            right={
                "28": N_(
                    "Kokua followed with the 5. You lead: which yellow card is left to Kokua?"
                ),
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
            reached=N_("Kokua had to follow yellow twice, so the 1 came before your 2."),
            missed=N_("Your 2 met the 1. Lead yellow until Kokua has only the 1 to follow with."),
            answers=("5",),
        ),
        puzzle(
            texts=(
                N_("You hold the 1. Kokua still has the 2 that you passed, and Keawe the 3."),
                N_("As long as others lead, you play after Kokua. Can you avoid the lead?"),
            ),
            right={
                "18": N_(
                    "20 is higher, so Keawe leads again. Three tricks are left: can you avoid"
                    " the lead"
                    " once more?"
                ),
                "18 5": N_("Keawe leads again, so you still play after Kokua."),
            },
            wrong={
                "1": N_(
                    "No other card in this trick is below the price: you buy at 1. Nothing is"
                    " lower."
                ),
                "18 1": N_("Neither 2 nor 3 lies in this trick: your 1 is alone, and buys."),
                "18 28": N_(
                    "28 takes the trick. You have to lead: the others see your card first."
                ),
                "5": N_(
                    "Keawe leads again. But now only the 1 is low: your next card takes the trick,"
                    " and you have to lead."
                ),
                "28": N_("You take the trick and have to lead: the others see your card first."),
            },
            reached=N_("You led only in the end, when your 1 had to meet the 2 and the 3."),
            missed=N_("Your 1 bought: it is safe only in a trick with the 2 or the 3."),
            answers=("15", "12", "22", "25"),
        ),
    ),
)
