import { createHash } from 'node:crypto'
import { applyChanges, emptyRevision, type Change } from '../edit.ts'
import { MemoryStore } from './memory-store.ts'

/** Creates an id like those of the server: 20 characters in no particular order. It is the same on every run. */
export function createPageId(n: number): string {
  return createHash('sha256').update(`page ${n}`).digest('base64url').slice(0, 20)
}

export function createPageInsert(n: number, parent: string | null): Extract<Change, { type: 'insert-page' }> {
  return {
    type: 'insert-page',
    id: createPageId(n),
    parent,
    fields: {
      type: 'document',
      title: `How to configure option number ${n}`,
      slug: `how-to-configure-option-number-${n}`,
      description: 'What the option does, and when to leave it alone.',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
    document: { markdown: `# Option ${n}\n\nSet it to ${n}.\n` },
  }
}

/** Creates a space whose pages are all under one parent, or ten under each page. */
export async function createSpace(
  pageCount: number,
  shape: 'flat' | 'nested',
): Promise<{ store: MemoryStore; root: string }> {
  const store = new MemoryStore()
  const changes = Array.from({ length: pageCount }, (_, n) => {
    if (n === 0) return createPageInsert(n, null)
    return createPageInsert(n, createPageId(shape === 'flat' ? 0 : Math.floor((n - 1) / 10)))
  })
  const { root } = store.save(emptyRevision())
  return { store, root: store.save(await applyChanges(store, root, changes)).root }
}
