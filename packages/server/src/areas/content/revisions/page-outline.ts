import type { PageTree } from '@verso/revisions'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import type { RevisionPage } from './schema.ts'

/** Flattens a tree of pages to what a table of contents shows, each page after its parent. */
export function listOutlinePages(trees: readonly PageTree[], claims: Claims | undefined): RevisionPage[] {
  const outline: RevisionPage[] = []
  // A stack instead of recursion, because pages may be nested ten thousand deep.
  const stack = trees.toReversed()
  for (let page = stack.pop(); page; page = stack.pop()) {
    // What is below a page that is hidden from a visitor is hidden too.
    if (claims && !isVisible(page.fields.condition, claims)) continue
    outline.push(presentOutlinePage(page))
    for (const child of page.pages.toReversed()) stack.push(child)
  }
  return outline
}

export function presentOutlinePage({ id, parent, path, fields }: PageTree): RevisionPage {
  const { type, title, emoji, icon, hidden } = fields
  return {
    id,
    ...(parent !== null && { parent }),
    type,
    title,
    ...(path !== undefined && { path }),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(hidden === true && { hidden }),
  }
}
