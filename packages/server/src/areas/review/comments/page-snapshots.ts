import { type Hash, type Page, type RevisionView, UnknownPage } from '@verso/revisions'
import { NotFound } from '../../../common/errors.ts'
import type { TargetPage } from './schema.ts'

/** A page at one moment: when a comment was posted on it, or now. */
export interface PageSnapshot extends Omit<TargetPage, 'outdated'> {
  document: Hash | null
}

/** Takes a snapshot of the page that a comment is posted on. Throws NotFound when the page does not exist. */
export async function snapshotPage(view: RevisionView, id: string): Promise<PageSnapshot> {
  const page = await view.getPage(id).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', id) : error
  })
  return createSnapshot(page, page.path ?? '')
}

/** Takes snapshots of pages of a revision, by id. Pages that do not exist are left out. */
export async function snapshotPages(
  view: RevisionView,
  ids: Iterable<string>,
): Promise<Map<string, PageSnapshot>> {
  const pages = new Map<string, Page>()
  let level = new Set(ids)
  const requestedIds = [...level]
  // Reads all pages at once, then all their parents, so that the number of reads depends on the depth of the pages only.
  while (level.size > 0) {
    const levelPages = await view.getPages(level)
    for (const [id, page] of levelPages) pages.set(id, page)
    const parentIds = [...levelPages.values()].flatMap(({ parent }) => parent ?? [])
    level = new Set(parentIds.filter((id) => !pages.has(id)))
  }
  return new Map(
    requestedIds.flatMap((id) => {
      const page = pages.get(id)
      return page ? [[id, createSnapshot(page, buildPath(pages, page))] as const] : []
    }),
  )
}

/** Presents the page of a comment as it is now or, when it does not exist any more, as it was. */
export function presentTargetPage(snapshot: PageSnapshot, currentPage: PageSnapshot | undefined): TargetPage {
  const { document, ...page } = currentPage ?? snapshot
  return { ...page, outdated: currentPage === undefined || document !== snapshot.document }
}

function buildPath(pages: ReadonlyMap<string, Page>, page: Page): string {
  const slugs: string[] = []
  for (let at: Page | undefined = page; at; at = at.parent === null ? undefined : pages.get(at.parent)) {
    slugs.unshift(at.fields.slug ?? '')
  }
  return slugs.join('/')
}

function createSnapshot({ id, fields, document }: Page, path: string): PageSnapshot {
  const { title, emoji, icon, createdAt, updatedAt } = fields
  return {
    id,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    path,
    document,
  }
}
