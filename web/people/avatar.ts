/** The letters on the avatars, which distinguish the players. */

/**
 * The first letter of each name. If several names begin with it, a second letter that distinguishes
 * them, or the number of the seat.
 */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()]);
  const alike = (one: string | undefined, other: string | undefined) =>
    one?.toLocaleLowerCase() === other?.toLocaleLowerCase();
  const taken = new Set<string>();
  return letters.map((own, place) => {
    const first = own[0]?.toLocaleUpperCase() ?? "";
    const others = letters.filter((other, at) => at !== place && alike(other[0], own[0]));
    if (first === "" || others.length === 0) return first;
    const second = own.find((letter, at) =>
      at > 0 && letter.trim() !== "" && others.every((other) => !alike(other[at], letter)) &&
      !taken.has(first + letter)
    );
    const label = first + (second ?? String(place + 1));
    taken.add(label);
    return label;
  });
}
