import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyDraft,
  findMentionQuery,
  insertMention,
  readDraft,
  splitMentions,
  writeDraft,
} from './mentions.ts'

const ann = { id: 'u1', name: 'Ann Lee' }

describe('a name that is being typed', () => {
  test.each([
    ['@', ''],
    ['Ask @An', 'An'],
    ['Ask (@Ann L', 'Ann L'],
    ['mail@example', undefined],
    ['Ask @Ann Lee now', undefined],
    ['nothing', undefined],
  ])('%j', (text, query) => {
    expect(findMentionQuery(text, text.length)).toBe(query)
  })

  test('is taken by the person', () => {
    const { draft, caret } = insertMention({ ...emptyDraft, text: 'Ask @An today' }, 7, ann)
    expect(draft.text).toBe('Ask @Ann Lee today')
    expect(caret).toBe('Ask @Ann Lee '.length)
    expect(writeDraft(draft)).toBe('Ask [@Ann Lee](/users/u1 "mention") today')
  })
})

test('names that begin alike are told apart, and what is no mention stays', () => {
  const people = new Map([
    ['Ann', 'u2'],
    ['Ann Lee', 'u1'],
  ])
  expect(writeDraft({ text: '@Ann, @Ann Lee and @Annette', people })).toBe(
    '[@Ann](/users/u2 "mention"), [@Ann Lee](/users/u1 "mention") and @Annette',
  )
})

test('what was written is read again, whatever the names have in them', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll(/[\s@]/gu, '').trim())
    .filter((text) => text !== '')
  fc.assert(
    fc.property(name, fc.string({ maxLength: 20 }), (name, rest) => {
      const text = `${rest.replaceAll(/[@[\]\\]/g, '')} @${name} `
      const draft = { text, people: new Map([[name, 'u1']]) }
      const markdown = writeDraft(draft)
      expect(readDraft(markdown)).toEqual(draft)
      expect(splitMentions(markdown)).toContainEqual({ text: `@${name}`, isMention: true })
    }),
  )
})
