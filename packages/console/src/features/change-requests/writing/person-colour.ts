/** How many colours people can have. Each has a class, `peer-1` and so on. */
const COLOURS = 6

/** Everybody sees somebody in the same colour. */
export const chooseColour = (userId: string): number =>
  (Array.from(userId).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS) + 1
