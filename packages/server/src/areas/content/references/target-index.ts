import { type ContentRef, formatReference } from '@verso/markdown'
import type { FileEntry, Hash, PageTree, ReusableContent, RevisionView } from '@verso/revisions'
import {
  type SpacePath,
  linkToRepositoryFile,
  toPagePath,
  parseReferenceTarget,
  type ReferenceTarget,
} from '../documents/reference-targets.ts'
import { getFilePath, getPageFilePath, getReusableContentFilePath } from '../documents/reference-resolver.ts'

/** What a reference leads to. */
export type LinkTarget =
  | { kind: 'page'; page: string; anchor?: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'url'; url: string }
  /** Something of this server outside the content. What the caller may see decides whether it is there. */
  | { kind: 'external'; ref: ContentRef }
  /** Nothing is there; `address` is what the reference says. */
  | { kind: 'missing'; address: string }

/** What contains references: a page or a reusable content. */
export type LinkSource =
  | { kind: 'page'; page: PageTree }
  | { kind: 'reusable-content'; content: ReusableContent }

const getGitOrigin = (source: LinkSource) =>
  source.kind === 'page' ? source.page.fields.git : source.content.git

/** How many files are read at once. A space that is synchronised with Git may have 250,000. */
const FILES_PER_READ = 10_000

/** Everything that references can lead to in one revision, in memory, so that resolving each of many is a map lookup. */
export class LinkTargetIndex {
  readonly pages = new Map<string, PageTree>()
  readonly files = new Map<string, FileEntry>()
  readonly reusableContents = new Map<string, ReusableContent>()
  readonly #spaceId: string
  readonly #firstPage: PageTree | undefined
  readonly #pagesByPath = new Map<string, string>()
  readonly #pagesByFile = new Map<SpacePath, string>()
  readonly #filesByPath = new Map<SpacePath, string>()
  readonly #reusableContentsByPath = new Map<SpacePath, string>()

  private constructor(
    spaceId: string,
    tree: readonly PageTree[],
    files: readonly FileEntry[],
    reusableContents: readonly ReusableContent[],
  ) {
    this.#spaceId = spaceId
    this.#firstPage = tree[0]
    const pages = [...tree]
    for (const page of pages) {
      this.pages.set(page.id, page)
      if (page.path !== undefined) this.#pagesByPath.set(page.path, page.id)
      const path = page.fields.git?.path
      if (path !== undefined) this.#pagesByFile.set(path, page.id)
      for (const child of page.pages) pages.push(child)
    }
    for (const file of files) {
      this.files.set(file.id, file)
      const path = getFilePath(file)
      if (!this.#filesByPath.has(path)) this.#filesByPath.set(path, file.id)
    }
    for (const content of reusableContents) {
      this.reusableContents.set(content.id, content)
      const path = getReusableContentFilePath(content)
      if (!this.#reusableContentsByPath.has(path)) this.#reusableContentsByPath.set(path, content.id)
    }
  }

  static async load(spaceId: string, view: RevisionView): Promise<LinkTargetIndex> {
    const tree = await view.getPageTree()
    const files: FileEntry[] = []
    for (let after: string | undefined; ;) {
      const page = await view.listFiles({ ...(after !== undefined && { after }), limit: FILES_PER_READ })
      for (const file of page.items) files.push(file)
      if (page.next === undefined) break
      after = page.next
    }
    return new LinkTargetIndex(spaceId, tree, files, await view.listReusableContents())
  }

  /** Everything in the content that may contain references. */
  listSources(): LinkSource[] {
    return [
      ...[...this.pages.values()].map((page): LinkSource => ({ kind: 'page', page })),
      ...[...this.reusableContents.values()].map((content): LinkSource => ({
        kind: 'reusable-content',
        content,
      })),
    ]
  }

  /** Finds what a reference of a source leads to. Whether a page has the anchor is not checked here. */
  resolve(source: LinkSource, ref: ContentRef): LinkTarget {
    const referenceTarget = parseReferenceTarget(ref, this.#getSourcePath(source))
    if (referenceTarget) {
      const target = this.#findTarget(referenceTarget)
      return target.kind === 'missing'
        ? (linkToRepositoryFile(getGitOrigin(source), referenceTarget) ?? target)
        : target
    }
    switch (ref.kind) {
      case 'url':
        return { kind: 'url', url: ref.url }
      case 'anchor': {
        const ownId = source.kind === 'page' ? source.page.id : undefined
        if (ref.page !== undefined)
          return this.#buildExternalTarget(ref, ref.space) ?? this.#buildPageTarget(ref.page, ref.anchor, ref)
        // An anchor in a reusable content leads to the page that includes it, which is not known here.
        return ownId === undefined
          ? { kind: 'url', url: `#${ref.anchor}` }
          : this.#buildPageTarget(ownId, ref.anchor, ref)
      }
      case 'page':
        return this.#buildExternalTarget(ref, ref.space) ?? this.#buildPageTarget(ref.page, undefined, ref)
      case 'file':
        return (
          this.#buildExternalTarget(ref, ref.space) ??
          (this.files.has(ref.file) ? { kind: 'file', file: ref.file } : buildMissingTarget(ref))
        )
      case 'reusable-content':
        return (
          this.#buildExternalTarget(ref, ref.space) ??
          (this.reusableContents.has(ref.reusableContent)
            ? { kind: 'reusable-content', reusableContent: ref.reusableContent }
            : buildMissingTarget(ref))
        )
      case 'space':
      case 'collection':
      case 'user':
      case 'openapi':
        return { kind: 'external', ref }
      // Spaces have no tags yet, so a reference to one leads to nothing.
      case 'tag':
        return buildMissingTarget(ref)
    }
  }

  /** Undefined for a reference that stays in the space. */
  #buildExternalTarget(ref: ContentRef, space: string | undefined): LinkTarget | undefined {
    return space === undefined || space === this.#spaceId ? undefined : { kind: 'external', ref }
  }

  #buildPageTarget(id: string, anchor: string | undefined, ref: ContentRef): LinkTarget {
    if (!this.pages.has(id)) return buildMissingTarget(ref)
    return { kind: 'page', page: id, ...(anchor !== undefined && { anchor }) }
  }

  #findTarget(referenceTarget: ReferenceTarget): LinkTarget {
    switch (referenceTarget.kind) {
      case 'page-named': {
        const id = this.pages.has(referenceTarget.name)
          ? referenceTarget.name
          : this.#pagesByPath.get(referenceTarget.name)
        return this.#buildFoundPage(id, referenceTarget.anchor, referenceTarget.name)
      }
      case 'page': {
        const { path, anchor } = referenceTarget
        const files = this.#pagesByFile
        const inGit = files.get(path) ?? files.get(`${path}.md`) ?? files.get(`${path}/README.md`)
        const pagePath = toPagePath(path)
        const id = inGit ?? (pagePath === '' ? this.#firstPage?.id : this.#pagesByPath.get(pagePath))
        return this.#buildFoundPage(id, anchor, path)
      }
      case 'file': {
        const file = this.#filesByPath.get(referenceTarget.path)
        return file === undefined
          ? { kind: 'missing', address: referenceTarget.path }
          : { kind: 'file', file }
      }
      case 'reusable-content': {
        const reusableContent = this.#reusableContentsByPath.get(referenceTarget.path)
        if (reusableContent === undefined) return { kind: 'missing', address: referenceTarget.path }
        return { kind: 'reusable-content', reusableContent }
      }
    }
  }

  #buildFoundPage(id: string | undefined, anchor: string | undefined, address: string): LinkTarget {
    if (id !== undefined) return { kind: 'page', page: id, ...(anchor !== undefined && { anchor }) }
    return { kind: 'missing', address: anchor === undefined ? address : `${address}#${anchor}` }
  }

  #getSourcePath(source: LinkSource): SpacePath {
    return source.kind === 'page'
      ? getPageFilePath(source.page, this.#firstPage)
      : (source.content.git?.path ?? '')
  }
}

const buildMissingTarget = (ref: ContentRef): LinkTarget => ({
  kind: 'missing',
  address: formatReference(ref),
})

/** The hash of the text of a source; null for a page without text. */
export const getSourceDocument = (source: LinkSource): Hash | null =>
  source.kind === 'page' ? source.page.document : source.content.document
