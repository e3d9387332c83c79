/**
 * The ideas of the guide through a first round, in the order in which they are told, written by
 * `python -m scripts.guide_ideas` from `bottleimp.knowledge.guide_ideas`.
 */

/** What can be true of the moment. */
export type GuideFact =
  | "choosing"
  | "to-imp"
  | "to-player"
  | "leading"
  | "following"
  | "high-so-far"
  | "you-would-buy"
  | "other-would-buy"
  | "you-own"
  | "other-owns"
  | "none-out"
  | "you-hold-none"
  | "last-tricks"
  | "you-pay"
  | "other-pays"
  | "scored";

/** A part of the table. */
export type GuidePart = "hand" | "to-imp" | "to-player" | "winning-card" | "bottle" | "score";

/** What a text counts. */
export type GuideCount = "imps-points";

/** The words of an idea if all of these facts hold; two forms if they count something. */
export interface GuideText {
  facts: GuideFact[];
  one: string;
  many: string;
  count: GuideCount | null;
}

/** One idea; its moment has come if the facts of a text hold, and the first such text is told. */
export interface GuideIdea {
  key: string;
  /** The part of the table that it is about. */
  part: GuidePart;
  texts: GuideText[];
}

export const GUIDED_SEATS: number[] = [3, 4];
export const FEW_TRICKS = 3;
/** The idea after which the guide is over. */
export const LAST_GUIDE_KEY = "end";

export const GUIDE_IDEAS: GuideIdea[] = [
  {
    "key": "aim",
    "part": "hand",
    "texts": [
      {
        "facts": [
          "choosing",
        ],
        "one":
          "These are your cards. In each trick everybody plays one; whoever wins the trick takes the points of all its cards.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "winning",
    "part": "bottle",
    "texts": [
      {
        "facts": [
          "choosing",
        ],
        "one":
          "The highest number wins, unless cards below {price} are played: then the highest of those wins and buys the bottle.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "low-cards",
    "part": "hand",
    "texts": [
      {
        "facts": [
          "choosing",
        ],
        "one":
          "Do not own the bottle at the end: your tricks would count nothing. Give low cards away: few others are lower.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "imps-trick",
    "part": "to-imp",
    "texts": [
      {
        "facts": [
          "to-imp",
        ],
        "one":
          "Everybody puts a card into the Imp's Trick, face down. Whoever owns the bottle at the end loses the points of these cards.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "passing",
    "part": "to-player",
    "texts": [
      {
        "facts": [
          "to-player",
        ],
        "one": "Each neighbour gets a card from you too, and you get one from each. Then confirm.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "follow",
    "part": "hand",
    "texts": [
      {
        "facts": [
          "following",
        ],
        "one":
          "{suit} was led, which means played first. You must play the same suit if you have it; if not, play any card.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "sold",
    "part": "bottle",
    "texts": [
      {
        "facts": [
          "other-owns",
          "none-out",
          "you-hold-none",
        ],
        "one":
          "{owner} bought the bottle for {price}, and no lower card is left. Nobody can buy it any more.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "other-owns",
        ],
        "one":
          "{owner} bought the bottle for {price}: that is the price now. Only a lower card can buy it next.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "owned",
    "part": "bottle",
    "texts": [
      {
        "facts": [
          "you-own",
          "none-out",
        ],
        "one":
          "The bottle is yours, and nobody else holds a card below {price}. It stays with you.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "you-own",
        ],
        "one": "The bottle is yours until another player takes a trick with a card below {price}.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "lead",
    "part": "hand",
    "texts": [
      {
        "facts": [
          "leading",
          "none-out",
          "you-hold-none",
        ],
        "one":
          "You play first (you lead): any card. No card below {price} is left, so the highest number wins, whatever its suit.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "leading",
        ],
        "one":
          "You play first (you lead): any card. If nobody plays below {price}, the highest number wins, whatever its suit.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "highest",
    "part": "winning-card",
    "texts": [
      {
        "facts": [
          "high-so-far",
          "none-out",
          "you-hold-none",
        ],
        "one": "The highest number is winning. No card below {price} is left that could beat it.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "high-so-far",
        ],
        "one":
          "No card is below {price} so far, so the highest number is winning. A card below {price} would beat it.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "buyer",
    "part": "winning-card",
    "texts": [
      {
        "facts": [
          "you-would-buy",
        ],
        "one":
          "Your {card} is below {price}; the highest card below the price wins. If it stays so, you buy the bottle.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "other-would-buy",
        ],
        "one":
          "The {card} is below {price}; the highest card below the price wins. If it stays so, {buyer} buys the bottle.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "last-tricks",
    "part": "hand",
    "texts": [
      {
        "facts": [
          "last-tricks",
          "you-own",
          "none-out",
        ],
        "one": "The round ends soon. The bottle stays with you, so your tricks count nothing.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "last-tricks",
          "you-own",
        ],
        "one":
          "The round ends soon. Play high: another player must take a trick with a lower card.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "last-tricks",
          "you-hold-none",
        ],
        "one":
          "The round ends soon. You hold no card below {price}, so the bottle cannot become yours.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "last-tricks",
        ],
        "one": "The round ends soon. A card below {price} can still make the bottle yours.",
        "many": "",
        "count": null,
      },
    ],
  },
  {
    "key": "score",
    "part": "score",
    "texts": [
      {
        "facts": [
          "you-pay",
        ],
        "one":
          "You were left with the bottle: your tricks score nothing, and you lose the Imp's Trick, {n} point.",
        "many":
          "You were left with the bottle: your tricks score nothing, and you lose the Imp's Trick, {n} points.",
        "count": "imps-points",
      },
      {
        "facts": [
          "other-pays",
        ],
        "one":
          "{owner} was left with the bottle and loses the Imp's Trick, {n} point. You score the points you took.",
        "many":
          "{owner} was left with the bottle and loses the Imp's Trick, {n} points. You score the points you took.",
        "count": "imps-points",
      },
    ],
  },
  {
    "key": "end",
    "part": "score",
    "texts": [
      {
        "facts": [
          "scored",
        ],
        "one":
          "That is the whole game; the highest total wins the match. From now on you play without the guide.",
        "many": "",
        "count": null,
      },
    ],
  },
];
