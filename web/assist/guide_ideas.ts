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
  | "you-would-buy"
  | "other-would-buy"
  | "you-own"
  | "other-owns"
  | "counted"
  | "none-out"
  | "you-hold-none"
  | "last-tricks"
  | "you-pay"
  | "other-pays";

/** A part of the table. */
export type GuidePart = "hand" | "to-imp" | "to-player" | "winning-card" | "bottle" | "score";

/** What a text counts. */
export type GuideCount = "cards-out" | "imps-points";

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
export const LAST_GUIDE_KEY = "score";

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
          "These are your cards. Take tricks for points, but do not own the bottle at the end.",
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
          "A card below {price} that takes a trick buys the bottle. The lowest are dangerous: few cards can undercut them.",
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
          "One card goes into the Imp's Trick. Its points are lost by whoever owns the bottle last.",
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
        "one":
          "Your neighbours get a card from you too. Choose all cards, then confirm; nobody sees them yet.",
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
        ],
        "one": "You lead: play any card. The highest number takes the trick, whatever its suit.",
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
        "one": "{suit} was led: play that suit if you have it. If not, play any card.",
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
          "Your {card} is below {price}: the highest card below the price wins the trick. If it stays so, you buy the bottle.",
        "many": "",
        "count": null,
      },
      {
        "facts": [
          "other-would-buy",
        ],
        "one":
          "The {card} is below {price}: the highest card below the price wins the trick. If it stays so, {buyer} buys the bottle.",
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
          "counted",
        ],
        "one":
          "The bottle is yours until another player takes a trick with a card below {price}. {n} of them may still be out.",
        "many":
          "The bottle is yours until another player takes a trick with a card below {price}. {n} of them may still be out.",
        "count": "cards-out",
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
    "key": "last-tricks",
    "part": "hand",
    "texts": [
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
          "{owner} was left with the bottle, scores no tricks and loses the Imp's Trick, {n} point. You score the points you took.",
        "many":
          "{owner} was left with the bottle, scores no tricks and loses the Imp's Trick, {n} points. You score the points you took.",
        "count": "imps-points",
      },
    ],
  },
];
