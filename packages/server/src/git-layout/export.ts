import type { FileRecord, PageTree } from '@verso/revisions'
import { getConfigPath, type LayoutConfig, readLayoutConfig } from './config.ts'
import {
  hasHeading,
  type HeadFields,
  joinText,
  laterFields,
  splitPageFile,
  type SplitText,
  writeHead,
} from './head.ts'
import { isExpressible, readTargetPlace } from './page-matcher.ts'
import type { LayoutContent } from './import.ts'
import { readOrigin, type CommitTree } from './origin.ts'
import {
  getFolder,
  findFreePath,
  isMarkdown,
  isPlainPath,
  joinPaths,
  getFileName,
  slugifyTitle,
  slugifyPath,
} from './paths.ts'
import { replaceLinksById } from './links-by-id.ts'
import { type FileMoves, followMovedFiles } from './moved-links.ts'
import { type StructureEntry, createPageFilter, readStructure } from './structure.ts'
import type { PagePlace } from './summary.ts'
import { type SummaryNode, writeSummary } from './summary-writer.ts'
import { isScalar, isYamlObject, readYaml, isSameValue, setYamlKeys } from './yaml-lines.ts'

/** How many files are searched for links at once. */
const LINK_BATCH_SIZE = 200

export interface ExportInput {
  /** The content to export. */
  content: LayoutContent
  /** The content of the tree, as it was imported. Without it, every page is written. */
  base: LayoutContent | undefined
  tree: CommitTree
  projectDirectory: string
  /** The heading of a `SUMMARY.md` that does not exist yet. */
  summaryHeading?: string | undefined
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

export interface ExportPlan {
  /** By path, a text or the record of a stored file. */
  writes: Map<string, string | FileRecord>
  deletes: Set<string>
  /** By path, the id of the page, file or reusable content that is there now. */
  known: Map<string, string>
}

/** Plans which files have to be written and deleted so that the tree has exactly the content. */
export async function planExport(input: ExportInput): Promise<ExportPlan> {
  return new ExportPlanner(input).plan()
}

class ExportPlanner {
  readonly #input: ExportInput
  readonly #writes = new Map<string, string | FileRecord>()
  readonly #deletes = new Set<string>()
  readonly #known = new Map<string, string>()
  /** The paths of all files in lower case, because some file systems ignore case. */
  readonly #usedPaths = new Set<string>()
  readonly #paths = new Map<string, string>()
  /** The files among those to write that have links to pages and files. */
  readonly #textPaths = new Set<string>()
  /** The new paths of pages that were in another file, by the old ones. */
  readonly #movedPages = new Map<string, string>()

  constructor(input: ExportInput) {
    this.#input = input
    for (const path of input.tree.keys()) this.#usedPaths.add(path.toLowerCase())
  }

  async plan(): Promise<ExportPlan> {
    const { tree, projectDirectory } = this.#input
    const texts = await this.#readTexts([getConfigPath(projectDirectory)])
    const { config } = readLayoutConfig(projectDirectory, texts.get(getConfigPath(projectDirectory)))
    const layoutTexts = await this.#readTexts([config.summary, config.variables])
    await this.#planPages(config)
    await this.#planReusableContents(config)
    this.#planFiles(config)
    await this.#planLinksToMovedPages()
    this.#planVariables(config, layoutTexts.get(config.variables))
    this.#planSummary(config, layoutTexts.get(config.summary))
    this.#writeRelativeLinks()
    for (const path of this.#writes.keys()) this.#deletes.delete(path)
    for (const path of this.#deletes) if (!tree.has(path)) this.#deletes.delete(path)
    return { writes: this.#writes, deletes: this.#deletes, known: this.#known }
  }

  async #readTexts(paths: string[]): Promise<Map<string, string>> {
    const existing = paths.filter((path) => this.#input.tree.has(path))
    const bytes = existing.length === 0 ? new Map<string, Uint8Array>() : await this.#input.read(existing)
    return new Map([...bytes].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]))
  }

  /** Returns the path of the file that something came from, or a new one, so that no two things share a file. */
  #claim(id: string, own: string | undefined, makePath: () => string): string {
    const freeOwn = own !== undefined && isPlainPath(own) && !this.#known.has(own) ? own : undefined
    const path = freeOwn ?? findFreePath(makePath(), (path) => this.#usedPaths.has(path.toLowerCase()))
    this.#usedPaths.add(path.toLowerCase())
    this.#known.set(path, id)
    return path
  }

  async #planPages(config: LayoutConfig): Promise<void> {
    const { content, base, tree } = this.#input
    const before = new Map(flattenPages(base?.pages ?? []).map((page) => [page.id, page]))
    const changedPages: { page: PageTree; path: string; previous: PageTree | undefined }[] = []
    const walk = (pages: readonly PageTree[], folder: string) => {
      for (const page of pages) {
        const { fields } = page
        if (fields.type !== 'document') {
          walk(page.pages, fields.type === 'group' ? joinPaths(folder, makeFileName(fields)) : folder)
          continue
        }
        const previous = before.get(page.id)
        const own = readOrigin(fields)?.path
        const isRenamed = previous !== undefined && previous.fields.slug !== fields.slug
        const path = this.#claim(page.id, isRenamed ? undefined : own, () =>
          joinPaths(own === undefined ? folder : getRenameFolder(own), `${makeFileName(fields)}.md`),
        )
        this.#paths.set(page.id, path)
        if (own !== undefined && own !== path && previous) {
          this.#deletes.add(own)
          this.#movedPages.set(own, path)
        }
        if (!previous || own !== path || !tree.has(path) || !isSameText(previous, page))
          changedPages.push({ page, path, previous })
        walk(page.pages, getChildFolder(config, path))
      }
    }
    walk(content.pages, config.root)
    const texts = await content.documents(changedPages.flatMap(({ page }) => page.document ?? []))
    for (const { page, path, previous } of changedPages) {
      const { head, body } = splitText(page, page.document === null ? '' : (texts.get(page.document) ?? ''))
      const origin = readOrigin(page.fields)
      const newHead = writeHead(head, collectHeadFields(page.fields), {
        withHeading: origin === undefined || hasHeading(origin.head ?? ''),
        unread: laterFields.filter((name) => previous?.fields[name] === undefined),
      })
      this.#writes.set(path, joinText({ head: newHead, body }))
      this.#textPaths.add(path)
    }
    const remainingIds = new Set(this.#paths.keys())
    for (const page of before.values()) {
      const path = readOrigin(page.fields)?.path
      if (path !== undefined && !remainingIds.has(page.id) && !this.#known.has(path)) this.#deletes.add(path)
    }
  }

  async #planReusableContents(config: LayoutConfig): Promise<void> {
    const { content, base, tree } = this.#input
    const before = new Map((base?.reusableContents ?? []).map((known) => [known.id, known]))
    const texts = await content.documents(content.reusableContents.flatMap(({ document }) => document ?? []))
    for (const item of content.reusableContents) {
      const previous = before.get(item.id)
      const origin = readOrigin(item)
      const path = this.#claim(item.id, origin?.path, () =>
        joinPaths(config.includes, `${slugifyTitle(item.title)}.md`),
      )
      before.delete(item.id)
      if (previous && previous.document === item.document && previous.title === item.title && tree.has(path))
        continue
      const head = writeHead(origin?.head ?? '', { title: item.title }, { withHeading: origin === undefined })
      const body = item.document === null ? '' : (texts.get(item.document) ?? '')
      this.#writes.set(path, joinText({ head, body }))
      this.#textPaths.add(path)
    }
    for (const deletedItem of before.values()) this.#deletes.add(readOrigin(deletedItem)?.path ?? '')
  }

  #planFiles(config: LayoutConfig): void {
    const { content, base, tree } = this.#input
    const before = new Map((base?.files ?? []).map((file) => [file.id, file]))
    for (const { id, ...file } of content.files) {
      const previous = before.get(id)
      const name = isPlainPath(file.name) && !file.name.includes('/') ? file.name : 'file'
      const path = this.#claim(id, readOrigin(file)?.path, () => joinPaths(config.assets, name))
      before.delete(id)
      if (previous?.blob === file.blob && tree.has(path)) continue
      this.#writes.set(path, file)
    }
    for (const deletedItem of before.values()) this.#deletes.add(readOrigin(deletedItem)?.path ?? '')
  }

  /** Pages and reusable contents that link to a page whose file is renamed are written again, with links to the new file. */
  async #planLinksToMovedPages(): Promise<void> {
    const { content, tree } = this.#input
    if (this.#movedPages.size === 0) return
    const isFile = (path: string) => tree.has(path) || this.#known.has(path)
    const moves: FileMoves = { moved: this.#movedPages, isFile }
    const oldPaths = new Map([...this.#movedPages].map(([oldPath, newPath]) => [newPath, oldPath]))
    for (const path of this.#textPaths) {
      const text = this.#writes.get(path)
      const oldPath = oldPaths.get(path) ?? path
      if (typeof text === 'string')
        this.#writes.set(path, followMovedFiles(text, { oldPath, newPath: path }, moves))
    }
    const idsByPath = [...this.#known].filter(([path]) => isMarkdown(path) && !this.#writes.has(path))
    const documents = new Map(
      [...flattenPages(content.pages), ...content.reusableContents].map(({ id, document }) => [id, document]),
    )
    for (let start = 0; start < idsByPath.length; start += LINK_BATCH_SIZE) {
      const batch = idsByPath.slice(start, start + LINK_BATCH_SIZE)
      const files = await this.#readTexts(batch.filter(([, id]) => documents.get(id)).map(([path]) => path))
      for (const [path, text] of files) {
        const newText = followMovedFiles(text, { oldPath: path, newPath: path }, moves)
        if (newText !== text) this.#writes.set(path, newText)
      }
    }
  }

  /** Links by id lead nowhere in another repository, so they are written as paths from file to file. */
  #writeRelativeLinks(): void {
    const pathsById = new Map([...this.#known].map(([path, id]) => [id, path]))
    for (const path of this.#textPaths) {
      const text = this.#writes.get(path)
      if (typeof text === 'string') this.#writes.set(path, replaceLinksById(text, path, pathsById))
    }
  }

  #planVariables(config: LayoutConfig, text: string | undefined): void {
    const { variables } = this.#input.content
    const existing = readYaml(text ?? '') ?? {}
    const changes = new Map<string, unknown>()
    for (const [name, value] of variables) {
      const known = existing[name]
      if (!isScalar(known) || String(known) !== value) changes.set(name, value)
    }
    for (const [name, value] of Object.entries(existing)) {
      if (!variables.has(name) && isScalar(value)) changes.set(name, undefined)
    }
    if (changes.size > 0) this.#writes.set(config.variables, setYamlKeys(text ?? '', changes))
  }

  #planSummary(config: LayoutConfig, text: string | undefined): void {
    const { content, base, tree } = this.#input
    const before = new Map(flattenPages(base?.pages ?? []).map((page) => [page.id, page]))
    const nodes = (pages: readonly PageTree[]): SummaryNode[] =>
      pages.flatMap((page): SummaryNode[] => {
        const { type, title, linkTitle, target, slug, computed } = page.fields
        const place = this.#findPlace(page.fields)
        if (!isExpressible(page.fields) || place === 'nowhere') return nodes(page.pages)
        const previous = before.get(page.id)?.fields
        const own = readOrigin(page.fields)?.path
        const path = this.#paths.get(page.id)
        return [
          {
            kind: type === 'document' ? 'page' : type === 'link' || type === 'computed' ? type : 'group',
            title,
            ...(linkTitle !== undefined && { linkTitle }),
            ...(path !== undefined && { path }),
            ...(own !== undefined && own !== path && { oldPath: own }),
            ...(type === 'link' && { url: typeof target?.['url'] === 'string' ? target['url'] : '' }),
            ...(place && { place }),
            ...(type === 'group' && slug !== undefined && { slug }),
            ...(computed && { computed }),
            keepLabel:
              previous?.title === title &&
              previous.linkTitle === linkTitle &&
              (type !== 'group' || previous.slug === slug),
            children: nodes(page.pages),
          },
        ]
      })
    const newNodes = nodes(content.pages)
    const paths = [
      ...[...tree.keys()].filter((path) => !this.#deletes.has(path)),
      ...[...this.#writes.keys()].filter((path) => !tree.has(path)),
    ]
    if (text === undefined) {
      const { entries } = readStructure(config, paths, undefined)
      const titles = this.#listTitles()
      // Other programs do not read a file as the page of a folder, so a new repository says it.
      const isPlain = base !== undefined || !newNodes.some(hasChildrenOfFile)
      if (isPlain && isSameValue(describeEntries(entries, titles), newNodes.map(describeNode))) return
      if (newNodes.length === 0) return
    } else if (
      base &&
      isSameValue(describePages(base.pages), describePages(content.pages)) &&
      this.#hasSamePaths(before)
    ) {
      return
    }
    const all = new Set([...paths, ...tree.keys()])
    const newText = writeSummary(text, newNodes, {
      path: config.summary,
      isPage: createPageFilter(config, [...all]),
      heading: this.#input.summaryHeading,
    })
    if (newText !== text) this.#writes.set(config.summary, newText)
  }

  /** The place in a file that a link leads to; `nowhere` where its page has no file. */
  #findPlace(fields: PageTree['fields']): PagePlace | 'nowhere' | undefined {
    const target = fields.type === 'link' ? readTargetPlace(fields) : undefined
    const path = target && this.#paths.get(target.page)
    if (!target) return undefined
    return path === undefined ? 'nowhere' : { path, anchor: target.anchor }
  }

  #hasSamePaths(before: ReadonlyMap<string, PageTree>): boolean {
    return [...this.#paths].every(([id, path]) => readOrigin(before.get(id)?.fields ?? {})?.path === path)
  }

  /** Returns the titles of pages by the path of their files. */
  #listTitles(): Map<string, string> {
    return new Map(
      flattenPages(this.#input.content.pages).flatMap(({ id, fields }) => {
        const path = this.#paths.get(id)
        return path === undefined ? [] : [[path, fields.title]]
      }),
    )
  }
}

const flattenPages = (pages: readonly PageTree[]): PageTree[] =>
  pages.flatMap((page) => [page, ...flattenPages(page.pages)])

const describeEntries = (
  entries: readonly StructureEntry[],
  titles: ReadonlyMap<string, string>,
): unknown[] =>
  entries.map((entry) => [
    entry.kind,
    entry.kind === 'page' ? entry.path : entry.title,
    entry.kind === 'page' ? titles.get(entry.path) : '',
    describeEntries(entry.children, titles),
  ])

const describeNode = ({ kind, path, title, linkTitle, children }: SummaryNode): unknown =>
  linkTitle === undefined
    ? [kind, kind === 'page' ? path : title, kind === 'page' ? title : '', children.map(describeNode)]
    : undefined

/** Whether pages are below one whose file is not the readme of a folder. */
const hasChildrenOfFile = ({ kind, path, children }: SummaryNode): boolean =>
  (kind === 'page' && children.length > 0 && !/(?:^|\/)readme\.(?:md|markdown)$/i.test(path ?? '')) ||
  children.some(hasChildrenOfFile)

/** Returns everything about pages that a summary contains. */
const describePages = (pages: readonly PageTree[]): unknown[] =>
  pages
    .filter(({ fields }) => isExpressible(fields))
    .map(({ id, fields, pages: below }) => [
      id,
      fields.title,
      fields.linkTitle ?? null,
      fields.target ?? null,
      fields.computed ?? null,
      fields.type === 'group' ? (fields.slug ?? null) : null,
      describePages(below),
    ])

function collectHeadFields(fields: PageTree['fields']): HeadFields {
  const {
    title,
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    layout,
    cover,
    tags,
    metaLinks,
    variables,
  } = fields
  return {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
    ...(hidden === true && { hidden }),
    ...(noIndex === true && { noIndex }),
    ...(noRobotsIndex === true && { noRobotsIndex }),
    ...(condition !== undefined && { condition }),
    ...(layout !== undefined && { layout }),
    ...(cover !== undefined && { cover }),
    ...(Array.isArray(tags) && { tags }),
    ...(isYamlObject(metaLinks) && { metaLinks }),
    ...(variables !== undefined && { variables }),
  }
}

/**
 * Splits the text of a page into head and body. A text that was written in Verso may begin with front matter or with the
 * title itself. That becomes the head of the file, so that neither is written twice.
 */
function splitText({ fields }: PageTree, body: string): SplitText {
  const head = readOrigin(fields)?.head ?? ''
  const own = splitPageFile(body)
  if (own.head.startsWith('---')) return own
  const isTitle = own.fields.title === fields.title.trim()
  return isTitle ? { head: head === '' ? own.head : head, body: own.body } : { head, body }
}

const isSameText = (previous: PageTree, page: PageTree): boolean =>
  previous.document === page.document &&
  isSameValue(collectHeadFields(previous.fields), collectHeadFields(page.fields))

/** Returns the folder for the pages below the page of this file. */
function getChildFolder(config: LayoutConfig, path: string): string {
  const folder = getFolder(path)
  if (/^readme\.(md|markdown)$/i.test(getFileName(path))) return folder
  return joinPaths(folder, slugifyPath(config.root, path))
}

/** Returns the folder that the file of a page stays in if the file is renamed. */
const getRenameFolder = (path: string): string =>
  /^readme\.(md|markdown)$/i.test(getFileName(path)) ? getFolder(getFolder(path)) : getFolder(path)

/** Makes a file or folder name for a page. */
function makeFileName({ slug, title }: PageTree['fields']): string {
  const name = slug ?? slugifyTitle(title)
  return isPlainPath(name) && !name.includes('/') && !name.startsWith('.') && !/^summary$/i.test(name)
    ? name
    : slugifyTitle(title)
}
