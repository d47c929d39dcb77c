import type { GitBlob, Page, PageTree, ReusableContent } from '@verso/revisions'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionCommit } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { Revision, RevisionPage, RevisionReusableContent } from './schema.ts'

const defaultLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
}

/** What older clients call the types. */
const kinds = { document: 'sheet', group: 'group', link: 'link', computed: undefined } as const

/** What presenting needs to know besides the thing itself. */
export interface PresentationContext {
  urls: Urls
  documentIds: DocumentIds
  spaceId: string
  /** Whether to say where in Git something stands. */
  metadata: boolean
}

/** A page without its text and without the pages below it. */
export function presentPage(to: PresentationContext, page: Page & { path: string | undefined }): RevisionPage {
  const { type, layout, git, ...fields } = page.fields
  const kind = kinds[type]
  const { urls, documentIds, spaceId } = to
  return {
    ...fields,
    id: page.id,
    type,
    ...(kind && { kind }),
    ...(page.path !== undefined && { path: page.path }),
    ...(type === 'document' && {
      layout: { ...defaultLayout, ...layout },
      urls: { app: urls.object(`/spaces/${spaceId}/pages/${page.id}`).app },
      tags: [],
      ...(page.document !== null && {
        documentId: documentIds.createId(spaceId, { ownerKind: 'page', id: page.id, document: page.document }),
      }),
    }),
    ...presentGit(to, git),
  }
}

/** A page with all that is below it. */
export function presentTree(to: PresentationContext, tree: PageTree): RevisionPage {
  const page = presentPage(to, tree)
  if (page.type === 'link' || page.type === 'computed') return page
  return { ...page, pages: tree.pages.map((below) => presentTree(to, below)) }
}

export function presentReusableContent(
  to: PresentationContext,
  { id, title, document, git }: ReusableContent,
): RevisionReusableContent {
  return {
    id,
    title,
    ...(document !== null && {
      document: to.documentIds.createId(to.spaceId, { ownerKind: 'reusable-content', id, document }),
    }),
    ...presentGit(to, git),
  }
}

const presentGit = ({ metadata }: PresentationContext, git: GitBlob | undefined): Pick<RevisionPage, 'git'> =>
  // There is more in it, which is for those who write to Git.
  metadata && git ? { git: { oid: git.oid, path: git.path } } : {}

export const presentCommit = ({
  createdByService,
  ...commit
}: RevisionCommit): NonNullable<Revision['git']> => ({
  ...commit,
  createdByService,
  createdByGitBook: createdByService,
})
