import { type ContentRef, type Document, mapReferences, references } from '@verso/markdown'
import type {
  File,
  Hash,
  Page,
  PageTree,
  PageWithPath,
  ReusableContent,
  RevisionView,
} from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { type SpacePath, linkToRepositoryFile, toPagePath, createPageRef, parseReferenceTarget, type ReferenceTarget } from './reference-targets.ts'

/** What a text belongs to: its links are read from where that stands. */
export type DocumentOwner = { page: PageWithPath } | { reusableContent: ReusableContent } | { nothing: true }

/** Paths of a Git repository to the ids of what stands there. */
interface Paths {
  pages: ReadonlyMap<SpacePath, string>
  files: ReadonlyMap<SpacePath, string>
  reusableContents: ReadonlyMap<SpacePath, string>
}

/**
 * Finds what the addresses in a text mean. Markdown says `../guide/start.md`, documents of the contract say which
 * page that is; a page keeps its address however it is moved, and the answer depends on the revision it is asked of.
 *
 * A page that came from Git stands where its file does. Any other stands where Git would have it: `guide/start.md`,
 * `guide/README.md` where there are pages below, `README.md` for the first.
 */
export class ReferenceResolver {
  readonly #paths = new LRUCache<Hash, Paths>({
    maxSize: 200_000,
    sizeCalculation: ({ pages, files, reusableContents }) =>
      pages.size + files.size + reusableContents.size + 1,
  })

  /** The document with ids for paths. What leads nowhere stays as it is. */
  async resolveDocument(view: RevisionView, owner: DocumentOwner, document: Document): Promise<Document> {
    const found = await this.resolveReferences(
      view,
      owner,
      references(document).map(({ ref }) => ref),
    )
    if (found.size === 0) return document
    return mapReferences(document, (ref) => found.get(createReferenceKey(ref)) ?? ref)
  }

  /** What some references lead to, by `keyOf` each; those that are found as they are, or not at all, are left out. */
  async resolveReferences(
    view: RevisionView,
    owner: DocumentOwner,
    refs: readonly ContentRef[],
  ): Promise<ReadonlyMap<string, ContentRef>> {
    const found = new Map<string, ContentRef>()
    let search: Search | undefined
    const known = new Set<string>()
    for (const ref of refs) {
      if (ref.kind === 'url' && !ref.url.startsWith('/')) continue
      const key = createReferenceKey(ref)
      if (known.has(key)) continue
      known.add(key)
      search ??= await Search.from(view, owner, () => this.#pathsOf(view))
      const wanted = parseReferenceTarget(ref, search.from)
      const target = wanted && ((await search.find(wanted)) ?? linkToRepositoryFile(gitOf(owner), wanted))
      if (target) found.set(key, target)
    }
    return found
  }

  async #pathsOf(view: RevisionView): Promise<Paths> {
    const known = this.#paths.get(view.root)
    if (known) return known
    const paths = await readPaths(view)
    this.#paths.set(view.root, paths)
    return paths
  }
}

export const createReferenceKey = (ref: ContentRef): string => JSON.stringify(ref)

/** One look through a revision, from one place in it. */
class Search {
  readonly from: SpacePath
  readonly #view: RevisionView
  readonly #first: Page | undefined
  readonly #paths: () => Promise<Paths>

  private constructor(
    view: RevisionView,
    from: SpacePath,
    first: Page | undefined,
    paths: () => Promise<Paths>,
  ) {
    this.#view = view
    this.from = from
    this.#first = first
    this.#paths = paths
  }

  static async from(view: RevisionView, owner: DocumentOwner, paths: () => Promise<Paths>): Promise<Search> {
    const [first] = await view.children(null)
    return new Search(view, placeOf(owner, first), first, paths)
  }

  async find(wanted: ReferenceTarget): Promise<ContentRef | undefined> {
    switch (wanted.kind) {
      case 'page-named': {
        const { name, anchor } = wanted
        if ((await this.#view.pages([name])).has(name)) return undefined
        const page = await this.#view.pageByPath(name)
        return page && createPageRef(page.id, anchor)
      }
      case 'page': {
        const id = await this.#page(wanted.path)
        return id === undefined ? undefined : createPageRef(id, wanted.anchor)
      }
      case 'file': {
        const file = (await this.#paths()).files.get(wanted.path)
        return file === undefined ? undefined : { kind: 'file', file }
      }
      case 'reusable-content': {
        const reusableContent = (await this.#paths()).reusableContents.get(wanted.path)
        return reusableContent === undefined ? undefined : { kind: 'reusable-content', reusableContent }
      }
    }
  }

  async #page(path: SpacePath): Promise<string | undefined> {
    // Reading all the paths of a space is worth it only where there can be any. Groups are in no file, their pages may be.
    if (this.#first?.fields.git || this.#first?.fields.type === 'group') {
      const { pages } = await this.#paths()
      const id = pages.get(path) ?? pages.get(`${path}.md`) ?? pages.get(`${path}/README.md`)
      if (id !== undefined) return id
    }
    const pagePath = toPagePath(path)
    return pagePath === '' ? this.#first?.id : (await this.#view.pageByPath(pagePath))?.id
  }
}

const gitOf = (owner: DocumentOwner) =>
  'page' in owner ? owner.page.fields.git : 'reusableContent' in owner ? owner.reusableContent.git : undefined

/** Where a text stands: the file it is in, or would be. */
function placeOf(owner: DocumentOwner, first: Page | undefined): SpacePath {
  if ('nothing' in owner) return ''
  if ('reusableContent' in owner) return owner.reusableContent.git?.path ?? ''
  return getPageFilePath(owner.page, first)
}

/** Where a page stands in Git, or would; the first of a space is its front page. */
export function getPageFilePath(page: Page & { path: string | undefined }, first: Page | undefined): SpacePath {
  const path = page.fields.git?.path
  if (path !== undefined) return path
  if (page.id === first?.id) return 'README.md'
  return page.childCount > 0 ? `${page.path ?? ''}/README.md` : `${page.path ?? ''}.md`
}

export const getFilePath = (file: File): SpacePath => file.git?.path ?? `.gitbook/assets/${file.name}`

export const getReusableContentFilePath = ({ id, git }: ReusableContent): SpacePath =>
  git?.path ?? `.gitbook/includes/${id}.md`

const mostFiles = 100_000

async function readPaths(view: RevisionView): Promise<Paths> {
  const pages = new Map<SpacePath, string>()
  const level: PageTree[] = [...(await view.tree())]
  for (const page of level) {
    const path = page.fields.git?.path
    if (path !== undefined) pages.set(path, page.id)
    for (const below of page.pages) level.push(below)
  }
  const files = new Map<SpacePath, string>()
  for (const file of (await view.files({ limit: mostFiles })).items) {
    const path = getFilePath(file)
    if (!files.has(path)) files.set(path, file.id)
  }
  const reusableContents = new Map<SpacePath, string>()
  for (const content of await view.reusableContents()) {
    const path = getReusableContentFilePath(content)
    if (!reusableContents.has(path)) reusableContents.set(path, content.id)
  }
  return { pages, files, reusableContents }
}
