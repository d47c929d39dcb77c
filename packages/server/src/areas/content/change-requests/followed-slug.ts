import { slugifyPageTitle } from '../../../common/slug.ts'
import type { Transaction } from '../../../database/database.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { OperationBatch } from './operation-changes.ts'

/**
 * The slug that a page gets with a new title: that of the title, as long as nobody has chosen a slug and no reader knows
 * the page. A page that the space has already stays at its address, and so does one that has a file in a repository, since
 * other files link to it by its path.
 */
export async function findFollowedSlug(
  revisionStore: RevisionStore,
  tx: Transaction,
  { head, ancestor, operations, refs }: OperationBatch,
  id: string,
  title: string,
): Promise<string | undefined> {
  const { fields } = (await revisionStore.createView(tx, head.root).getPages([id])).get(id) ?? {}
  const slug = slugifyPageTitle(title)
  if (fields?.slug === undefined || fields['git'] !== undefined) return undefined
  if (slug === slugifyPageTitle(fields.title) || !isSlugOfTitle(fields.slug, fields.title)) return undefined
  // Another operation of the batch may choose a slug for the page.
  const choosesSlug = operations.some(
    (operation) =>
      operation.operation === 'update_page' &&
      operation.slug !== undefined &&
      refs.resolvePage(operation.page) === id,
  )
  if (choosesSlug || (await revisionStore.createView(tx, ancestor.root).getPages([id])).has(id)) {
    return undefined
  }
  return slug
}

/** Whether a slug was made from a title, with a number behind it where a sibling had it before. */
function isSlugOfTitle(slug: string, title: string): boolean {
  const titleSlug = slugifyPageTitle(title)
  if (slug === titleSlug) return true
  const base = /^(.+)-[1-9]\d*$/u.exec(slug)?.[1]
  // The slug of a long title is cut where the number stands.
  return base !== undefined && (base === titleSlug || (slug.length >= 100 && titleSlug.startsWith(base)))
}
