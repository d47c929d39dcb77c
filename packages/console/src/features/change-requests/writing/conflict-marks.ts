/** A place of a text that two sides have changed, as a merge leaves it: both versions between marks. */
export interface MarkedConflict {
  /** The places of the whole conflict in the text, its marks included. */
  start: number
  end: number
  ours: string
  theirs: string
  /** What the merge calls the two sides. */
  ourLabel: string
  theirLabel: string
}

const pattern =
  /^<<<<<<<(?: (?<ourLabel>.*))?\r?\n(?<ours>(?:(?!=======\r?$|<<<<<<<(?: |\r?$)).*\r?\n)*)=======\r?\n(?<theirs>(?:(?!>>>>>>>(?: |\r?$)).*\r?\n)*)>>>>>>>(?: (?<theirLabel>.*))?\r?(?:\n|$)/gm

/** Finds the conflicts that a merge has marked in a text. */
export function findConflicts(markdown: string): MarkedConflict[] {
  return Array.from(markdown.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ours: match.groups?.['ours'] ?? '',
    theirs: match.groups?.['theirs'] ?? '',
    ourLabel: match.groups?.['ourLabel']?.trim() ?? '',
    theirLabel: match.groups?.['theirLabel']?.trim() ?? '',
  }))
}

/** Puts a text in the place of a conflict. */
export const resolveConflict = (markdown: string, { start, end }: MarkedConflict, text: string): string =>
  markdown.slice(0, start) + text + markdown.slice(end)
