import { diffRevisions, type Hash, type ObjectReader, type Page, RevisionView } from '@verso/revisions'
import { isVisibleField } from '../revisions/semantic-changes.ts'
import { emptyRootHash } from '../store/hashes.ts'

export const pageChangeKinds = ['created', 'deleted', 'text', 'title', 'place', 'settings'] as const
export type PageChangeKind = (typeof pageChangeKinds)[number]

interface ParentName {
  id: string
  title: string
}

/** What a change is about, in the words of its time. */
export interface PageChangeDetail {
  /** The title since the change; for a deleted page, the last it had. */
  title: string
  previousTitle?: string
  /** Where a page moved to another parent. A side is missing for the top level. */
  parent?: { before?: ParentName; after?: ParentName }
  /** The names of the other fields that changed. */
  settings?: string[]
}

export interface PageChangeSummary {
  pageId: string
  kinds: PageChangeKind[]
  detail: PageChangeDetail
  /** The text since the change. */
  document: Hash | null
}

/** What a revision changed, one summary for each page. Its cost follows the change, not the number of pages. */
export async function summarizePageChanges(
  reader: ObjectReader,
  before: Hash | null,
  after: Hash,
): Promise<PageChangeSummary[]> {
  const oldRoot = before ?? emptyRootHash
  const { pages: changes } = await diffRevisions(reader, oldRoot, after)
  const summaries = new Map<string, PageChangeSummary>()
  const parents: { summary: PageChangeSummary; before: string | null; after: string | null }[] = []
  const summarize = ({ id, fields, document }: Page, kinds: PageChangeKind[]): PageChangeSummary => {
    const summary = summaries.get(id) ?? { pageId: id, kinds: [], detail: { title: fields.title }, document }
    summary.kinds.push(...kinds)
    summaries.set(id, summary)
    return summary
  }
  for (const change of changes) {
    if (change.kind === 'created') summarize(change.after, ['created'])
    else if (change.kind === 'deleted') summarize(change.before, ['deleted']).document = null
    else if (change.kind === 'moved') {
      const summary = summarize(change.after, ['place'])
      const sides = { before: change.before.parent, after: change.after.parent }
      if (sides.before !== sides.after) parents.push({ summary, ...sides })
    } else {
      const { title, ...fields } = change.fields
      const settings = Object.keys(fields).filter(isVisibleField)
      const kinds = [
        ...(change.document ? (['text'] as const) : []),
        ...(title ? (['title'] as const) : []),
        ...(settings.length > 0 ? (['settings'] as const) : []),
      ]
      if (kinds.length === 0) continue
      const { detail } = summarize(change.after, kinds)
      if (title) detail.previousTitle = change.before.fields.title
      if (settings.length > 0) detail.settings = settings
    }
  }
  await nameParents(reader, oldRoot, after, parents)
  return [...summaries.values()]
}

async function nameParents(
  reader: ObjectReader,
  oldRoot: Hash,
  newRoot: Hash,
  moves: readonly { summary: PageChangeSummary; before: string | null; after: string | null }[],
): Promise<void> {
  if (moves.length === 0) return
  const readPages = (root: Hash, ids: readonly (string | null)[]) =>
    new RevisionView(reader, root).getPages(ids.filter((id) => id !== null))
  const oldPages = await readPages(
    oldRoot,
    moves.map(({ before }) => before),
  )
  const newPages = await readPages(
    newRoot,
    moves.map(({ after }) => after),
  )
  for (const { summary, ...sides } of moves) {
    const before = nameParent(oldPages, sides.before)
    const after = nameParent(newPages, sides.after)
    summary.detail.parent = { ...(before && { before }), ...(after && { after }) }
  }
}

function nameParent(pages: ReadonlyMap<string, Page>, id: string | null): ParentName | undefined {
  const page = id === null ? undefined : pages.get(id)
  return page && { id: page.id, title: page.fields.title }
}
