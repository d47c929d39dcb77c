/** How a text matches in one of the places that are searched. */
interface TextMatch {
  place: 'near' | 'open' | 'page'
  /** The section; null for a title and for a page as a whole. */
  position: number | null
  score: number
}

/** A page with a text, and where it is in its space. */
interface LocatedPage {
  textId: number
  spaceId: string
  pageId: string
  parentId: string | null
  slug: string | null
}

/** A page that has a text with the words. */
export interface LocatedText extends LocatedPage {
  /** The matches of the text, as `matchText` in `ranking-repository.ts` writes them. */
  matches: string
}

/** A page with its score. */
export interface ScoredPage extends LocatedPage {
  score: number
  /** The sections of its text to show, the best first. */
  positions: number[]
}

/** Which pages of a list are shown: those of so many spaces, the ones with the best pages first, and so many of each. */
export interface ChoiceBySpace {
  spaces: number
  pagesPerSpace: number
}

export const MAX_SECTIONS_PER_PAGE = 3

/** With fewer candidates of a space than these, beginnings of words and whole pages are searched, too. */
export const ENOUGH_CANDIDATES = 20

/** The score of a text: that of its best match, and a little more for every further one. */
export const scoreText = (bestScore: number, matches: number): number => bestScore + Math.log(matches) / 20

/**
 * Scores pages of several spaces and sorts them, the best first. A page gets the score that it has in a search of its own space:
 * there, beginnings of words and whole pages count if the space has few other matches.
 */
export function scorePages(located: readonly LocatedText[]): ScoredPage[] {
  const texts = new Map<number, MatchesOfText>()
  const spaces = new Map<string, MatchesOfSpace>()
  for (const { textId, spaceId, matches } of located) {
    const text = texts.get(textId) ?? new MatchesOfText(readMatches(matches))
    texts.set(textId, text)
    const space = spaces.get(spaceId) ?? new MatchesOfSpace()
    spaces.set(spaceId, space)
    space.add(textId, text)
  }
  const pages: ScoredPage[] = []
  for (const { textId, spaceId, pageId, parentId, slug } of located) {
    const scored = texts.get(textId)?.score(spaces.get(spaceId))
    if (scored) pages.push({ textId, spaceId, pageId, parentId, slug, ...scored })
  }
  return pages.sort(
    (one, other) =>
      other.score - one.score ||
      one.textId - other.textId ||
      compareIds(one.spaceId, other.spaceId) ||
      compareIds(one.pageId, other.pageId),
  )
}

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function readMatches(text: string): TextMatch[] {
  const places = { n: 'near', o: 'open', p: 'page' } as const
  return text.split(',').map((match) => {
    const blank = match.indexOf(' ')
    const letter = match.charAt(0)
    if (letter !== 'n' && letter !== 'o' && letter !== 'p') throw new Error(`"${match}" is no match`)
    return {
      place: places[letter],
      position: blank === 1 ? null : Number(match.slice(1, blank)),
      score: Number(match.slice(blank + 1)),
    }
  })
}

/** How many matches the texts of a space have. Texts that several of its pages have count once. */
class MatchesOfSpace {
  readonly #textIds = new Set<number>()
  #near = 0
  #open = 0

  add(textId: number, { near, open }: MatchesOfText): void {
    if (this.#textIds.has(textId)) return
    this.#textIds.add(textId)
    this.#near += near.length
    this.#open += open.length
  }

  get hasOpen(): boolean {
    return this.#near < ENOUGH_CANDIDATES
  }

  get hasWhole(): boolean {
    return this.hasOpen && this.#open < ENOUGH_CANDIDATES
  }
}

type TextScore = Pick<ScoredPage, 'score' | 'positions'>

class MatchesOfText {
  readonly near: TextMatch[]
  readonly open: TextMatch[]
  readonly #whole: TextMatch[]
  /** Most pages with a text are in spaces in which the same of its matches count. */
  readonly #scores = new Map<string, TextScore | undefined>()

  constructor(matches: readonly TextMatch[]) {
    this.near = matches.filter(({ place }) => place === 'near')
    this.open = matches.filter(({ place }) => place === 'open')
    this.#whole = matches.filter(({ place }) => place === 'page')
  }

  /** The score in a space; undefined if none of the matches counts there. */
  score(space: MatchesOfSpace | undefined): TextScore | undefined {
    const { hasOpen = true, hasWhole = true } = space ?? {}
    const key = `${hasOpen} ${hasWhole}`
    if (!this.#scores.has(key)) this.#scores.set(key, this.#compute(hasOpen, hasWhole))
    return this.#scores.get(key)
  }

  #compute(hasOpen: boolean, hasWhole: boolean): TextScore | undefined {
    const counting = [...this.near, ...(hasOpen ? this.open : []), ...(hasWhole ? this.#whole : [])]
    if (counting.length === 0) return undefined
    const best = counting.reduce((highest, { score }) => Math.max(highest, score), -Infinity)
    return { score: scoreText(best, counting.length), positions: listPositions(counting) }
  }
}

/** A section can match in several ways. */
function listPositions(matches: readonly TextMatch[]): number[] {
  const positions = matches
    .flatMap(({ position, score }) => (position === null ? [] : { position, score }))
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .map(({ position }) => position)
  return [...new Set(positions)].slice(0, MAX_SECTIONS_PER_PAGE)
}

/** Chooses pages of a list that is sorted, by their spaces. */
export function choosePages<Page extends { spaceId: string }>(
  pages: readonly Page[],
  { spaces, pagesPerSpace }: ChoiceBySpace,
): Page[] {
  const chosen = new Map<string, number>()
  return pages.filter(({ spaceId }) => {
    const count = chosen.get(spaceId) ?? 0
    if (count === pagesPerSpace || (count === 0 && chosen.size === spaces)) return false
    chosen.set(spaceId, count + 1)
    return true
  })
}

export const countSpaces = (pages: readonly { spaceId: string }[]): number =>
  new Set(pages.map(({ spaceId }) => spaceId)).size
