import { hash } from 'node:crypto'
import type { Section } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import type { Include } from './include-resolver.ts'
import type { Turns } from './turns.ts'
import type { IndexedToken } from './word-dictionary.ts'

/** What search knows of a page. */
export interface PageText {
  title: string
  description: string
  document: Hash | null
  /** The reusable contents that the document includes. */
  includes: readonly Include[]
}

/** The key of a text: pages with equal texts share it, so that their text is stored once. */
export const hashPageText = ({ title, description, document, includes }: PageText): Buffer =>
  hash(
    'sha256',
    JSON.stringify([
      INDEX_VERSION,
      title,
      description,
      document,
      ...includes.map(({ within, as, id, document }) => [within, as, id, document]),
    ]),
    'buffer',
  )

/** Another number makes every page be indexed again. */
const INDEX_VERSION = 2

/** PostgreSQL has no room for more tokens in one vector, and a short piece makes a better excerpt. */
const MAX_SECTION_TOKENS = 2000

/** Longer lines are cut, because the tokens of one line always go into the same vector. */
const MAX_LINE_LENGTH = 8000

export interface TokenizedSection {
  section: Section
  body: string
  heading: readonly IndexedToken[]
  tokens: readonly IndexedToken[]
}

/** A page split into sections and tokens, before the forms of its words are loaded. */
export interface TokenizedPage {
  title: string
  titleTokens: readonly IndexedToken[]
  descriptionTokens: readonly IndexedToken[]
  sections: TokenizedSection[]
}

/** Splits a text into tokens. */
type Tokenizer = (text: string) => IndexedToken[]

export async function tokenizePage(
  { title, description }: PageText,
  sections: readonly Section[],
  tokenize: Tokenizer,
  turns: Turns,
): Promise<TokenizedPage> {
  const tokenizedSections: TokenizedSection[] = []
  for (const section of sections) {
    for (const tokenized of await tokenizeSection(section, tokenize, turns)) tokenizedSections.push(tokenized)
  }
  return {
    title,
    titleTokens: tokenize(title),
    descriptionTokens: tokenize(description),
    sections: tokenizedSections,
  }
}

/** Tokenizes a section; a very long one becomes several sections with the same heading. */
async function tokenizeSection(
  section: Section,
  tokenize: Tokenizer,
  turns: Turns,
): Promise<TokenizedSection[]> {
  const heading = section.heading ? tokenize(section.heading.title) : []
  const sections: TokenizedSection[] = []
  let lines: string[] = []
  let tokens: IndexedToken[] = []
  const finishSection = () => {
    // PostgreSQL does not store this character.
    sections.push({ section, body: lines.join('\n').replaceAll('\0', ''), heading, tokens })
    lines = []
    tokens = []
  }
  for (const line of section.text.split('\n')) {
    if (turns.isOver) await turns.next()
    for (const shortLine of splitLine(line)) {
      const lineTokens = tokenize(shortLine)
      if (tokens.length > 0 && tokens.length + lineTokens.length > MAX_SECTION_TOKENS) finishSection()
      lines.push(shortLine)
      for (const token of lineTokens) tokens.push(token)
    }
  }
  finishSection()
  return sections
}

function splitLine(line: string): string[] {
  if (line.length <= MAX_LINE_LENGTH) return [line]
  const parts: string[] = []
  for (let start = 0; start < line.length; start += MAX_LINE_LENGTH) {
    parts.push(line.slice(start, start + MAX_LINE_LENGTH).toWellFormed())
  }
  return parts
}
