import type { RevisionPage, RevisionSemanticChanges } from '../../../api/operations.ts'
import type { TreeNode } from '../../../ui/tree/index.ts'

export type PageMarkKind = 'new' | 'changed' | 'moved' | 'deleted'

export interface WritingNode extends TreeNode {
  page: RevisionPage
  mark: PageMarkKind | undefined
}

/** What a change request did to each page: new and deleted say more than moved, moved more than changed. */
function findMarks(changes: RevisionSemanticChanges | undefined): Map<string, PageMarkKind> {
  const marks = new Map<string, PageMarkKind>()
  for (const { type, page } of changes?.changes ?? []) {
    if (!page) continue
    if (type === 'page_created') marks.set(page.id, 'new')
    else if (type === 'page_deleted') marks.set(page.id, 'deleted')
    else if (type === 'page_moved') marks.set(page.id, marks.get(page.id) ?? 'moved')
    else if (type === 'page_edited' && marks.get(page.id) !== 'new') marks.set(page.id, 'changed')
  }
  return marks
}

export const countChangedPages = (changes: RevisionSemanticChanges | undefined): number =>
  findMarks(changes).size

/** The pages with their marks, and at the end those that are deleted: they leave the space when the request is merged. */
export function listWritingNodes(
  pages: readonly RevisionPage[],
  changes: RevisionSemanticChanges | undefined,
): WritingNode[] {
  const marks = findMarks(changes)
  const ids = new Set(pages.map(({ id }) => id))
  const deleted = (changes?.changes ?? []).flatMap(({ type, page }) =>
    type === 'page_deleted' && page && !ids.has(page.id) ? [page] : [],
  )
  return [
    ...pages.map((page) => ({
      id: page.id,
      parent: page.parent,
      label: page.title,
      page,
      mark: marks.get(page.id),
    })),
    ...deleted.map(({ id, title, type }) => ({
      id,
      parent: undefined,
      label: title,
      page: { id, title, type },
      mark: 'deleted' as const,
    })),
  ]
}
