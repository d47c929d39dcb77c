import { createHash } from 'node:crypto'
import { applyChanges, emptyRevision, type Change } from '../edit.ts'
import { MemoryStore } from './memory-store.ts'

/** An id as the server makes them: 20 characters without an order, the same on every run. */
export function idOf(n: number): string {
  return createHash('sha256').update(`page ${n}`).digest('base64url').slice(0, 20)
}

export function pageChange(n: number, parent: string | null): Extract<Change, { type: 'insert-page' }> {
  return {
    type: 'insert-page',
    id: idOf(n),
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

/** A space of pages: all under one parent, or ten under each. */
export async function spaceOf(
  pages: number,
  shape: 'flat' | 'nested',
): Promise<{ store: MemoryStore; root: string }> {
  const store = new MemoryStore()
  const changes = Array.from({ length: pages }, (_, n) => {
    if (n === 0) return pageChange(n, null)
    return pageChange(n, idOf(shape === 'flat' ? 0 : Math.floor((n - 1) / 10)))
  })
  const { root } = store.save(emptyRevision())
  return { store, root: store.save(await applyChanges(store, root, changes)).root }
}
