import type { Page, PageChange, RevisionDiff } from '@verso/revisions'
import { listIncludeNames } from './include-resolver.ts'

/** The pages of a space that differ from the index. */
export interface PageChanges {
  /** New and changed pages, as they are now. */
  pages: Page[]
  deleted: string[]
}

export function listChangedPages({ pages: pageChanges }: RevisionDiff): PageChanges {
  const pages = new Map<string, Page>()
  const deleted: string[] = []
  for (const change of pageChanges) {
    if (change.kind === 'deleted') deleted.push(change.before.id)
    else pages.set(change.after.id, change.after)
  }
  return { pages: [...pages.values()], deleted }
}

/** The names under which pages include the changed reusable contents, before and after the change. */
export const listChangedIncludeNames = ({ reusableContents }: RevisionDiff): string[] =>
  reusableContents.flatMap((change) => [
    ...('before' in change ? listIncludeNames(change.id, change.before) : []),
    ...('after' in change ? listIncludeNames(change.id, change.after) : []),
  ])

/** Whether the paths of other pages may have changed: those below this page, or the page that is first instead of it. */
export const canMovePages = (change: PageChange): boolean =>
  change.kind !== 'edited' || change.fields['slug'] !== undefined
