import { type Conflict, hasConflictMarkers, type RevisionView } from '@verso/revisions'
import type { ConflictEntry } from './schema.ts'

/** Presents conflicts as responses list them: one entry for each, with the path of its page. */
export async function describeConflicts(
  view: RevisionView,
  conflicts: readonly Conflict[],
): Promise<ConflictEntry[]> {
  const entries: ConflictEntry[] = []
  for (const { on, id, kind } of conflicts) {
    entries.push(on === 'page' ? { page: id, ...(await findPath(view, id)), kind } : { kind })
  }
  return entries
}

/** Finds those of some pages whose text still contains conflict markers. */
export async function findPagesWithMarkers(view: RevisionView, ids: string[]): Promise<ConflictEntry[]> {
  const pages = await view.getPages(ids)
  const hashes = [...pages.values()].flatMap(({ document }) => (document === null ? [] : [document]))
  const texts = await view.getDocuments(hashes)
  const entries: ConflictEntry[] = []
  for (const { id, document } of pages.values()) {
    const text = document === null ? undefined : texts.get(document)
    if (text !== undefined && hasConflictMarkers(text)) {
      entries.push({ page: id, ...(await findPath(view, id)), kind: 'content' })
    }
  }
  return entries
}

async function findPath(view: RevisionView, id: string): Promise<{ path?: string }> {
  const pages = await view.getPages([id])
  if (!pages.has(id)) return {}
  const { path } = await view.getPage(id)
  return path === undefined ? {} : { path }
}
