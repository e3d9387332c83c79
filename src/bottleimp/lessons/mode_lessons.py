"""Lessons about modes: two bottles, sides, and the games for two players."""

from bottleimp.lessons.goals import (
    driven_seat_owns,
    owns_no_bottle,
    owns_one_bottle,
    sheds,
    side_owns_no_bottle,
    takes_every_trick,
    takes_points,
    takes_without_buying,
)
from bottleimp.lessons.lesson import Exercise, Goal, Lesson
from bottleimp.messages import N_

TWO_BOTTLES = Lesson(
    "two-bottles",
    N_("Two bottles"),
    N_("Five or six players, each alone, play with two bottles."),
    (
        Exercise(
            texts=(
                N_("With two bottles, only the one with the higher price is for sale."),
                N_("Below the price always means: below the higher of the two prices."),
            ),
            goal=Goal(N_("Take this trick."), takes_every_trick),
            right={"12": N_("12 is below the higher price and higher than Kiano's 10: you buy.")},
            wrong={
                "6": N_("6 is below the price, but Kiano's 10 is the higher card below it."),
                "22": N_("22 is above both prices: Kiano's 10 takes the trick."),
                "28": N_("28 is above both prices: Kiano's 10 takes the trick."),
                "30.5": N_("30½ is above both prices: Kiano's 10 takes the trick."),
            },
            reached=N_(
                "You bought the bottle with the higher price; the other one was not for sale."
            ),
            missed=N_("Kiano's 10 took the trick and the bottle with the higher price."),
        ),
        Exercise(
            texts=(
                N_("You own the cheaper bottle. It is not for sale while the other costs more."),
                N_("Whoever owns both at the end pays the points of the Imp's Trick twice."),
            ),
            goal=Goal(N_("Do not buy the second bottle."), owns_one_bottle),
            right={
                "15": N_("15 is above both prices and wins nothing. You still own one bottle."),
                "22": N_("22 is above both prices and wins nothing. You still own one bottle."),
                "28": N_("28 is above both prices and wins nothing. You still own one bottle."),
                "30.5": N_("30½ is above both prices and wins nothing. You still own one bottle."),
            },
            wrong={
                "6": N_(
                    "6 is below both prices. It buys the bottle with the higher one: now you own"
                    " both."
                ),
            },
            reached=N_("You own one bottle."),
            missed=N_("You own both bottles."),
        ),
    ),
)

SIDES = Lesson(
    "sides",
    N_("Playing in teams"),
    N_("Partners add up their points, and share the bottle too."),
    (
        Exercise(
            texts=(
                N_("Kokua, opposite you, is your partner. You both get the sum of your points."),
                N_("Kokua's 36 takes this trick already. What can you add to it?"),
            ),
            goal=Goal(
                N_("Make the trick of your side worth at least 18 points."), takes_points(18)
            ),
            right={"32": N_("6 points more for your side.")},
            wrong={
                "7": N_("Only 3 points. Give your partner the card with the most points."),
                "8": N_("Only 2 points. Give your partner the card with the most points."),
            },
            reached=N_("Give points to a trick that your partner takes."),
            missed=N_("The 32 carries 6 points."),
        ),
        Exercise(
            texts=(
                N_("If one partner owns the bottle at the end, both lose the Imp's Trick."),
                N_("Kokua, your partner, owns the bottle. Keawe's 5 is about to buy it."),
            ),
            goal=Goal(N_("Let the bottle leave your side."), side_owns_no_bottle),
            right={"15": N_("Keawe, who plays alone, has the bottle now.")},
            wrong={"7": N_("7 beats the 5: now you own the bottle, and your side still pays.")},
            reached=N_("Your side is free of the bottle."),
            missed=N_("It does not matter which of you two owns the bottle."),
        ),
    ),
)

LOPAKA = Lesson(
    "lopaka",
    N_("Two players with Lopaka"),
    N_("A third hand lies open and is played by a rule."),
    (
        Exercise(
            texts=(
                N_("Lopaka's cards lie open, and a rule plays them. He must follow suit too."),
                N_(
                    "If a card of his would be winning now, he plays the highest such card;"
                    " otherwise his lowest card that is allowed."
                ),
                N_("You own the bottle at 2. Only one card is lower, and Lopaka holds it."),
            ),
            goal=Goal(N_("Make Lopaka buy the bottle."), driven_seat_owns),
            right={"22": N_("Lopaka had to follow with his only yellow card, the 1, and buys.")},
            wrong={
                "20": N_("Lopaka's blue 24 beats your 20, so he played that."),
                "27": N_("Lopaka had to follow with his only blue card and kept the 1."),
            },
            reached=N_("Lopaka owns the bottle."),
            missed=N_("Lopaka did not have to play the 1."),
        ),
        Exercise(
            texts=(
                N_("You own the bottle. Lopaka's blue 6 could buy it, but he also holds the 24."),
                N_("He plays the highest card that wins. Lead so that only the 6 can win."),
            ),
            goal=Goal(N_("Make Lopaka buy the bottle."), driven_seat_owns),
            right={"30": N_("24 cannot beat your 30, but the 6 can, as it is below the price.")},
            wrong={
                "20": N_("24 beats your 20 and is higher than 6: he played the 24."),
            },
            reached=N_("Lopaka owns the bottle."),
            missed=N_("Lopaka had a higher card that was winning."),
        ),
    ),
)

BRIGHT_HOUSE = Lesson(
    "bright-house",
    N_("Two players: the Bright House"),
    N_("Two hands each, one open and one hidden; four cards make a trick."),
    (
        Exercise(
            texts=(
                N_("Both of you have two hands. First come the open hands, then the hidden ones."),
                N_(
                    "The first card sets the suit for all four, and each card follows from the hand"
                    " it is played from. Your hidden hand has no red card."
                ),
            ),
            goal=Goal(N_("Take this trick and do not buy the bottle."), takes_without_buying),
            right={"34": N_("34 is the highest number, and no card is below the price.")},
            wrong={
                "9": N_("9 is below the price: you took the trick, but bought the bottle."),
                "20": N_("Keawe's 33 is higher."),
            },
            reached=N_("You took the trick without the bottle."),
            missed=N_("That did not work out."),
        ),
        Exercise(
            texts=(
                N_("You lead from your open hand; later your hidden hand plays to the same trick."),
                N_("Which suit leaves your hidden hand free?"),
            ),
            goal=Goal(N_("Do not buy the bottle in this trick."), owns_no_bottle),
            right={
                "26": N_("Your hidden hand has no red card: it may play what it likes."),
                "26 25": N_("25 is above the price and harmless."),
            },
            wrong={
                "20": N_("Your hidden hand must follow blue now, and its only blue card is the 8."),
                "26 8": N_("You were free to play the 25. The 8 is below the price and buys."),
            },
            reached=N_("You own no bottle."),
            missed=N_("The 8 had to buy the bottle. Think of both hands before you lead."),
        ),
    ),
)

DEVILS_EYE = Lesson(
    "devils-eye",
    N_("Two players: the Devil's Eye"),
    N_("An open and a hidden hand, and every card may come from either."),
    (
        Exercise(
            texts=(
                N_("You and Keawe take turns until four cards lie there, from either hand."),
                N_(
                    "The led suit binds each hand for itself. Your open hand has a blue card,"
                    " your hidden hand has none: from there you may play anything."
                ),
            ),
            goal=Goal(N_("Take this trick."), takes_every_trick),
            right={"36": N_("The hidden hand was free, and 36 is the highest number.")},
            wrong={
                "30": N_("Keawe's 32 is higher."),
                "9": N_("9 is not below the price, so the highest number wins: Keawe's 32."),
                "28": N_("Keawe's 32 is higher."),
            },
            reached=N_("You took the trick."),
            missed=N_("Keawe took the trick."),
        ),
        Exercise(
            texts=(
                N_("Keawe's 9 is below the price and wins this trick so far."),
                N_("Which of your hands is free? Use the moment."),
            ),
            goal=Goal(N_("Get rid of the 2 without buying the bottle."), sheds("2")),
            right={"2": N_("The 9 is higher: Keawe buys, and your 2 is gone.")},
            wrong={
                "26": N_("That was allowed, but you still hold the 2."),
                "32": N_("That was allowed, but you still hold the 2."),
                "30": N_("That was allowed, but you still hold the 2."),
            },
            reached=N_("The 2 is gone, and you own no bottle."),
            missed=N_("The 2 was the card to play."),
        ),
    ),
)
