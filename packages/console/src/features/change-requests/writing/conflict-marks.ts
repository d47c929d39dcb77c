/** A place of a text that two sides have changed, as a merge leaves it: both versions between marks. */
export interface MarkedConflict {
  /** The places of the whole conflict in the text, its marks included. */
  start: number
  end: number
  ours: string
  theirs: string
  /** What both came from. Merges of earlier versions of Verso left it out. */
  base: string | undefined
  /** What the merge calls the sides. */
  ourLabel: string
  theirLabel: string
  baseLabel: string
}

const pattern =
  /^<<<<<<<(?: (?<ourLabel>.*))?\r?\n(?<ours>(?:(?!=======\r?$|\|{7}(?: |\r?$)|<<<<<<<(?: |\r?$)).*\r?\n)*)(?:\|{7}(?: (?<baseLabel>.*))?\r?\n(?<base>(?:(?!=======\r?$|<<<<<<<(?: |\r?$)).*\r?\n)*))?=======\r?\n(?<theirs>(?:(?!>>>>>>>(?: |\r?$)).*\r?\n)*)>>>>>>>(?: (?<theirLabel>.*))?\r?(?:\n|$)/gm

/** Finds the conflicts that a merge has marked in a text. */
export function findConflicts(markdown: string): MarkedConflict[] {
  return Array.from(markdown.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ours: match.groups?.['ours'] ?? '',
    theirs: match.groups?.['theirs'] ?? '',
    base: match.groups?.['base'],
    ourLabel: match.groups?.['ourLabel']?.trim() ?? '',
    theirLabel: match.groups?.['theirLabel']?.trim() ?? '',
    baseLabel: match.groups?.['baseLabel']?.trim() ?? '',
  }))
}

/** Puts a text in the place of a conflict. */
export const resolveConflict = (markdown: string, { start, end }: MarkedConflict, text: string): string =>
  markdown.slice(0, start) + text + markdown.slice(end)
