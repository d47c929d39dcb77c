import { type ContentRef, formatReference } from '@verso/markdown'
import type { File, Hash, PageTree, ReusableContent, RevisionView } from '@verso/revisions'
import { type FullPath, inRepository, pagePathOf, wantedBy, type Wanted } from '../documents/addresses.ts'
import { placeOfFile, placeOfPage, placeOfReusableContent } from '../documents/references.ts'

/** What a reference leads to. */
export type Target =
  | { kind: 'page'; page: string; anchor?: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'url'; url: string }
  /** In this Verso, but not in this content: who asks decides whether it is there. */
  | { kind: 'elsewhere'; ref: ContentRef }
  /** Nothing. What it says instead. */
  | { kind: 'nowhere'; address: string }

/** Who refers. */
export type Owner = { kind: 'page'; page: PageTree } | { kind: 'reusable-content'; content: ReusableContent }

const gitOf = (owner: Owner) => (owner.kind === 'page' ? owner.page.fields.git : owner.content.git)

const mostFiles = 100_000

/** All that references can lead to in one content, in memory: fifty thousand of them are looked up in no time. */
export class Targets {
  readonly pages = new Map<string, PageTree>()
  readonly files = new Map<string, File>()
  readonly reusableContents = new Map<string, ReusableContent>()
  readonly #spaceId: string
  readonly #first: PageTree | undefined
  readonly #pagesByPath = new Map<string, string>()
  readonly #pagesByFile = new Map<FullPath, string>()
  readonly #filesByPath = new Map<FullPath, string>()
  readonly #reusableContentsByPath = new Map<FullPath, string>()

  private constructor(
    spaceId: string,
    tree: readonly PageTree[],
    files: readonly File[],
    reusableContents: readonly ReusableContent[],
  ) {
    this.#spaceId = spaceId
    this.#first = tree[0]
    const all = [...tree]
    for (const page of all) {
      this.pages.set(page.id, page)
      if (page.path !== undefined) this.#pagesByPath.set(page.path, page.id)
      const path = page.fields.git?.path
      if (path !== undefined) this.#pagesByFile.set(path, page.id)
      for (const below of page.pages) all.push(below)
    }
    for (const file of files) {
      this.files.set(file.id, file)
      const path = placeOfFile(file)
      if (!this.#filesByPath.has(path)) this.#filesByPath.set(path, file.id)
    }
    for (const content of reusableContents) {
      this.reusableContents.set(content.id, content)
      const path = placeOfReusableContent(content)
      if (!this.#reusableContentsByPath.has(path)) this.#reusableContentsByPath.set(path, content.id)
    }
  }

  static async read(spaceId: string, view: RevisionView): Promise<Targets> {
    const tree = await view.tree()
    const { items: files } = await view.files({ limit: mostFiles })
    return new Targets(spaceId, tree, files, await view.reusableContents())
  }

  /** Everyone who may refer to something. */
  owners(): Owner[] {
    return [
      ...[...this.pages.values()].map((page): Owner => ({ kind: 'page', page })),
      ...[...this.reusableContents.values()].map((content): Owner => ({ kind: 'reusable-content', content })),
    ]
  }

  /** What someone's reference leads to; whether a page has the anchor is not looked at. */
  find(owner: Owner, ref: ContentRef): Target {
    const wanted = wantedBy(ref, this.#placeOf(owner))
    if (wanted) {
      const target = this.#wanted(wanted)
      return target.kind === 'nowhere' ? (inRepository(gitOf(owner), wanted) ?? target) : target
    }
    switch (ref.kind) {
      case 'url':
        return { kind: 'url', url: ref.url }
      case 'anchor': {
        const own = owner.kind === 'page' ? owner.page.id : undefined
        if (ref.page !== undefined)
          return this.#inSpace(ref, ref.space) ?? this.#page(ref.page, ref.anchor, ref)
        // In a text that pages include, an anchor is one of those pages'.
        return own === undefined ? { kind: 'url', url: `#${ref.anchor}` } : this.#page(own, ref.anchor, ref)
      }
      case 'page':
        return this.#inSpace(ref, ref.space) ?? this.#page(ref.page, undefined, ref)
      case 'file':
        return (
          this.#inSpace(ref, ref.space) ??
          (this.files.has(ref.file) ? { kind: 'file', file: ref.file } : nowhere(ref))
        )
      case 'reusable-content':
        return (
          this.#inSpace(ref, ref.space) ??
          (this.reusableContents.has(ref.reusableContent)
            ? { kind: 'reusable-content', reusableContent: ref.reusableContent }
            : nowhere(ref))
        )
      case 'space':
      case 'collection':
      case 'user':
      case 'openapi':
        return { kind: 'elsewhere', ref }
      // There are no tags yet.
      case 'tag':
        return nowhere(ref)
    }
  }

  #inSpace(ref: ContentRef, space: string | undefined): Target | undefined {
    return space === undefined || space === this.#spaceId ? undefined : { kind: 'elsewhere', ref }
  }

  #page(id: string, anchor: string | undefined, ref: ContentRef): Target {
    if (!this.pages.has(id)) return nowhere(ref)
    return { kind: 'page', page: id, ...(anchor !== undefined && { anchor }) }
  }

  #wanted(wanted: Wanted): Target {
    switch (wanted.kind) {
      case 'page-named': {
        const id = this.pages.has(wanted.name) ? wanted.name : this.#pagesByPath.get(wanted.name)
        return this.#found(id, wanted.anchor, wanted.name)
      }
      case 'page': {
        const { path, anchor } = wanted
        const files = this.#pagesByFile
        const inGit = files.get(path) ?? files.get(`${path}.md`) ?? files.get(`${path}/README.md`)
        const pagePath = pagePathOf(path)
        const id = inGit ?? (pagePath === '' ? this.#first?.id : this.#pagesByPath.get(pagePath))
        return this.#found(id, anchor, path)
      }
      case 'file': {
        const file = this.#filesByPath.get(wanted.path)
        return file === undefined ? { kind: 'nowhere', address: wanted.path } : { kind: 'file', file }
      }
      case 'reusable-content': {
        const reusableContent = this.#reusableContentsByPath.get(wanted.path)
        if (reusableContent === undefined) return { kind: 'nowhere', address: wanted.path }
        return { kind: 'reusable-content', reusableContent }
      }
    }
  }

  #found(id: string | undefined, anchor: string | undefined, address: string): Target {
    if (id !== undefined) return { kind: 'page', page: id, ...(anchor !== undefined && { anchor }) }
    return { kind: 'nowhere', address: anchor === undefined ? address : `${address}#${anchor}` }
  }

  #placeOf(owner: Owner): FullPath {
    return owner.kind === 'page' ? placeOfPage(owner.page, this.#first) : (owner.content.git?.path ?? '')
  }
}

const nowhere = (ref: ContentRef): Target => ({ kind: 'nowhere', address: formatReference(ref) })

/** The text of who refers. */
export const documentOf = (owner: Owner): Hash | null =>
  owner.kind === 'page' ? owner.page.document : owner.content.document
