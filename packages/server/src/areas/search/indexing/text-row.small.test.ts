import fc from 'fast-check'
import type { Section } from '@verso/markdown'
import { describe, expect, test } from 'vitest'
import type { Queryable } from '../../../database/database.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { type PageText, tokenizePage } from './page-text.ts'
import { buildTextRow } from './text-row.ts'
import { Turns } from './turns.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordDictionaries, type WordDictionary } from './word-dictionary.ts'

const INDEX_ID = 7

/** What the rows need of the stemmer: a stop word, and a stem for words that end in `s`. */
const stemmer = {
  loadForms: async () => undefined,
  getForms: (_language: string, word: string) => ({
    forms: word.endsWith('s') ? [word, word.slice(0, -1)] : [word],
    isMeaningful: word !== 'the',
  }),
} as unknown as Stemmer

// The stemmer above asks no database.
const nowhere = {} as Queryable

async function buildRow(dictionary: WordDictionary, title: string, sections: readonly Section[]) {
  const text: PageText = { title, description: '', document: null, includes: [] }
  const turns = new Turns()
  const page = await tokenizePage(text, sections, (some) => dictionary.tokenize(some), turns)
  await dictionary.loadForms(nowhere)
  return buildTextRow(page, dictionary, INDEX_ID, new Vocabulary(), turns)
}

/** Reads PostgreSQL's binary format of a `tsvector`. Throws if a lexeme is in it twice, which PostgreSQL would not notice. */
function decodeVector(vector: Buffer): Map<string, number[]> {
  const lexemes = new Map<string, number[]>()
  let offset = 4
  for (let count = vector.readInt32BE(0); count > 0; count -= 1) {
    const end = vector.indexOf(0, offset)
    const lexeme = vector.toString('utf8', offset, end)
    if (lexemes.has(lexeme)) throw new Error(`${lexeme} is in the vector twice`)
    const positionCount = vector.readUInt16BE(end + 1)
    offset = end + 3 + positionCount * 2
    const positions = Array.from({ length: positionCount }, (_, n) => vector.readUInt16BE(end + 3 + n * 2))
    lexemes.set(lexeme, positions)
  }
  expect(offset).toBe(vector.length)
  return lexemes
}

const createDictionary = () => new WordDictionaries(stemmer).get('english')
const createSection = (title: string, text: string): Section => ({
  heading: { title, anchor: title, key: title, level: 1 },
  text,
})

describe('rows of a page in the index', () => {
  const word = fc.constantFrom('the', 'pump', 'pumps', 'Pumps', 'gauge', 'getUserById', 'user', '東京都', 'x')
  const words = fc.array(word, { maxLength: 30 }).map((list) => list.join(' '))

  test('a lexeme is in a vector once, and the page has those of all its sections', async () => {
    const dictionary = createDictionary()
    await fc.assert(
      fc.asyncProperty(words, fc.array(fc.tuple(words, words), { maxLength: 4 }), async (title, sections) => {
        const row = await buildRow(
          dictionary,
          title,
          sections.map(([heading, text]) => createSection(heading, text)),
        )
        const pageLexemes = new Set(decodeVector(row.words).keys())
        for (const section of row.sections) {
          const plain = [...decodeVector(section.words).keys()].filter((lexeme) => /^[^=#+*]/.test(lexeme))
          expect(plain.filter((lexeme) => !pageLexemes.has(lexeme))).toEqual([])
        }
      }),
    )
  })

  test('words have their positions, title and heading before the text, and all their forms', async () => {
    const { sections } = await buildRow(createDictionary(), 'Pumps', [
      createSection('the gauge', 'pump the pump pumps'),
    ])
    const lexemes = decodeVector(sections[0]?.words ?? Buffer.alloc(4))
    const title = 3 << 14
    const heading = 2 << 14
    expect(Object.fromEntries(lexemes)).toEqual({
      '+7~pumps': [2],
      '+7~pump': [2],
      '+7~the': [13],
      '+7~gauge': [14],
      '#7~the': [13],
      '#7~gauge': [14],
      '7~pumps': [1 | title, 30],
      '7~pump': [1 | title, 27, 29, 30],
      '7~gauge': [16 | heading],
      '*7~pump': [],
    })
  })

  test('a full dictionary is followed by another, and goes on with the pages that have it', async () => {
    const dictionaries = new WordDictionaries(stemmer)
    const first = dictionaries.get('english')
    const manyWords = Array.from({ length: 41_000 }, (_, n) => `word${n}`).join('\n')
    const text = createSection('Many', `pump ${manyWords}`)
    const row = await buildRow(first, 'Pump', [text])
    expect(dictionaries.get('german')).not.toBe(first)
    const second = dictionaries.get('english')
    expect(second).not.toBe(first)
    const later = await buildRow(second, 'Pump', [text])
    expect(await buildRow(first, 'Pump', [text])).toEqual(row)
    expect(later).toEqual(row)
  })
})
