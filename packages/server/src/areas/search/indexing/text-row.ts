import type { Tables } from '../../../database/schema/tables.ts'
import { lexemeMarks } from '../text/lexemes.ts'
import type { TokenizedPage, TokenizedSection } from './page-text.ts'
import { positionWeights, TsvectorBuilder } from './tsvector-builder.ts'
import type { Turns } from './turns.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { IndexedToken, WordDictionary } from './word-dictionary.ts'

export type NewTextRow = Pick<Tables['search_texts'], 'title' | 'titleWords'> & {
  /** A `tsvector` in PostgreSQL's binary format. */
  words: Buffer
  sections: NewSectionRow[]
}

export type NewSectionRow = Pick<Tables['search_sections'], 'anchor' | 'heading' | 'body' | 'conditional'> & {
  words: Buffer
}

/** The column has two bytes; titles of more words rank the same. */
const MAX_TITLE_WORDS = 1000

/** Between positions of this distance, words do not count as following each other. */
const GAP_SIZE = 10

/** A section, and the forms of the words in it. */
interface SectionWords {
  row: NewSectionRow
  /** By their numbers. */
  forms: readonly number[]
}

/**
 * Builds the rows of a page. The forms of its words must be loaded.
 * @param dictionary the one that the page was tokenized with.
 * @param vocabulary gets the words that a person may mistype.
 */
export async function buildTextRow(
  page: TokenizedPage,
  dictionary: WordDictionary,
  indexId: number,
  vocabulary: Vocabulary,
  turns: Turns,
): Promise<NewTextRow> {
  const sections: SectionWords[] = []
  for (const section of page.sections) {
    if (turns.isOver) await turns.next()
    sections.push(buildSectionRow(page, section, dictionary, indexId, vocabulary))
  }
  return {
    title: page.title,
    titleWords: Math.max(1, Math.min(page.titleTokens.length, MAX_TITLE_WORDS)),
    words: buildPageVector(page, sections, dictionary, indexId, vocabulary),
    sections: sections.map(({ row }) => row),
  }
}

/** The words of the title with their positions, and those of the whole page without. */
function buildPageVector(
  { titleTokens, descriptionTokens }: TokenizedPage,
  sections: readonly SectionWords[],
  dictionary: WordDictionary,
  indexId: number,
  vocabulary: Vocabulary,
): Buffer {
  const vector = new TsvectorBuilder(dictionary, indexId, vocabulary, lexemeMarks.title)
  vector.addTokens(titleTokens, { start: 1, stopWords: true })
  vector.beginMark(lexemeMarks.plain)
  vector.mentionTokens(titleTokens)
  vector.mentionTokens(descriptionTokens)
  // The title, which is in both, apart, a section has the words of its heading and its text.
  for (const { row, forms } of sections) if (!row.conditional) vector.mentionForms(forms)
  return vector.encode()
}

function buildSectionRow(
  page: TokenizedPage,
  { section, body, heading, tokens }: TokenizedSection,
  dictionary: WordDictionary,
  indexId: number,
  vocabulary: Vocabulary,
): SectionWords {
  const { titleTokens } = page
  const vector = new TsvectorBuilder(dictionary, indexId, vocabulary, lexemeMarks.above)
  const titleLength = countPositions(titleTokens)
  let end = 1 + titleLength
  // The first heading of a page often repeats its title. Such a heading finds the page, not the section.
  const hasOwnHeading = heading.length > 0 && section.heading?.title !== page.title
  const headingStart = end + titleLength + GAP_SIZE
  const plainHeadingStart = headingStart + countPositions(heading)
  if (hasOwnHeading) {
    const asHeading = { start: headingStart, stopWords: true }
    vector.addTokens(titleTokens, { start: end, stopWords: true })
    vector.addTokens(heading, asHeading)
    vector.beginMark(lexemeMarks.heading)
    vector.addTokens(heading, asHeading)
    end = plainHeadingStart + countPositions(heading)
  }
  vector.beginMark(lexemeMarks.plain)
  vector.addTokens(titleTokens, { start: 1, weight: positionWeights.title, stopWords: false })
  if (hasOwnHeading) {
    vector.addTokens(heading, {
      start: plainHeadingStart,
      weight: positionWeights.heading,
      stopWords: false,
    })
  }
  vector.addTokens(tokens, { start: end + GAP_SIZE, stopWords: false })
  const forms = vector.listForms()
  vector.markFrequentWords()
  const row = {
    anchor: section.heading?.anchor ?? null,
    heading: section.heading?.title.replaceAll('\0', '') ?? null,
    body,
    conditional: section.conditional ?? false,
    words: vector.encode(),
  }
  return { row, forms }
}

/** How many positions tokens take. The whole of a name is where its first part is. */
const countPositions = (tokens: readonly IndexedToken[]): number =>
  tokens.reduce<number>((count, token) => {
    if (typeof token === 'number') return count + 1
    return count + (token.kind === 'compound' ? token.parts.length : token.bigramForms.length)
  }, 0)
