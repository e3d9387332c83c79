"""Lessons about a whole round: what low cards do, passing, and the score."""

from bottleimp.lessons.goals import (
    gives_away,
    owns_no_bottle,
    passes_to_neighbours,
    scores_above_zero,
    sheds,
    takes_points,
)
from bottleimp.lessons.lesson import Exercise, Goal, Lesson
from bottleimp.messages import N_

LOW_CARDS = Lesson(
    "low-cards",
    N_("What low cards do"),
    N_("Why the lowest cards are the most dangerous, and how to lose them."),
    (
        Exercise(
            texts=(
                N_("A low card wins when it is the only one below the price. Then you must buy."),
                N_(
                    "It is harmless under a higher card that is below the price too."
                    " Kokua's 7 is such a card."
                ),
            ),
            goal=Goal(N_("Get rid of the 2 without buying the bottle."), sheds("2")),
            right={"2": N_("The 7 is higher, so Kokua buys the bottle. Your 2 is gone for good.")},
            wrong={
                "8": N_("8 is below the price and higher than 7: you buy the bottle."),
                "25": N_(
                    "You did not buy, but you still hold the 2. Such a moment may not return."
                ),
                "30": N_(
                    "You did not buy, but you still hold the 2. Such a moment may not return."
                ),
            },
            reached=N_("The 2 is gone, and you own no bottle."),
            missed=N_("The 2 was the card to play."),
        ),
        Exercise(
            texts=(
                N_("An owner is stuck when nobody else holds a card below the price."),
                N_(
                    "You must follow with a yellow card. Once Kokua buys at 5, your 3 is the only"
                    " card left below the price."
                ),
            ),
            goal=Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None),
            right={"3": N_("The 3 goes under the 5: Kokua buys, and you hold no danger any more.")},
            wrong={"18": N_("Kokua buys at 5. Now your 3 is the only card below the price.")},
            reached=N_("Nobody could go below 5: Kokua is stuck with the bottle."),
            missed=N_("Your 3 had to buy in the end, and nobody could go below it: you are stuck."),
        ),
        Exercise(
            texts=(
                N_("You lead. You passed the yellow 9 to Keawe, who has no other yellow card."),
                N_("The 1 can never be sold. It is safe only while a higher card buys."),
            ),
            goal=Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None),
            right={
                "1": N_("Keawe has to follow with the 9: it wins over your 1 and buys."),
                "34": N_("You still lead. Now lead the 1 while Keawe holds the 9."),
            },
            wrong={"36": N_("Keawe holds no red: the 9 took your points. Your 1 is alone now.")},
            reached=N_("Your 1 went under Keawe's 9."),
            missed=N_("The 1 was the last card below the price: it had to buy, and you are stuck."),
            answers=("9",),
        ),
    ),
)

PASSING = Lesson(
    "passing",
    N_("Passing"),
    N_("What to give away before the round, and what to put into the Imp's Trick."),
    (
        Exercise(
            texts=(
                N_(
                    "Before play you put one card into the Imp's Trick and pass one to the left"
                    " and one to the right, all at the same time and face down."
                ),
                N_("You get a card from each neighbour; it stays in your hand."),
                N_("The lowest cards are the hardest to lose. Give one to each side."),
            ),
            goal=Goal(
                N_("Pass your two lowest cards to your neighbours."),
                passes_to_neighbours("1", "3"),
                tricks=0,
            ),
            reached=N_("1 and 3 are theirs now. Remember who got them: you know where they are."),
            missed=N_("Your two lowest cards, 1 and 3, should go one to each neighbour."),
        ),
        Exercise(
            texts=(
                N_("Now you hold three dangerous cards: 1, 2 and 4."),
                N_(
                    "The third card goes into the Imp's Trick. What you put there costs the owner"
                    " its points, but a low card that you keep may cost you more."
                ),
            ),
            goal=Goal(
                N_("Keep none of your three lowest cards."),
                gives_away("1", "2", "4"),
                tricks=0,
            ),
            reached=N_("None of them can force you to buy."),
            missed=N_("Each of 1, 2 and 4 can leave you stuck: none of them should stay."),
        ),
        Exercise(
            texts=(
                N_("Without a card of a suit you may play anything when that suit is led."),
                N_("You hold one dangerous card, the 2, and only two blue cards."),
            ),
            goal=Goal(
                N_("Give away the 2 and both blue cards."),
                gives_away("2", "24", "30"),
                tricks=0,
            ),
            reached=N_(
                "The 2 is gone, and unless you got blue cards, you are free when blue is led."
            ),
            missed=N_("2, 24 and 30 were the cards to give away."),
        ),
    ),
)

SCORING = Lesson(
    "scoring",
    N_("How a round ends"),
    N_("What tricks are worth, and what they are worth to an owner."),
    (
        Exercise(
            texts=(
                N_("The coins on a card are its points. Without a bottle you score all of them."),
                N_(
                    "Two tricks are left, and your 37 can take one of them. Here lie 11 points;"
                    " the others still hold high cards, which carry more."
                ),
            ),
            goal=Goal(N_("Take a trick of at least 20 points."), takes_points(20), tricks=2),
            right={"5": N_("Kokua takes the smaller trick. Your 37 waits for the big one.")},
            wrong={"37": N_("This trick is yours. But the others kept their high cards.")},
            reached=N_("The last trick held more points, and it is yours."),
            missed=N_("You took the trick with fewer points; the big one went to another player."),
        ),
        Exercise(
            texts=(
                N_("17 points lie here, and your 5 could take them by buying the bottle."),
                N_(
                    "But at the end an owner scores nothing for tricks and loses the points of"
                    " the Imp's Trick. Keawe still holds the 6."
                ),
            ),
            goal=Goal(N_("End the round with a score above zero."), scores_above_zero, tricks=None),
            right={"22": N_("The points go to Keawe, but you stay free.")},
            wrong={"5": N_("17 points, and the bottle at 5. Can anybody go below that?")},
            reached=N_("Keawe's 6 bought the bottle, and your 5 went under it: your points count."),
            missed=N_("Nobody could go below 5. As owner you lose all those points and pay."),
        ),
    ),
)
