import { applyChanges, type Change } from '@verso/revisions'
import type { Person, TestApp } from './app.ts'

/** Makes changes to what a space shows, at once. */
export function changeContent(t: TestApp, by: Person, spaceId: string, changes: Change[]): Promise<void> {
  const { main, content } = t.app.areas.content
  return t.database.transaction(async (tx) => {
    const held = await main.hold(tx, spaceId)
    const written = await applyChanges(content.store.reader(tx), held.revision.root, changes)
    await main.change(tx, held, written, { userId: by.id, now: t.clock.now() })
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
