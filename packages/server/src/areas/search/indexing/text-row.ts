import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Tables } from '../../../database/schema/tables.ts'
import { lexemeMarks } from '../text/lexemes.ts'
import type { TokenizedPage, TokenizedSection } from './page-text.ts'
import { positionWeights, TsvectorBuilder } from './tsvector-builder.ts'
import type { Vocabulary } from './vocabulary.ts'

export type NewTextRow = Pick<Tables['search_texts'], 'title' | 'titleWords'> & {
  /** A `tsvector` in PostgreSQL's binary format. */
  words: Buffer
  sections: NewSectionRow[]
}

export type NewSectionRow = Pick<Tables['search_sections'], 'anchor' | 'heading' | 'body' | 'conditional'> & {
  words: Buffer
}

/** After this number of tokens, requests are served before the next are written. */
const TOKENS_PER_TURN = 2000

/** The column has two bytes; titles of more words rank the same. */
const MAX_TITLE_WORDS = 1000

/**
 * Builds the rows of a page. The forms of its words must be loaded.
 * @param vocabulary gets the words that a person may mistype.
 */
export async function buildTextRow(
  page: TokenizedPage,
  indexId: number,
  vocabulary: Vocabulary,
): Promise<NewTextRow> {
  const createVector = () => new TsvectorBuilder(indexId, vocabulary)
  const pageVector = createVector()
  pageVector.addTokens(page.titleTokens, {
    marks: [lexemeMarks.title],
    weight: positionWeights.text,
    stopWords: true,
  })
  pageVector.mentionTokens(page.titleTokens)
  pageVector.mentionTokens(page.descriptionTokens)
  const sections: NewSectionRow[] = []
  let tokenCount = 0
  for (const section of page.sections) {
    const sectionVector = createVector()
    const row = buildSectionRow(page, section, sectionVector)
    // The title, which is in both, apart, a section has the words of its heading and its text.
    if (!row.conditional) pageVector.mentionWordsOf(sectionVector)
    sections.push(row)
    tokenCount += section.tokens.length + page.titleTokens.length
    if (tokenCount < TOKENS_PER_TURN) continue
    tokenCount = 0
    await yieldToEventLoop()
  }
  return {
    title: page.title,
    titleWords: Math.max(1, Math.min(page.titleTokens.length, MAX_TITLE_WORDS)),
    words: pageVector.encode(),
    sections,
  }
}

function buildSectionRow(
  page: TokenizedPage,
  { section, body, heading, tokens }: TokenizedSection,
  vector: TsvectorBuilder,
): NewSectionRow {
  // The first heading of a page often repeats its title. Such a heading finds the page, not the section.
  const hasOwnHeading = heading.length > 0 && section.heading?.title !== page.title
  vector.addTokens(page.titleTokens, {
    marks: [lexemeMarks.plain],
    weight: positionWeights.title,
    stopWords: false,
  })
  if (hasOwnHeading) {
    vector.addTokens(page.titleTokens, {
      marks: [lexemeMarks.above],
      weight: positionWeights.text,
      stopWords: true,
    })
    vector.addGap()
    vector.addTokens(heading, {
      marks: [lexemeMarks.heading, lexemeMarks.above],
      weight: positionWeights.text,
      stopWords: true,
    })
    vector.addTokens(heading, {
      marks: [lexemeMarks.plain],
      weight: positionWeights.heading,
      stopWords: false,
    })
  }
  vector.addGap()
  vector.addTokens(tokens, { marks: [lexemeMarks.plain], weight: positionWeights.text, stopWords: false })
  vector.markFrequentWords()
  return {
    anchor: section.heading?.anchor ?? null,
    heading: section.heading?.title.replaceAll('\0', '') ?? null,
    body,
    conditional: section.conditional ?? false,
    words: vector.encode(),
  }
}
