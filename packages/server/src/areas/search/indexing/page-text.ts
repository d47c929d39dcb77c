import { hash } from 'node:crypto'
import { type Document, type Section, sectionsByCondition } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import type { Include } from './include-resolver.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { foldWord, makeBigrams, type Token, tokenize } from '../text/tokenizer.ts'

/**
 * Lexemes of the index. A plain one says that the word is there; those with a mark in front say where, so that the
 * index itself answers which pages have all words in their titles. Behind the mark stands which index the text is in:
 * what other spaces say takes no time.
 */
export const lexemeMarks = {
  plain: '',
  /** In the title of a page. */
  title: '=',
  /** In the heading of a section. */
  heading: '#',
  /** In the heading of a section or the title of its page. */
  above: '+',
  /** In the text of a section, again and again. */
  often: '*',
} as const

/** What stands in front of a word in the lexemes of an index. */
export const makeLexemePrefix = (mark: string, indexId: number): string => `${mark}${indexId.toString(36)}~`

/** What search knows of a page. */
export interface PageText {
  title: string
  description: string
  document: Hash | null
  /** What stands in the document without being in it. */
  includes: readonly Include[]
}

/** The same for pages that have all of it in common. */
export const hashPageText = ({ title, description, document, includes }: PageText): Buffer =>
  hash(
    'sha256',
    JSON.stringify([
      version,
      title,
      description,
      document,
      ...includes.map(({ within, as, id, document }) => [within, as, id, document]),
    ]),
    'buffer',
  )

/** Another number makes everything be indexed anew. */
const version = 2

export interface NewTextRow {
  title: string
  titleWords: number
  words: string
  sections: NewSectionRow[]
  /** Words that a person may mistype. */
  vocabulary: Set<string>
}

export interface NewSectionRow {
  anchor: string | null
  heading: string | null
  body: string
  conditional: boolean
  words: string
}

/** PostgreSQL has no room for more in one vector, and what one reads of an excerpt is short. */
const tokensInSection = 2000

interface TokenizedSection {
  section: Section
  body: string
  heading: readonly Token[]
  tokens: readonly Token[]
}

/** A page taken apart, before the stems of its words are known. */
export interface TokenizedPage {
  title: string
  titleTokens: readonly Token[]
  descriptionTokens: readonly Token[]
  sections: TokenizedSection[]
}

export function tokenizePage({ title, description }: PageText, document: Document | undefined): TokenizedPage {
  const own = document ? sectionsByCondition(document) : []
  return {
    title,
    titleTokens: tokenize(title),
    descriptionTokens: tokenize(description),
    sections: own.flatMap(parted),
  }
}

/** A section as it is, or a very long one in several pieces under the same heading. */
function parted(section: Section): TokenizedSection[] {
  const heading = section.heading ? tokenize(section.heading.title) : []
  const pieces: TokenizedSection[] = []
  let lines: string[] = []
  let found: Token[] = []
  const close = () => {
    // No column of PostgreSQL's takes that character.
    pieces.push({ section, body: lines.join('\n').replaceAll('\0', ''), heading, tokens: found })
    lines = []
    found = []
  }
  for (const line of section.text.split('\n')) {
    for (const piece of shortLines(line)) {
      const more = tokenize(piece)
      if (found.length > 0 && found.length + more.length > tokensInSection) close()
      lines.push(piece)
      found.push(...more)
    }
  }
  close()
  return pieces
}

const longestLine = 8000

/** A line of any length, in pieces that fit a vector. */
function shortLines(line: string): string[] {
  if (line.length <= longestLine) return [line]
  const pieces: string[] = []
  for (let start = 0; start < line.length; start += longestLine) {
    pieces.push(line.slice(start, start + longestLine).toWellFormed())
  }
  return pieces
}

/** All words whose stems are needed. */
export function* listPageWords(text: TokenizedPage): Generator<string> {
  yield* listTokenWords(text.titleTokens)
  yield* listTokenWords(text.descriptionTokens)
  for (const { heading, tokens } of text.sections) {
    yield* listTokenWords(heading)
    yield* listTokenWords(tokens)
  }
}

export function* listTokenWords(list: readonly Token[]): Generator<string> {
  for (const token of list) {
    if (token.kind === 'word') yield token.word
    else if (token.kind === 'compound') yield* token.parts
  }
}

/** The rows of a page whose words' stems are loaded. */
export function buildTextRow(text: TokenizedPage, indexId: number, language: string, stems: Stemmer): NewTextRow {
  const vocabulary = new Set<string>()
  const page = new Vector(indexId, language, stems, vocabulary)
  page.add(text.titleTokens, { marks: [lexemeMarks.title], weight: '', stopWords: true })
  page.mention(text.titleTokens)
  page.mention(text.descriptionTokens)
  const sections = text.sections.map((read): NewSectionRow => {
    const { section, body, heading, tokens } = read
    const conditional = section.conditional ?? false
    const vector = new Vector(indexId, language, stems, vocabulary)
    // A page's first heading often repeats its title: that finds the page, not the section.
    const headed = heading.length > 0 && section.heading?.title !== text.title
    vector.add(text.titleTokens, { marks: [lexemeMarks.plain], weight: 'A', stopWords: false })
    if (headed) {
      vector.add(text.titleTokens, { marks: [lexemeMarks.above], weight: '', stopWords: true })
      vector.gap()
      vector.add(heading, { marks: [lexemeMarks.heading, lexemeMarks.above], weight: '', stopWords: true })
      vector.add(heading, { marks: [lexemeMarks.plain], weight: 'B', stopWords: false })
    }
    vector.gap()
    vector.add(tokens, { marks: [lexemeMarks.plain], weight: '', stopWords: false })
    vector.markOften()
    if (!conditional) {
      page.mention(heading)
      page.mention(tokens)
    }
    return {
      anchor: section.heading?.anchor ?? null,
      heading: section.heading?.title.replaceAll('\0', '') ?? null,
      body,
      conditional,
      words: vector.toString(),
    }
  })
  return {
    title: text.title,
    titleWords: Math.max(1, Math.min(text.titleTokens.length, 1000)),
    words: page.toString(),
    sections,
    vocabulary,
  }
}

/** A lexeme as vectors and queries have it. */
export const quoteLexeme = (lexeme: string): string =>
  // Hardly any has one, and looking is several times as fast as replacing nothing.
  lexeme.includes("'") || lexeme.includes('\\')
    ? `'${lexeme.replaceAll(/['\\]/g, String.raw`\$&`)}'`
    : `'${lexeme}'`

const lastPosition = 16_383
/** PostgreSQL takes 1,048,575 bytes. What a larger page has beyond is found in its sections. */
const largestVector = 1_000_000
/** A section that says a word so often is about it. */
const often = 3
const shortestOften = ':1,2,3'.length
const typed = /^\p{L}[\p{L}\p{N}._-]{2,39}$/u

/** What becomes a `tsvector`: lexemes with their positions. */
class Vector {
  readonly #indexId: number
  readonly #plain: string
  readonly #language: string
  readonly #stems: Stemmer
  readonly #vocabulary: Set<string>
  readonly #lexemes = new Map<string, string>()
  #position = 1
  #size = 0

  constructor(indexId: number, language: string, stems: Stemmer, vocabulary: Set<string>) {
    this.#indexId = indexId
    this.#plain = makeLexemePrefix(lexemeMarks.plain, indexId)
    this.#language = language
    this.#stems = stems
    this.#vocabulary = vocabulary
  }

  /** What comes next does not follow what came before. */
  gap(): void {
    this.#position += 10
  }

  /** Tokens one behind the other. */
  add(
    list: readonly Token[],
    { marks, weight, stopWords }: { marks: readonly string[]; weight: string; stopWords: boolean },
  ): void {
    const prefixes = marks.map((mark) => makeLexemePrefix(mark, this.#indexId))
    const put = (word: string) => {
      for (const prefix of prefixes) this.#at(prefix + word, weight)
    }
    for (const token of list) {
      if (token.kind === 'compound') {
        put(this.#remember(foldWord(token.whole)))
        for (const part of token.parts) this.#word(part, put, stopWords)
      } else if (token.kind === 'word') this.#word(token.word, put, stopWords)
      else {
        for (const gram of makeBigrams(token.characters)) {
          put(gram)
          this.#position++
        }
      }
    }
  }

  /** Tokens that are there, no matter where. */
  mention(list: readonly Token[]): void {
    for (const token of list) {
      if (token.kind === 'compound') {
        this.#mark(foldWord(token.whole))
        for (const part of token.parts) this.#mention(part)
      } else if (token.kind === 'word') this.#mention(token.word)
      else for (const gram of makeBigrams(token.characters)) this.#mark(gram)
    }
  }

  /** What the text says again and again, without what its title and its heading say, which have weights. */
  markOften(): void {
    const prefix = makeLexemePrefix(lexemeMarks.often, this.#indexId)
    for (const [lexeme, positions] of this.#lexemes) {
      if (positions.length < shortestOften || !lexeme.startsWith(this.#plain)) continue
      const times = positions.split(',').filter((position) => /\d$/.test(position)).length
      if (times < often) continue
      const marked = prefix + lexeme.slice(this.#plain.length)
      if (this.#hasRoom(marked)) this.#lexemes.set(marked, '')
    }
  }

  toString(): string {
    let text = ''
    for (const [lexeme, positions] of this.#lexemes) text += `${quoteLexeme(lexeme)}${positions} `
    return text
  }

  #word(word: string, put: (lexeme: string) => void, stopWords: boolean): void {
    const { forms, isMeaningful: says } = this.#stems.getForms(this.#language, word)
    if (says || stopWords) for (const form of forms) put(form)
    if (forms[0] !== undefined) this.#remember(forms[0])
    this.#position++
  }

  #mention(word: string): void {
    const { forms, isMeaningful: says } = this.#stems.getForms(this.#language, word)
    if (says) for (const form of forms) this.#mark(form)
  }

  #mark(word: string): void {
    const lexeme = this.#plain + word
    if (!this.#lexemes.has(lexeme) && this.#hasRoom(lexeme)) this.#lexemes.set(lexeme, '')
  }

  #at(lexeme: string, weight: string): void {
    const known = this.#lexemes.get(lexeme)
    if (known === undefined && !this.#hasRoom(lexeme)) return
    const position = `${Math.min(this.#position, lastPosition)}${weight}`
    this.#lexemes.set(lexeme, known ? `${known},${position}` : `:${position}`)
  }

  #hasRoom(lexeme: string): boolean {
    // A character takes at most three bytes where a lexeme's length is counted in halves of pairs.
    this.#size += lexeme.length * 3 + 8
    return this.#size < largestVector
  }

  #remember(word: string): string {
    if (typed.test(word)) this.#vocabulary.add(word)
    return word
  }
}
