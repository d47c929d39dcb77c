import { applyChanges, type Change } from '@verso/revisions'
import type { Person, TestApp } from './app.ts'

/** Makes changes to what a space shows, at once. */
export function commitChanges(t: TestApp, by: Person, spaceId: string, changes: Change[]): Promise<void> {
  const { main, revisionStore } = t.app.areas.content
  return t.database.transaction(async (tx) => {
    const locked = await main.lock(tx, spaceId)
    const written = await applyChanges(revisionStore.objects.createReader(tx), locked.revision.root, changes)
    await main.commitChange(tx, locked, written, { userId: by.id, now: t.clock.now() })
  })
}

/** A page to insert. */
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
