import { findLeftSlugs } from '@verso/revisions'
import type { Queryable } from '../../../database/database.ts'
import type { MoveListener } from '../store/main-branch.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import { LeftSlugRepository } from './repository.ts'

/** The pages that whoever asks for an old path may know of. */
export interface CurrentPages {
  hasPage(id: string): Promise<boolean> | boolean
  findChildId(parent: string | null, slug: string): Promise<string | undefined> | string | undefined
}

/** What a search for an old path may read: paths are short, and few pages have left the same slug. */
const MAX_DEPTH = 50
const MAX_ROWS = 1000

const repository = new LeftSlugRepository()

/** Remembers the slugs that pages leave when the content of a space changes. */
export const createMoveRecorder =
  (revisionStore: RevisionStore): MoveListener =>
  async (tx, { spaceId, before, after }) => {
    const reader = revisionStore.objects.createReader(tx)
    const leftSlugs = await findLeftSlugs(reader, before.resolvedRoot, after.resolvedRoot)
    if (leftSlugs.length > 0) await repository.insertAll(tx, spaceId, leftSlugs)
  }

/**
 * Finds the page that was at a path where no page is now. It walks from slug to slug, to the page that has it now and to those
 * that had it under the same parent, so that it does not matter in which order pages and those above them were moved.
 */
export async function findMovedPage(
  on: Queryable,
  spaceId: string,
  path: string,
  pages: CurrentPages,
): Promise<string | undefined> {
  const slugs = path.split('/')
  if (slugs.length > MAX_DEPTH) return undefined
  const rows = await repository.list(on, spaceId, [...new Set(slugs)], MAX_ROWS)
  if (rows.length === 0) return undefined
  const formerIds = new Map(rows.map(({ parentId, slug, pageId }) => [`${parentId}/${slug}`, pageId]))
  let parents = new Set<string | null>([null])
  for (const slug of slugs) {
    const children = new Set<string>()
    for (const parent of parents) {
      for (const id of [await pages.findChildId(parent, slug), formerIds.get(`${parent ?? ''}/${slug}`)])
        if (id !== undefined) children.add(id)
    }
    parents = children
  }
  for (const id of parents) if (id !== null && (await pages.hasPage(id))) return id
  return undefined
}
