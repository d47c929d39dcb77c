import { applyChanges, type Change } from '@verso/revisions'
import { AuthorizedMain } from '../areas/content/index.ts'
import type { Person, TestApp } from './app.ts'

/** Commits changes to a space, without a change request. */
export function commitChanges(t: TestApp, by: Person, spaceId: string, changes: Change[]): Promise<void> {
  const { main, revisionStore } = t.app.areas.content
  return t.database.transaction(async (tx) => {
    const locked = await main.lock(tx, spaceId)
    const changedRoot = await applyChanges(
      revisionStore.objects.createReader(tx),
      locked.revision.root,
      changes,
    )
    const authorized = AuthorizedMain.forDirectChange(locked, { userId: by.id, role: 'admin' })
    await main.commitChange(tx, authorized, changedRoot, { userId: by.id, now: t.clock.now() })
  })
}

/** Creates a change that inserts a page. */
export const newPage = (
  id: string,
  title: string,
  markdown: string,
  fields: Partial<Extract<Change, { type: 'insert-page' }>['fields']> = {},
  parent: string | null = null,
): Change => ({
  type: 'insert-page',
  id,
  parent,
  fields: { type: 'document', title, slug: id, ...fields },
  document: { markdown },
})
