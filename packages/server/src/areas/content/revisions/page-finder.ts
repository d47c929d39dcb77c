import type { RevisionView } from '@verso/revisions'
import { NotFound } from '../../../common/errors.ts'
import type { Queryable } from '../../../database/database.ts'
import { readOrigin } from '../../../git-layout/index.ts'
import { findMovedPage } from '../moved-pages/moved-pages.ts'
import { findFileRedirect } from './redirect-repository.ts'

/** The page at a path, or the one that the Git repository of the space redirects the path to, or the one that was there. */
export async function resolvePagePath(
  on: Queryable,
  spaceId: string,
  view: RevisionView,
  pathname: string,
): Promise<string> {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  const page = await view.findPageByPath(path)
  if (page) return page.id
  const file = await findFileRedirect(on, spaceId, path)
  const target =
    (file === undefined ? undefined : await findPageOfFile(view, file)) ??
    (await findMovedPage(on, spaceId, path, {
      hasPage: async (id) => (await view.getPages([id])).size > 0,
      findChildId: (parent, slug) => view.findChildId(parent, slug),
    }))
  if (target === undefined) throw new NotFound('page', pathname)
  return target
}

async function findPageOfFile(view: RevisionView, file: string): Promise<string | undefined> {
  const pages = [...(await view.getPageTree())]
  for (let page = pages.pop(); page; page = pages.pop()) {
    if (readOrigin(page.fields)?.path === file) return page.id
    pages.push(...page.pages)
  }
  return undefined
}
