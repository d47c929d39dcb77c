import { type Conflict, hasConflictMarkers, type RevisionView } from '@verso/revisions'
import type { ConflictEntry } from './schema.ts'

/** Conflicts as answers name them: page by page, each page with its path. */
export async function describeConflicts(
  view: RevisionView,
  conflicts: readonly Conflict[],
): Promise<ConflictEntry[]> {
  const entries: ConflictEntry[] = []
  for (const { on, id, kind } of conflicts) {
    entries.push(on === 'page' ? { page: id, ...(await pathOf(view, id)), kind } : { kind })
  }
  return entries
}

/** Those of these pages whose text still holds both versions between markers. */
export async function pagesWithMarkers(view: RevisionView, ids: string[]): Promise<ConflictEntry[]> {
  const pages = await view.pages(ids)
  const hashes = [...pages.values()].flatMap(({ document }) => (document === null ? [] : [document]))
  const texts = await view.documents(hashes)
  const entries: ConflictEntry[] = []
  for (const { id, document } of pages.values()) {
    const text = document === null ? undefined : texts.get(document)
    if (text !== undefined && hasConflictMarkers(text)) {
      entries.push({ page: id, ...(await pathOf(view, id)), kind: 'content' })
    }
  }
  return entries
}

async function pathOf(view: RevisionView, id: string): Promise<{ path?: string }> {
  const known = await view.pages([id])
  if (!known.has(id)) return {}
  const { path } = await view.page(id)
  return path === undefined ? {} : { path }
}
