"""The first lessons: following suit, the price, buying the bottle, and the Imp's Trick."""

from bottleimp.lessons.goals import (
    buys_for_at_least,
    owns_no_bottle,
    takes_every_trick,
    takes_no_trick,
    takes_without_buying,
)
from bottleimp.lessons.lesson import Exercise, Goal, Lesson
from bottleimp.messages import N_

FOLLOWING = Lesson(
    "following",
    N_("Following suit"),
    N_("Which cards you may play, and which card takes a trick."),
    (
        Exercise(
            texts=(
                N_("Everyone plays one card; together they are a trick. It is your turn."),
                N_(
                    "Keawe led a red card. Whoever holds red must play red too."
                    " The highest number takes the trick."
                ),
            ),
            goal=Goal(N_("Take this trick."), takes_every_trick),
            right={"31": N_("Your 31 is the highest number: the trick is yours.")},
            wrong={"26": N_("26 is lower than Keawe's 29, so Keawe takes the trick.")},
            reached=N_("You took the trick."),
            missed=N_("Another number was higher."),
        ),
        Exercise(
            texts=(
                N_("Now blue was led, and you hold no blue card: you may play anything."),
                N_("No suit beats another. The highest number takes the trick, whatever its suit."),
            ),
            goal=Goal(N_("Take this trick."), takes_every_trick),
            right={
                "33": N_("33 is higher than Kokua's 30. That it is red does not matter."),
            },
            wrong={
                "28": N_("28 is lower than Kokua's 30."),
                "23": N_("23 is lower than Kokua's 30."),
            },
            reached=N_("You took the trick."),
            missed=N_("Another number was higher."),
        ),
        Exercise(
            texts=(
                N_("Whoever takes a trick leads the next one. Two tricks are left."),
                N_("Both your cards can take this trick. Keawe still holds a high card."),
            ),
            goal=Goal(N_("Take both tricks."), takes_every_trick, tricks=2),
            right={"31": N_("31 is enough here, and your 37 is left. Lead it.")},
            wrong={"37": N_("You took it, but 31 would have been enough. What if 36 comes now?")},
            reached=N_("Nothing is higher than 37. Both tricks are yours."),
            missed=N_("Keawe's 36 beat your 31. Win with the lower card and keep the 37."),
        ),
    ),
)

PRICE = Lesson(
    "price",
    N_("The price of the bottle"),
    N_("Cards below the price beat all cards above it."),
    (
        Exercise(
            texts=(
                N_("The bottle has a price: the number of the card under it."),
                N_(
                    "If a card below the price lies in a trick, the high numbers do not count:"
                    " the highest card below the price takes the trick."
                ),
            ),
            goal=Goal(N_("Take this trick."), takes_every_trick),
            right={
                "6": N_("5 and 6 are below the price, and 6 is the higher of them: it wins."),
            },
            wrong={
                "34": N_("34 is the highest number, but Kiano's 5 is below the price and wins."),
            },
            reached=N_("You took the trick."),
            missed=N_("A card below the price was higher."),
        ),
        Exercise(
            texts=(
                N_("No card on the table is below the price now: the highest number wins."),
                N_(
                    "A card below the price would win too, but whoever wins with one must buy"
                    " the bottle."
                ),
            ),
            goal=Goal(N_("Take this trick and do not buy the bottle."), takes_without_buying),
            right={"34": N_("No card is below the price, so your 34 wins, and you buy nothing.")},
            wrong={"6": N_("You took the trick with a card below the price: you own the bottle.")},
            reached=N_("You took the trick without the bottle."),
            missed=N_("That did not work out."),
        ),
        Exercise(
            texts=(
                N_("Kokua's 5 is below the price. You hold no red card, so you may play anything."),
                N_("Which of your cards would win now, and which is harmless?"),
            ),
            goal=Goal(N_("Leave this trick to Kokua."), takes_no_trick),
            right={"25": N_("25 is above the price. Beside Kokua's 5 it counts for nothing.")},
            wrong={
                "7": N_("7 is below the price and higher than 5: you take the trick and buy."),
                "6": N_("6 is below the price and higher than 5: you take the trick and buy."),
            },
            reached=N_("Kokua takes the trick and the bottle."),
            missed=N_("You took the trick."),
        ),
    ),
)

BUYING = Lesson(
    "buying",
    N_("Buying and selling the bottle"),
    N_("Buy it while it is expensive, and sell it before the end."),
    (
        Exercise(
            texts=(
                N_("The bottle costs 19 at first, and nobody owns it."),
                N_("Whoever buys it puts the winning card under it: that number is the new price."),
                N_(
                    "You can sell it only for less. Buy at a high price, so that others can go"
                    " below it."
                ),
            ),
            goal=Goal(
                N_("Buy the bottle, for 15 or more."),
                buys_for_at_least("15"),
            ),
            right={
                "17": N_("Many points, and 17 is easily undercut: you can sell the bottle again."),
                "18": N_("The highest possible price: nearly every low card can take it from you."),
            },
            wrong={
                "12": N_("You bought it, but at 12 fewer cards are left to take it from you."),
                "8": N_("You bought it, but few cards are below 8. Who will take it from you?"),
                "3": N_("Only 1 and 2 are below 3: you would hardly ever sell the bottle again."),
                "25": N_("25 is not below the price, and 36 is higher: Keawe takes the points."),
                "27": N_("27 is not below the price, and 36 is higher: Keawe takes the points."),
                "32": N_("32 is not below the price, and 36 is higher: Keawe takes the points."),
            },
            reached=N_("You bought the bottle at a high price."),
            missed=N_("You did not buy the bottle at a high price."),
        ),
        Exercise(
            texts=(
                N_("You own the bottle and want to be rid of it. You lead."),
                N_(
                    "You passed the yellow 7 to Keawe before the round, and Keawe has no other"
                    " yellow card left."
                ),
            ),
            goal=Goal(N_("Make somebody buy the bottle in this trick."), owns_no_bottle),
            right={"22": N_("Keawe had to follow suit with the 7: Keawe buys the bottle.")},
            wrong={
                "29": N_("Keawe followed with a high red card and kept the 7."),
                "30": N_("Keawe holds no blue, and threw a high card rather than the 7."),
            },
            reached=N_("The bottle is sold."),
            missed=N_("You still own the bottle."),
            answers=("26", "31"),
        ),
    ),
)

IMPS_TRICK = Lesson(
    "imps-trick",
    N_("The Imp's Trick and who pays"),
    N_("Whoever owns the bottle at the end pays for the Imp's Trick."),
    (
        Exercise(
            texts=(
                N_("Before the round everyone put a card into the Imp's Trick, face down."),
                N_(
                    "Whoever owns the bottle at the end scores nothing for tricks and loses"
                    " the points of the Imp's Trick."
                ),
                N_(
                    "Kiano owns the bottle, and the 3 is about to buy it again. Two tricks are"
                    " left."
                ),
            ),
            goal=Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None),
            right={
                "25": N_(
                    "Kiano keeps the bottle, at 3 now. Your 4 is above that price and can do no"
                    " harm."
                )
            },
            wrong={"4": N_("4 beats the 3: you own the bottle, and who could go below 4 now?")},
            reached=N_("Kiano owns the bottle and pays for the Imp's Trick."),
            missed=N_("No card below 4 was left. You own the bottle and pay for the Imp's Trick."),
        ),
        Exercise(
            texts=(
                N_("This time you own the bottle, and two tricks are left."),
                N_("Kokua's 5 is below the price. It will buy the bottle if you let it."),
            ),
            goal=Goal(N_("Do not own the bottle at the end."), owns_no_bottle, tricks=None),
            right={"15": N_("You let go: Kokua buys at 5, and your 7 is above that price.")},
            wrong={"7": N_("7 beats the 5, so you keep the bottle, at a lower price.")},
            reached=N_("Kokua owns the bottle and pays for the Imp's Trick."),
            missed=N_(
                "You keep the bottle if you win with a card below the price yourself."
                " Nobody could go below 7 any more."
            ),
        ),
    ),
)
