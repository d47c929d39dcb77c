import { type Block, type Document, plainText, walkBlocks } from '@verso/markdown'
import { type Hash, type Page, type RevisionView, UnknownPage } from '@verso/revisions'
import { NotFound } from '../../../common/errors.ts'
import type { TargetPage } from './schema.ts'

const longestPreview = 200

/** A page as it was when the comment was posted. */
export interface PageThen extends Omit<TargetPage, 'outdated'> {
  document: Hash | null
}

/** The page that a comment is to be posted on. */
export async function findPage(view: RevisionView, id: string): Promise<PageThen> {
  const page = await view.page(id).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', id) : error
  })
  return describe(page, page.path ?? '')
}

/** Pages of a revision by id, with their paths; those that are gone are left out. */
export async function findPages(view: RevisionView, ids: Iterable<string>): Promise<Map<string, PageThen>> {
  const known = new Map<string, Page>()
  let level = new Set(ids)
  const asked = [...level]
  // All pages at once, then all their parents: as many steps as pages are nested, however many are asked for.
  while (level.size > 0) {
    const found = await view.pages(level)
    for (const [id, page] of found) known.set(id, page)
    level = new Set([...found.values()].flatMap(({ parent }) => parent ?? []).filter((id) => !known.has(id)))
  }
  return new Map(
    asked.flatMap((id) => {
      const page = known.get(id)
      return page ? [[id, describe(page, pathOf(known, page))] as const] : []
    }),
  )
}

/** The page of a comment as it is now, or as it was where it is gone. */
export function presentPage(then: PageThen, now: PageThen | undefined): TargetPage {
  const { document, ...page } = now ?? then
  return { ...page, outdated: now === undefined || document !== then.document }
}

/** The beginning of the text of a block, where the document has it. */
export function previewOf(document: Document, key: string): string | undefined {
  for (const { block } of walkBlocks(document)) if (block.key === key) return textOf(block)
  return undefined
}

function textOf(block: Block): string | undefined {
  const text = plainText({ object: 'document', data: {}, nodes: [block] })
  // Not in the middle of a pair of surrogates, which would be no text.
  const start = text.slice(0, longestPreview).replace(/[\uD800-\uDBFF]$/, '')
  return start === '' ? undefined : start
}

function pathOf(known: ReadonlyMap<string, Page>, page: Page): string {
  const slugs: string[] = []
  for (let at: Page | undefined = page; at; at = at.parent === null ? undefined : known.get(at.parent)) {
    slugs.unshift(at.fields.slug ?? '')
  }
  return slugs.join('/')
}

function describe({ id, fields, document }: Page, path: string): PageThen {
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
