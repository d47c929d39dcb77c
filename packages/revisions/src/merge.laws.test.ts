import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conflict, Sides } from './conflict.ts'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { mergeRevisions } from './merge.ts'
import type { Page } from './model.ts'
import { MemoryStore } from './testing/memory-store.ts'
import {
  allOperations,
  createChanges,
  RevisionModel,
  movesAndDeletes,
  arbitrarySeeds,
  type CreateChangesOptions,
  type ChangeSeed,
} from './testing/model.ts'
import { hasConflictMarkers } from './merge-markdown.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

const insertPage = (id: string, parent: string | null = null): Change => ({
  type: 'insert-page',
  id,
  parent,
  fields: { type: 'document', title: id, slug: id },
  document: { markdown: 'one\ntwo\nthree\nfour\nfive' },
})

const TIMEOUT_MS = 120_000

/** Creates a base revision and two revisions that continue it. */
async function createHistory(
  pastSeeds: readonly ChangeSeed[],
  ours: readonly ChangeSeed[],
  theirs: readonly ChangeSeed[],
  within?: { ours: string; theirs: string },
) {
  const store = new MemoryStore()
  const firstChanges = [
    insertPage('X'),
    insertPage('Y'),
    insertPage('X1', 'X'),
    insertPage('X2', 'X'),
    insertPage('X3', 'X1'),
    insertPage('Y1', 'Y'),
  ]
  const baseChanges = within
    ? [
        ...firstChanges,
        ...createChanges(RevisionModel.fromChanges(firstChanges), pastSeeds, {
          side: 'p',
          within: within.ours,
        }),
        ...createChanges(RevisionModel.fromChanges(firstChanges), pastSeeds.toReversed(), {
          side: 'q',
          within: within.theirs,
        }),
      ]
    : [
        ...firstChanges,
        ...createChanges(RevisionModel.fromChanges(firstChanges), pastSeeds, {
          side: 'p',
          allowSlugConflicts: true,
        }),
      ]
  const createSideChanges = (side: 'ours' | 'theirs', seeds: readonly ChangeSeed[]): Change[] => {
    const options: CreateChangesOptions = {
      side: side === 'ours' ? 'o' : 't',
      allowSlugConflicts: within === undefined,
    }
    return createChanges(
      RevisionModel.fromChanges(baseChanges),
      seeds,
      within ? { ...options, within: within[side] } : options,
    )
  }
  const save = async (root: string, changes: readonly Change[]): Promise<string> =>
    store.save(await applyChanges(store, root, changes)).root
  const baseRoot = await save(store.save(emptyRevision()).root, baseChanges)
  const changes = { ours: createSideChanges('ours', ours), theirs: createSideChanges('theirs', theirs) }
  const sides = {
    base: baseRoot,
    ours: await save(baseRoot, changes.ours),
    theirs: await save(baseRoot, changes.theirs),
  }
  const swappedSides = { base: baseRoot, ours: sides.theirs, theirs: sides.ours }
  return { store, save, changes, sides, swapped: swappedSides }
}

async function listPages(store: MemoryStore, root: string): Promise<Map<string, Page>> {
  const flatten = (pages: readonly PageTree[]): PageTree[] =>
    pages.flatMap((page) => [page, ...flatten(page.pages)])
  return new Map(flatten(await new RevisionView(store, root).getPageTree()).map((page) => [page.id, page]))
}

describe('a merge', () => {
  test(
    'of a changed and an unchanged side is the changed side',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySeeds(15), arbitrarySeeds(15), async (pastSeeds, ours) => {
          const { store, save, sides } = await createHistory(pastSeeds, ours, [])
          const { base: basePages, ours: side } = sides
          for (const threeRoots of [
            { base: basePages, ours: side, theirs: basePages },
            { base: basePages, ours: basePages, theirs: side },
            { base: basePages, ours: side, theirs: side },
          ]) {
            expect(await mergeRevisions(store, threeRoots)).toMatchObject({ root: side, conflicts: [] })
          }
          // With an unrelated change on the other side, the merge has to compare the pages.
          const unrelatedChange: Change = { type: 'set-variables', variables: { elsewhere: 'x' } }
          const otherRoot = await save(basePages, [unrelatedChange])
          const bothRoot = await save(side, [unrelatedChange])
          for (const threeRoots of [
            { base: basePages, ours: side, theirs: otherRoot },
            { base: basePages, ours: otherRoot, theirs: side },
          ]) {
            expect(await mergeRevisions(store, threeRoots)).toMatchObject({ root: bothRoot, conflicts: [] })
          }
        }),
        { numRuns: 400 },
      )
    },
    TIMEOUT_MS,
  )

  test.each([
    ['of any changes', allOperations, 1000],
    ['of moves and deletes', movesAndDeletes, 1200],
  ])(
    '%s is the same with the sides swapped',
    async (_, ops, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          arbitrarySeeds(15),
          arbitrarySeeds(8, ops),
          arbitrarySeeds(8, ops),
          async (pastSeeds, ours, theirs) => {
            const { store, sides, swapped: swappedSides } = await createHistory(pastSeeds, ours, theirs)
            const ourMerge = await mergeRevisions(store, sides)
            const theirMerge = await mergeRevisions(store, swappedSides)
            expect(theirMerge.conflicts.length === 0).toBe(ourMerge.conflicts.length === 0)
            expect(ourMerge.conflicts.length > 0 || theirMerge.root === ourMerge.root).toBe(true)
            const hasPositionConflict = ourMerge.conflicts.some(
              ({ kind }) => kind === 'moved-moved' || kind === 'cycle',
            )
            // With a conflict over a position each result has its own position, so further conflicts may differ.
            expect(
              hasPositionConflict
                ? []
                : formatConflicts(theirMerge.conflicts.map((conflict) => swapSides(conflict))),
            ).toEqual(hasPositionConflict ? [] : formatConflicts(ourMerge.conflicts))
          },
        ),
        { numRuns },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'of changes in different subtrees has both, in either order, without a conflict',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          arbitrarySeeds(15),
          arbitrarySeeds(10),
          arbitrarySeeds(10),
          async (pastSeeds, ours, theirs) => {
            const {
              store,
              save,
              changes,
              sides,
              swapped: swappedSides,
            } = await createHistory(pastSeeds, ours, theirs, {
              ours: 'X',
              theirs: 'Y',
            })
            const mergeResult = await mergeRevisions(store, sides)
            expect(mergeResult.conflicts).toEqual([])
            expect(await save(sides.ours, changes.theirs)).toBe(mergeResult.root)
            expect(await save(sides.theirs, changes.ours)).toBe(mergeResult.root)
            expect((await mergeRevisions(store, swappedSides)).root).toBe(mergeResult.root)
          },
        ),
        { numRuns: 400 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'is undone by merging what was there before, and keeps what was changed elsewhere since',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          arbitrarySeeds(15),
          arbitrarySeeds(10),
          arbitrarySeeds(10),
          async (pastSeeds, later, merged) => {
            const { store, save, changes, sides } = await createHistory(pastSeeds, later, merged, {
              ours: 'X',
              theirs: 'Y',
            })
            const { base: before, ours: laterAlone, theirs: after } = sides
            const undoAtOnce = { base: after, ours: after, theirs: before }
            expect(await mergeRevisions(store, undoAtOnce)).toMatchObject({ root: before, conflicts: [] })
            const undoLater = { base: after, ours: await save(after, changes.ours), theirs: before }
            expect(await mergeRevisions(store, undoLater)).toMatchObject({ root: laterAlone, conflicts: [] })
          },
        ),
        { numRuns: 400 },
      )
    },
    TIMEOUT_MS,
  )

  test.each([
    ['of any changes', allOperations, 1000],
    ['of moves and deletes', movesAndDeletes, 1200],
  ])(
    '%s is a valid revision, and reports a conflict for everything it drops',
    async (_, ops, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          arbitrarySeeds(15),
          arbitrarySeeds(12, ops),
          arbitrarySeeds(12, ops),
          async (pastSeeds, ours, theirs) => {
            const { store, sides } = await createHistory(pastSeeds, ours, theirs)
            const mergeResult = store.save(await mergeRevisions(store, sides))
            await verifyRevision(store, mergeResult.root)
            const [basePages, ourPages, theirPages, mergedPages] = await Promise.all(
              [sides.base, sides.ours, sides.theirs, mergeResult.root].map((root) => listPages(store, root)),
            )
            const hasConflict = (id: string, ...kinds: string[]) =>
              mergeResult.conflicts.some((conflict) => conflict.id === id && kinds.includes(conflict.kind))
            for (const id of new Set([...(ourPages?.keys() ?? []), ...(theirPages?.keys() ?? [])])) {
              const versions = {
                base: basePages?.get(id),
                ours: ourPages?.get(id),
                theirs: theirPages?.get(id),
              }
              expect(
                findSilentLoss(versions, mergedPages?.get(id), (...kinds) => hasConflict(id, ...kinds)),
              ).toBe('')
            }
            const view = new RevisionView(store, mergeResult.root)
            const documents = [...(mergedPages?.values() ?? [])].flatMap(({ document }) => document ?? [])
            const texts = await view.getDocuments(documents)
            for (const [id, { document }] of mergedPages ?? []) {
              const hasMarkers = document !== null && hasConflictMarkers(texts.get(document) ?? '')
              expect(hasMarkers).toBe(hasConflict(id, 'content'))
            }
          },
        ),
        { numRuns },
      )
    },
    TIMEOUT_MS,
  )
})

/** Describes what a merge lost of a page without reporting a conflict. It is empty when nothing was lost. */
function findSilentLoss(
  { base: baseVersion, ours: ourVersion, theirs: theirVersion }: Sides<Page | undefined>,
  mergedPage: Page | undefined,
  hasConflict: (...kinds: string[]) => boolean,
): string {
  if (baseVersion !== undefined && (ourVersion === undefined || theirVersion === undefined)) {
    const remainingPage = ourVersion ?? theirVersion
    const wasEdited = remainingPage !== undefined && !isSameApartFromChildren(baseVersion, remainingPage)
    if (!wasEdited) return ''
    return mergedPage !== undefined && hasConflict('deleted-edited') ? '' : 'an edited page'
  }
  if (mergedPage === undefined) return 'a page'
  if (ourVersion === undefined || theirVersion === undefined) {
    const newPage = ourVersion ?? theirVersion
    return newPage === undefined || hasConflict('slug') || isSameApartFromChildren(newPage, mergedPage)
      ? ''
      : 'a new page'
  }
  const document = pickChangedValue(baseVersion?.document, ourVersion.document, theirVersion.document)
  if (document !== undefined && document !== mergedPage.document) return 'a text'
  const parent = pickChangedValue(baseVersion?.parent, ourVersion.parent, theirVersion.parent)
  if (parent !== undefined && parent !== mergedPage.parent && !hasConflict('cycle')) return 'a move'
  if (parent === undefined && !hasConflict('moved-moved')) return 'a move of both sides'
  for (const field of ['title', 'slug', 'description', 'icon']) {
    const changedValue = pickChangedValue(
      baseVersion?.fields[field],
      ourVersion.fields[field],
      theirVersion.fields[field],
    )
    if (changedValue === undefined || changedValue === mergedPage.fields[field]) continue
    if (!(field === 'slug' && hasConflict('slug'))) return `the field ${field}`
  }
  return ''
}

/** The value of the side that changed it, or undefined when both sides changed it differently. */
function pickChangedValue<T>(base: T, ours: T, theirs: T): T | undefined {
  if (base === ours) return theirs
  return base === theirs || ours === theirs ? ours : undefined
}

function isSameApartFromChildren(a: Page, b: Page): boolean {
  return a.parent === b.parent && a.document === b.document && isDeepStrictEqual(a.fields, b.fields)
}

function swapSides({ base, ours, theirs, ...conflict }: Conflict): Conflict {
  return {
    ...conflict,
    ...(base !== undefined && { base }),
    ...(theirs !== undefined && { ours: theirs }),
    ...(ours !== undefined && { theirs: ours }),
  }
}

function formatConflicts(conflicts: readonly Conflict[]): string[] {
  return conflicts
    .map(({ on, id, kind, field, base, ours, theirs }) =>
      JSON.stringify([on, id, kind, field, base, ours, theirs]),
    )
    .sort((a, b) => (a < b ? -1 : 1))
}
