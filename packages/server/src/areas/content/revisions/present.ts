import type { GitBlob, Json, Page, PageTree, ReusableContent } from '@verso/revisions'
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

/** The names that older clients use for the types of pages. */
const legacyKinds = { document: 'sheet', group: 'group', link: 'link', computed: undefined } as const

export interface PresentationContext {
  urls: Urls
  documentIds: DocumentIds
  spaceId: string
  /** Whether to include the Git blob of each page and reusable content. */
  metadata: boolean
}

/** Presents a page without its text and without its child pages. */
export function presentPage(
  context: PresentationContext,
  page: Page & { path: string | undefined },
): RevisionPage {
  const { type, layout, git, tags, ...fields } = page.fields
  const kind = legacyKinds[type]
  const { urls, documentIds, spaceId } = context
  return {
    ...fields,
    id: page.id,
    type,
    ...(kind && { kind }),
    ...(page.path !== undefined && { path: page.path }),
    ...(type === 'document' && {
      layout: { ...defaultLayout, ...layout },
      urls: { app: urls.object(`/spaces/${spaceId}/pages/${page.id}`).app },
      tags: readTags(tags),
      ...(page.document !== null && {
        documentId: documentIds.createId(spaceId, {
          ownerKind: 'page',
          id: page.id,
          document: page.document,
        }),
      }),
    }),
    ...presentGit(context, git),
  }
}

/** The tags of a page. Fields hold whatever was stored. */
const readTags = (value: Json | undefined): NonNullable<RevisionPage['tags']> =>
  Array.isArray(value)
    ? value.flatMap((entry: Json) =>
        typeof entry === 'object' && entry !== null && 'tag' in entry ? [entry] : [],
      )
    : []

/** The tags that some pages and the pages below them have. A tag is known by its slug, and has no other label. */
export function collectTags(pages: readonly RevisionPage[]): Revision['tags'] {
  const slugs = new Set<string>()
  const visit = (page: RevisionPage): void => {
    for (const slug of listTagSlugs(page)) slugs.add(slug)
    // Child pages have the shape of a page, which the schema cannot express.
    for (const child of (page.pages ?? []) as RevisionPage[]) visit(child)
  }
  for (const page of pages) visit(page)
  return presentTags(slugs)
}

/** The slugs of the tags of one page. */
export const listTagSlugs = ({ tags = [] }: RevisionPage): string[] =>
  tags.flatMap((entry) => {
    const ref: unknown = Reflect.get(entry, 'tag')
    const slug: unknown = typeof ref === 'object' && ref !== null ? Reflect.get(ref, 'tag') : undefined
    return typeof slug === 'string' ? slug : []
  })

export const presentTags = (slugs: Iterable<string>): Revision['tags'] =>
  [...slugs].map((slug) => ({ slug, label: slug, color: 'default' }))

/** Whether pages of this type are presented without the pages below them. */
export const isClosed = ({ type }: { type: RevisionPage['type'] }): boolean =>
  type === 'link' || type === 'computed'

/** Presents a page with all pages below it. */
export function presentTree(context: PresentationContext, tree: PageTree): RevisionPage {
  const page = presentPage(context, tree)
  if (isClosed(page)) return page
  return { ...page, pages: tree.pages.map((child) => presentTree(context, child)) }
}

export function presentReusableContent(
  context: PresentationContext,
  { id, title, document, git }: ReusableContent,
): RevisionReusableContent {
  return {
    id,
    title,
    ...(document !== null && {
      document: context.documentIds.createId(context.spaceId, {
        ownerKind: 'reusable-content',
        id,
        document,
      }),
    }),
    ...presentGit(context, git),
  }
}

const presentGit = ({ metadata }: PresentationContext, git: GitBlob | undefined): Pick<RevisionPage, 'git'> =>
  // The other fields of a blob are needed only to export to Git.
  metadata && git ? { git: { oid: git.oid, path: git.path } } : {}

export const presentCommit = ({
  createdByService,
  ...commit
}: RevisionCommit): NonNullable<Revision['git']> => ({
  ...commit,
  createdByService,
  createdByGitBook: createdByService,
})
