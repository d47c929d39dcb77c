import { type PageWithPath, type RevisionView, UnknownPage } from '@verso/revisions'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { NotFound } from '../../../common/errors.ts'
import type { RevisionPage } from './schema.ts'

/** Finds a page. For a visitor, a page with a condition that their claims do not meet does not exist. */
export async function requireVisiblePage(
  view: RevisionView,
  id: string,
  claims: Claims | undefined,
): Promise<PageWithPath> {
  const page = await view.getPage(id).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', id) : error
  })
  const isHidden = ({ fields }: Pick<PageWithPath, 'fields'>) =>
    claims && !isVisible(fields.condition, claims)
  if ([page, ...page.ancestors].some(isHidden)) throw new NotFound('page', id)
  return page
}

/** The child pages of a page. They have the shape of a page, which the schema cannot express. */
const getChildPages = ({ pages = [] }: RevisionPage) => pages as RevisionPage[]

/** Leaves out the pages that are hidden from a visitor, and all pages below them. */
export function pickVisiblePages(pages: readonly RevisionPage[], claims: Claims): RevisionPage[] {
  const visiblePages: RevisionPage[] = []
  for (const page of pages) {
    if (isVisible(page.condition, claims)) visiblePages.push(pickVisibleChildren(page, claims))
  }
  return visiblePages
}

export const pickVisibleChildren = (page: RevisionPage, claims: Claims): RevisionPage =>
  page.pages ? { ...page, pages: pickVisiblePages(getChildPages(page), claims) } : page

/** The ids of the pages that are hidden from a visitor, with all pages below them. */
export function listHiddenPageIds(
  pages: readonly RevisionPage[],
  claims: Claims,
  isParentHidden = false,
): string[] {
  return pages.flatMap((page) => {
    const isHidden = isParentHidden || !isVisible(page.condition, claims)
    const hiddenChildIds = listHiddenPageIds(getChildPages(page), claims, isHidden)
    return isHidden ? [page.id, ...hiddenChildIds] : hiddenChildIds
  })
}

/** How many pages a page has below it, itself included. */
export const countPages = (page: RevisionPage): number =>
  getChildPages(page).reduce((sum, child) => sum + countPages(child), 1)
