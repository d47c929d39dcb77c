import { describe, expect, test } from 'vitest'
import type { GlossaryEntry } from '../../api/operations.ts'
import { addRow, deleteRow, emptyDraft, listOperations, listRows, typeTerm } from './glossary-draft.ts'

const entry = (id: string, translations: Record<string, string>): GlossaryEntry => ({
  object: 'glossary-entry',
  id,
  translations,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  urls: { location: 'https://example.com' },
})

const entries = [entry('space', { en: 'space', es: 'espacio' }), entry('page', { en: 'page' })]

describe('a draft of the glossary', () => {
  test('without changes asks for nothing, also where a term was typed back', () => {
    expect(listOperations(entries, emptyDraft)).toEqual([])
    expect(listOperations(entries, typeTerm(emptyDraft, 'space', 'es', ' espacio '))).toEqual([])
  })

  test('updates a whole entry with what others wrote in other languages meanwhile', () => {
    const draft = typeTerm(emptyDraft, 'page', 'es', 'página')
    const later = [entry('page', { en: 'page', fr: 'page' })]
    expect(listOperations(later, draft)).toEqual([
      { type: 'update', id: 'page', translations: { en: 'page', fr: 'page', es: 'página' } },
    ])
  })

  test('inserts new rows that have a term, and leaves out those that have none', () => {
    const two = addRow(addRow(emptyDraft))
    const [first = ''] = two.added
    const draft = typeTerm(two, first, 'en', 'site')
    expect(listRows(entries, draft)).toHaveLength(4)
    expect(listOperations(entries, draft)).toEqual([{ type: 'insert', translations: { en: 'site' } }])
    expect(listOperations(entries, deleteRow(draft, first))).toEqual([])
  })

  test('deletes what was deleted or emptied, and not what others deleted already', () => {
    const draft = deleteRow(typeTerm(emptyDraft, 'page', 'en', '  '), 'space')
    expect(listOperations(entries, draft)).toEqual([
      { type: 'delete', id: 'space' },
      { type: 'delete', id: 'page' },
    ])
    expect(listOperations([], draft)).toEqual([])
  })
})
