import {
  type ContentRef,
  createReferenceKey,
  type Document,
  mapReferences,
  listReferences,
} from '@verso/markdown'
import type { FileEntry, Page, PageTree, ReusableContent, RevisionView } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import {
  type SpacePath,
  linkToRepositoryFile,
  toPagePath,
  createPageRef,
  parseReferenceTarget,
  type ReferenceTarget,
} from './reference-targets.ts'

/** What a text belongs to. Relative links in the text start at the file of its owner. */
export type DocumentOwner =
  | { page: Page & { path: string | undefined } }
  | { reusableContent: ReusableContent }
  | { none: true }

/** The ids of what a revision has in the files of its Git repository, by path. */
interface PathIndex {
  pages: ReadonlyMap<SpacePath, string>
  files: ReadonlyMap<SpacePath, string>
  reusableContents: ReadonlyMap<SpacePath, string>
}

/** The memory that a path takes, roughly. */
const PATH_BYTES = 250

/**
 * Resolves the references of a text to ids. Markdown says `../guide/start.md`, documents of the API say the id of that
 * page. The result depends on the revision, because another page may be at that path in the next one.
 *
 * A page that was imported from Git is at the path of its file. Any other page is at the path that an export would give
 * it: `guide/start.md`, `guide/README.md` if it has child pages, `README.md` for the first page.
 */
export class ReferenceResolver {
  readonly #pathIndexes: MemoryCache<PathIndex>

  constructor(caches: CacheBudget) {
    this.#pathIndexes = caches.create(
      'page-paths',
      ({ pages, files, reusableContents }) => (pages.size + files.size + reusableContents.size) * PATH_BYTES,
    )
  }

  /** Replaces paths by ids in a document. References that cannot be resolved stay as they are. */
  async resolveDocument(view: RevisionView, owner: DocumentOwner, document: Document): Promise<Document> {
    const resolvedRefs = await this.resolveReferences(
      view,
      owner,
      listReferences(document).map(({ ref }) => ref),
    )
    if (resolvedRefs.size === 0) return document
    return mapReferences(document, (ref) => resolvedRefs.get(createReferenceKey(ref)) ?? ref)
  }

  /** The resolved references by `createReferenceKey`. Those that are ids already, or that cannot be resolved, are left out. */
  async resolveReferences(
    view: RevisionView,
    owner: DocumentOwner,
    refs: readonly ContentRef[],
  ): Promise<ReadonlyMap<string, ContentRef>> {
    const refsByKey = new Map<string, ContentRef>()
    for (const ref of refs) {
      if (ref.kind !== 'url' || ref.url.startsWith('/')) refsByKey.set(createReferenceKey(ref), ref)
    }
    const resolvedRefs = new Map<string, ContentRef>()
    if (refsByKey.size === 0) return resolvedRefs
    const lookup = await ReferenceLookup.create(view, owner, () => this.#getPathIndex(view))
    const targetsByKey = new Map<string, ReferenceTarget>()
    for (const [key, ref] of refsByKey) {
      const target = parseReferenceTarget(ref, lookup.from)
      if (target) targetsByKey.set(key, target)
    }
    const foundRefs = await lookup.findAll([...targetsByKey.values()])
    for (const [key, target] of targetsByKey) {
      const resolvedRef = foundRefs.get(target) ?? linkToRepositoryFile(getGitOrigin(owner), target)
      if (resolvedRef) resolvedRefs.set(key, resolvedRef)
    }
    return resolvedRefs
  }

  async #getPathIndex(view: RevisionView): Promise<PathIndex> {
    const cached = this.#pathIndexes.get(view.root)
    if (cached) return cached
    const index = await buildPathIndex(view)
    this.#pathIndexes.set(view.root, index)
    return index
  }
}

/** Looks up references of one text in one revision. */
class ReferenceLookup {
  readonly from: SpacePath
  readonly #view: RevisionView
  readonly #firstPage: Page | undefined
  readonly #getPathIndex: () => Promise<PathIndex>

  private constructor(
    view: RevisionView,
    from: SpacePath,
    firstPage: Page | undefined,
    getPathIndex: () => Promise<PathIndex>,
  ) {
    this.#view = view
    this.from = from
    this.#firstPage = firstPage
    this.#getPathIndex = getPathIndex
  }

  static async create(
    view: RevisionView,
    owner: DocumentOwner,
    getPathIndex: () => Promise<PathIndex>,
  ): Promise<ReferenceLookup> {
    const firstPage = await view.getFirstPage()
    return new ReferenceLookup(view, getOwnerFilePath(owner, firstPage), firstPage, getPathIndex)
  }

  /** Finds what the targets name, all at once: one by one, each would wait for the database. */
  async findAll(
    targets: readonly ReferenceTarget[],
  ): Promise<ReadonlyMap<ReferenceTarget, ContentRef | undefined>> {
    const names = targets.flatMap((target) => (target.kind === 'page-named' ? target.name : []))
    const pathsByTarget = new Map<ReferenceTarget, SpacePath>()
    const namedPages = names.length === 0 ? undefined : await this.#view.getPages(names)
    const foundRefs = new Map<ReferenceTarget, ContentRef | undefined>()
    for (const target of targets) {
      if (target.kind === 'page-named') {
        if (!namedPages?.has(target.name)) pathsByTarget.set(target, target.name)
      } else if (target.kind === 'page') {
        const id = (await this.#findImportedPage(target.path)) ?? this.#findFrontPage(target.path)
        if (id === undefined) pathsByTarget.set(target, toPagePath(target.path))
        else foundRefs.set(target, createPageRef(id, target.anchor))
      } else foundRefs.set(target, await this.#findByPath(target))
    }
    const idsByPath = await this.#view.findPageIdsByPaths(pathsByTarget.values())
    for (const [target, path] of pathsByTarget) {
      const id = idsByPath.get(path)
      if (id !== undefined)
        foundRefs.set(target, createPageRef(id, 'anchor' in target ? target.anchor : undefined))
    }
    return foundRefs
  }

  async #findByPath(
    target: Extract<ReferenceTarget, { kind: 'file' | 'reusable-content' }>,
  ): Promise<ContentRef | undefined> {
    const { files, reusableContents } = await this.#getPathIndex()
    if (target.kind === 'file') {
      const file = files.get(target.path)
      return file === undefined ? undefined : { kind: 'file', file }
    }
    const reusableContent = reusableContents.get(target.path)
    return reusableContent === undefined ? undefined : { kind: 'reusable-content', reusableContent }
  }

  /**
   * Finds a page by the path of its file. The index of files reads all pages, so it is built only where pages can have a
   * file: a space whose first page has one, or whose first page is a group. Groups have no file, but their pages may have.
   */
  async #findImportedPage(path: SpacePath): Promise<string | undefined> {
    if (!this.#firstPage?.fields.git && this.#firstPage?.fields.type !== 'group') return undefined
    const { pages } = await this.#getPathIndex()
    return pages.get(path) ?? pages.get(`${path}.md`) ?? pages.get(`${path}/README.md`)
  }

  #findFrontPage(path: SpacePath): string | undefined {
    return toPagePath(path) === '' ? this.#firstPage?.id : undefined
  }
}

const getGitOrigin = (owner: DocumentOwner) =>
  'page' in owner ? owner.page.fields.git : 'reusableContent' in owner ? owner.reusableContent.git : undefined

/** The path of the file that a text is in, or that an export would put it in. */
function getOwnerFilePath(owner: DocumentOwner, firstPage: Page | undefined): SpacePath {
  if ('none' in owner) return ''
  if ('reusableContent' in owner) return owner.reusableContent.git?.path ?? ''
  return getPageFilePath(owner.page, firstPage)
}

/** The path of the file that a page is in, or that an export would put it in. The first page is the front page. */
export function getPageFilePath(
  page: Page & { path: string | undefined },
  firstPage: Page | undefined,
): SpacePath {
  const path = page.fields.git?.path
  if (path !== undefined) return path
  if (page.id === firstPage?.id) return 'README.md'
  return page.childCount > 0 ? `${page.path ?? ''}/README.md` : `${page.path ?? ''}.md`
}

export const getFilePath = (file: FileEntry): SpacePath => file.git?.path ?? `.gitbook/assets/${file.name}`

export const getReusableContentFilePath = ({ id, git }: ReusableContent): SpacePath =>
  git?.path ?? `.gitbook/includes/${id}.md`

const MAX_FILES = 100_000

async function buildPathIndex(view: RevisionView): Promise<PathIndex> {
  const pages = new Map<SpacePath, string>()
  const queue: PageTree[] = [...(await view.getPageTree())]
  for (const page of queue) {
    const path = page.fields.git?.path
    if (path !== undefined) pages.set(path, page.id)
    for (const child of page.pages) queue.push(child)
  }
  const files = new Map<SpacePath, string>()
  for (const file of (await view.listFiles({ limit: MAX_FILES })).items) {
    const path = getFilePath(file)
    if (!files.has(path)) files.set(path, file.id)
  }
  const reusableContents = new Map<SpacePath, string>()
  for (const content of await view.listReusableContents()) {
    const path = getReusableContentFilePath(content)
    if (!reusableContents.has(path)) reusableContents.set(path, content.id)
  }
  return { pages, files, reusableContents }
}
