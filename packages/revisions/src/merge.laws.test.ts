import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conflict } from './conflict.ts'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { mergeRevisions } from './merge.ts'
import type { Page } from './model.ts'
import { MemoryStore } from './testing/memory-store.ts'
import {
  anyChange,
  choose,
  Model,
  movesAndDeletes,
  picks,
  type ChooseOptions,
  type Pick,
} from './testing/model.ts'
import { hasConflictMarkers } from './text.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

const page = (id: string, parent: string | null = null): Change => ({
  type: 'insert-page',
  id,
  parent,
  fields: { type: 'document', title: id, slug: id },
  document: { markdown: 'one\ntwo\nthree\nfour\nfive' },
})

const timeout = 120_000

/** A past, and two futures of it. */
async function history(
  past: readonly Pick[],
  ours: readonly Pick[],
  theirs: readonly Pick[],
  within?: { ours: string; theirs: string },
) {
  const store = new MemoryStore()
  const first = [page('X'), page('Y'), page('X1', 'X'), page('X2', 'X'), page('X3', 'X1'), page('Y1', 'Y')]
  const start = within
    ? [
        ...first,
        ...choose(Model.of(first), past, { side: 'p', within: within.ours }),
        ...choose(Model.of(first), past.toReversed(), { side: 'q', within: within.theirs }),
      ]
    : [...first, ...choose(Model.of(first), past, { side: 'p', slugsMeet: true })]
  const side = (side: 'ours' | 'theirs', picks: readonly Pick[]): Change[] => {
    const options: ChooseOptions = { side: side === 'ours' ? 'o' : 't', slugsMeet: within === undefined }
    return choose(Model.of(start), picks, within ? { ...options, within: within[side] } : options)
  }
  const save = async (root: string, changes: readonly Change[]): Promise<string> =>
    store.save(await applyChanges(store, root, changes)).root
  const base = await save(store.save(emptyRevision()).root, start)
  const changes = { ours: side('ours', ours), theirs: side('theirs', theirs) }
  const sides = { base, ours: await save(base, changes.ours), theirs: await save(base, changes.theirs) }
  const swapped = { base, ours: sides.theirs, theirs: sides.ours }
  return { store, save, changes, sides, swapped }
}

async function pagesOf(store: MemoryStore, root: string): Promise<Map<string, Page>> {
  const all = (pages: readonly PageTree[]): PageTree[] => pages.flatMap((page) => [page, ...all(page.pages)])
  return new Map(all(await new RevisionView(store, root).tree()).map((page) => [page.id, page]))
}

describe('a merge', () => {
  test(
    'with what did not change is the other side',
    async () => {
      await fc.assert(
        fc.asyncProperty(picks(15), picks(15), async (past, ours) => {
          const { store, save, sides } = await history(past, ours, [])
          const { base, ours: side } = sides
          for (const three of [
            { base, ours: side, theirs: base },
            { base, ours: base, theirs: side },
            { base, ours: side, theirs: side },
          ]) {
            expect(await mergeRevisions(store, three)).toMatchObject({ root: side, conflicts: [] })
          }
          // A change elsewhere on the other side, so that the pages are really looked at.
          const elsewhere: Change = { type: 'set-variables', variables: { elsewhere: 'x' } }
          const other = await save(base, [elsewhere])
          const both = await save(side, [elsewhere])
          for (const three of [
            { base, ours: side, theirs: other },
            { base, ours: other, theirs: side },
          ]) {
            expect(await mergeRevisions(store, three)).toMatchObject({ root: both, conflicts: [] })
          }
        }),
        { numRuns: 400 },
      )
    },
    timeout,
  )

  test.each([
    ['of any changes', anyChange, 1000],
    ['of moves and deletes', movesAndDeletes, 1200],
  ])(
    '%s is the same with the sides swapped',
    async (_, ops, numRuns) => {
      await fc.assert(
        fc.asyncProperty(picks(15), picks(8, ops), picks(8, ops), async (past, ours, theirs) => {
          const { store, sides, swapped } = await history(past, ours, theirs)
          const one = await mergeRevisions(store, sides)
          const two = await mergeRevisions(store, swapped)
          expect(two.conflicts.length === 0).toBe(one.conflicts.length === 0)
          expect(one.conflicts.length > 0 || two.root === one.root).toBe(true)
          const placed = one.conflicts.some(({ kind }) => kind === 'moved-moved' || kind === 'cycle')
          // Where places are at odds each result keeps its own, and what follows from that may differ.
          expect(placed ? [] : told(two.conflicts.map((conflict) => swap(conflict)))).toEqual(
            placed ? [] : told(one.conflicts),
          )
        }),
        { numRuns },
      )
    },
    timeout,
  )

  test(
    'of changes in different places is both, in either order, without conflict',
    async () => {
      await fc.assert(
        fc.asyncProperty(picks(15), picks(10), picks(10), async (past, ours, theirs) => {
          const { store, save, changes, sides, swapped } = await history(past, ours, theirs, {
            ours: 'X',
            theirs: 'Y',
          })
          const merged = await mergeRevisions(store, sides)
          expect(merged.conflicts).toEqual([])
          expect(await save(sides.ours, changes.theirs)).toBe(merged.root)
          expect(await save(sides.theirs, changes.ours)).toBe(merged.root)
          expect((await mergeRevisions(store, swapped)).root).toBe(merged.root)
        }),
        { numRuns: 400 },
      )
    },
    timeout,
  )

  test.each([
    ['of any changes', anyChange, 1000],
    ['of moves and deletes', movesAndDeletes, 1200],
  ])(
    '%s is a sound revision that drops nothing without saying so',
    async (_, ops, numRuns) => {
      await fc.assert(
        fc.asyncProperty(picks(15), picks(12, ops), picks(12, ops), async (past, ours, theirs) => {
          const { store, sides } = await history(past, ours, theirs)
          const merged = store.save(await mergeRevisions(store, sides))
          await verifyRevision(store, merged.root)
          const [base, our, their, result] = await Promise.all(
            [sides.base, sides.ours, sides.theirs, merged.root].map((root) => pagesOf(store, root)),
          )
          const named = (id: string, ...kinds: string[]) =>
            merged.conflicts.some((conflict) => conflict.id === id && kinds.includes(conflict.kind))
          for (const id of new Set([...(our?.keys() ?? []), ...(their?.keys() ?? [])])) {
            const versions = { b: base?.get(id), o: our?.get(id), t: their?.get(id) }
            expect(lostWithoutSaying(versions, result?.get(id), (...kinds) => named(id, ...kinds))).toBe('')
          }
          const view = new RevisionView(store, merged.root)
          const documents = [...(result?.values() ?? [])].flatMap(({ document }) => document ?? [])
          const texts = await view.documents(documents)
          for (const [id, { document }] of result ?? []) {
            const marked = document !== null && hasConflictMarkers(texts.get(document) ?? '')
            expect(marked).toBe(named(id, 'content'))
          }
        }),
        { numRuns },
      )
    },
    timeout,
  )
})

/** What is missing of a page in a merge although no conflict names it; empty when all is well. */
function lostWithoutSaying(
  { b, o, t }: { b: Page | undefined; o: Page | undefined; t: Page | undefined },
  merged: Page | undefined,
  named: (...kinds: string[]) => boolean,
): string {
  if (b !== undefined && (o === undefined || t === undefined)) {
    const left = o ?? t
    const edited = left !== undefined && !sameApartFromChildren(b, left)
    if (!edited) return ''
    return merged !== undefined && named('deleted-edited') ? '' : 'an edited page'
  }
  if (merged === undefined) return 'a page'
  if (o === undefined || t === undefined) {
    const only = o ?? t
    return only === undefined || named('slug') || sameApartFromChildren(only, merged) ? '' : 'a new page'
  }
  const document = pick(b?.document, o.document, t.document)
  if (document !== undefined && document !== merged.document) return 'a text'
  const parent = pick(b?.parent, o.parent, t.parent)
  if (parent !== undefined && parent !== merged.parent && !named('cycle')) return 'a move'
  if (parent === undefined && !named('moved-moved')) return 'a move of both sides'
  for (const field of ['title', 'slug', 'description', 'icon']) {
    const changed = pick(b?.fields[field], o.fields[field], t.fields[field])
    if (changed === undefined || changed === merged.fields[field]) continue
    if (!(field === 'slug' && named('slug'))) return `the field ${field}`
  }
  return ''
}

/** The value of the side that changed it; nothing when both did, and differently. */
function pick<T>(base: T, ours: T, theirs: T): T | undefined {
  if (base === ours) return theirs
  return base === theirs || ours === theirs ? ours : undefined
}

function sameApartFromChildren(a: Page, b: Page): boolean {
  return a.parent === b.parent && a.document === b.document && isDeepStrictEqual(a.fields, b.fields)
}

function swap({ base, ours, theirs, ...conflict }: Conflict): Conflict {
  return {
    ...conflict,
    ...(base !== undefined && { base }),
    ...(theirs !== undefined && { ours: theirs }),
    ...(ours !== undefined && { theirs: ours }),
  }
}

function told(conflicts: readonly Conflict[]): string[] {
  return conflicts
    .map(({ on, id, kind, field, base, ours, theirs }) =>
      JSON.stringify([on, id, kind, field, base, ours, theirs]),
    )
    .sort((a, b) => (a < b ? -1 : 1))
}
