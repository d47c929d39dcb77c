import type { RevisionSemanticChange, RevisionSemanticChanges } from '../../../api/operations.ts'
import type { PageMarkKind } from '../writing/change-marks.ts'

/** A page that a change request changes, with everything that it does to it. */
export interface ChangedPage {
  id: string
  title: string
  type: string
  kind: PageMarkKind
  isMoved: boolean
  /** Where it was and is, if it was moved. Undefined is the top. */
  parentBefore?: string | undefined
  parentAfter?: string | undefined
  attributes: Record<string, unknown>
}

/** The changed pages, one entry for each, in the order in which they came. */
export function listChangedPages(changes: RevisionSemanticChanges | undefined): ChangedPage[] {
  const pages = new Map<string, ChangedPage>()
  for (const change of changes?.changes ?? []) {
    if (!change.page) continue
    const { id, title, type } = change.page
    const known = pages.get(id) ?? { id, title, type, kind: 'changed', isMoved: false, attributes: {} }
    pages.set(id, { ...known, ...describeChange(change, known) })
  }
  return [...pages.values()]
}

function describeChange(change: RevisionSemanticChange, known: ChangedPage): Partial<ChangedPage> {
  switch (change.type) {
    case 'page_created':
      return { kind: 'new' }
    case 'page_deleted':
      return { kind: 'deleted' }
    case 'page_moved':
      return {
        isMoved: true,
        parentBefore: change.parent?.before?.title,
        parentAfter: change.parent?.after?.title,
        kind: Object.keys(known.attributes).length > 0 ? known.kind : 'moved',
      }
    default:
      return {
        attributes: change.attributes ?? {},
        kind: known.kind === 'new' ? 'new' : 'changed',
      }
  }
}

/** Where the page stands that is shown: the chosen one, or the first. */
export const findCurrentIndex = (pages: readonly ChangedPage[], chosenId: string | undefined): number =>
  Math.max(
    0,
    pages.findIndex(({ id }) => id === chosenId),
  )

/** What is changed besides pages: files, reusable contents, variables. */
export const listOtherChanges = (changes: RevisionSemanticChanges | undefined): RevisionSemanticChange[] =>
  (changes?.changes ?? []).filter(({ page }) => page === undefined)

export const findOtherKey = ({ type, file, reusableContent }: RevisionSemanticChange): string =>
  file?.id ?? reusableContent?.id ?? type

export const findOtherName = ({ file, reusableContent }: RevisionSemanticChange): string | undefined =>
  file?.name ?? reusableContent?.title

export const findOtherKind = ({ type }: RevisionSemanticChange): PageMarkKind =>
  type.endsWith('_created') ? 'new' : type.endsWith('_deleted') ? 'deleted' : 'changed'

export interface Sides {
  before: string
  after: string
}

/** A value before and after, as text. Undefined where it is not such a pair. */
export function readSides(value: unknown): Sides | undefined {
  if (typeof value !== 'object' || value === null || !('before' in value || 'after' in value))
    return undefined
  return {
    before: showValue('before' in value ? value.before : undefined),
    after: showValue('after' in value ? value.after : undefined),
  }
}

function showValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
