import type { GlossaryBatchOperation, GlossaryEntry } from '../../api/operations.ts'

/** A row of the table: an entry with what was typed over it, or a new one. */
export interface TermRow {
  id: string
  isNew: boolean
  /** The term in each language, as it is shown. */
  terms: Readonly<Record<string, string>>
}

/** What somebody changed in the glossary and has not saved. */
export interface GlossaryDraft {
  /** The ids of rows that are not in the glossary yet, in their order. */
  added: readonly string[]
  /** The terms that were typed, by row and language. What others change in the other languages of a row stays. */
  typed: Readonly<Record<string, Readonly<Record<string, string>>>>
  deleted: readonly string[]
}

export const emptyDraft: GlossaryDraft = { added: [], typed: {}, deleted: [] }

export const addRow = (draft: GlossaryDraft): GlossaryDraft => ({
  ...draft,
  added: [...draft.added, crypto.randomUUID()],
})

export const typeTerm = (
  draft: GlossaryDraft,
  id: string,
  language: string,
  term: string,
): GlossaryDraft => ({
  ...draft,
  typed: { ...draft.typed, [id]: { ...draft.typed[id], [language]: term } },
})

export function deleteRow(draft: GlossaryDraft, id: string): GlossaryDraft {
  const { [id]: _forgotten, ...typed } = draft.typed
  return draft.added.includes(id)
    ? { ...draft, typed, added: draft.added.filter((each) => each !== id) }
    : { ...draft, typed, deleted: [...draft.deleted, id] }
}

/** The rows of the table. Those that are new come last. */
export const listRows = (entries: readonly GlossaryEntry[], draft: GlossaryDraft): TermRow[] => [
  ...entries
    .filter(({ id }) => !draft.deleted.includes(id))
    .map(({ id, translations }) => ({ id, isNew: false, terms: { ...translations, ...draft.typed[id] } })),
  ...draft.added.map((id) => ({ id, isNew: true, terms: draft.typed[id] ?? {} })),
]

/** What the API has to be told, so that the glossary becomes what the table shows. An entry without a term is deleted. */
export function listOperations(
  entries: readonly GlossaryEntry[],
  draft: GlossaryDraft,
): GlossaryBatchOperation[] {
  const saved = new Map(entries.map(({ id, translations }) => [id, translations]))
  const deletions = draft.deleted.filter((id) => saved.has(id))
  const changes = listRows(entries, draft).flatMap(({ id, isNew, terms }): GlossaryBatchOperation[] => {
    const translations = keepTerms(terms)
    const isEmpty = Object.keys(translations).length === 0
    if (isNew) return isEmpty ? [] : [{ type: 'insert', translations }]
    if (isEmpty) return [{ type: 'delete', id }]
    return hasSameTerms(translations, saved.get(id) ?? {}) ? [] : [{ type: 'update', id, translations }]
  })
  return [...deletions.map((id) => ({ type: 'delete' as const, id })), ...changes]
}

const keepTerms = (terms: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(terms)
      .map(([language, term]) => [language, term.trim()] as const)
      .filter(([, term]) => term !== ''),
  )

const hasSameTerms = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([language, term]) => other[language] === term)
