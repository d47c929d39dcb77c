import type { FileRecord, PageTree } from '@verso/revisions'
import { configPath, type LayoutConfig, readConfig } from './config.ts'
import { hasHeading, type HeadFields, joinText, readFile, type SplitText, writeHead } from './head.ts'
import { isExpressible } from './identity.ts'
import type { Content } from './import.ts'
import { originOf, type Tree } from './origin.ts'
import { folderOf, freePath, isPlainPath, joinPath, nameOf, slugOf, slugOfPath } from './paths.ts'
import { type Entry, pagesOf, readStructure } from './structure.ts'
import { type SummaryNode, writeSummary } from './summary.ts'
import { isScalar, readYaml, same, setYamlKeys } from './yaml-lines.ts'

export interface ExportInput {
  /** What Git is to hold. */
  content: Content
  /** What the tree holds, as it was imported; without it every page is written. */
  base: Content | undefined
  tree: Tree
  projectDirectory: string
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

export interface Export {
  /** By path: a text, or the bytes of a file. */
  writes: Map<string, string | FileRecord>
  deletes: Set<string>
  /** Which page, file or reusable content is in which file now. */
  known: Map<string, string>
}

/** What has to be written so that the tree holds the content, and nothing else. */
export async function planExport(input: ExportInput): Promise<Export> {
  return new Exporter(input).plan()
}

class Exporter {
  readonly #input: ExportInput
  readonly #writes = new Map<string, string | FileRecord>()
  readonly #deletes = new Set<string>()
  readonly #known = new Map<string, string>()
  /** Names that files have or will have; some file systems know no case. */
  readonly #taken = new Set<string>()
  readonly #paths = new Map<string, string>()

  constructor(input: ExportInput) {
    this.#input = input
    for (const path of input.tree.keys()) this.#taken.add(path.toLowerCase())
  }

  async plan(): Promise<Export> {
    const { tree, projectDirectory } = this.#input
    const texts = await this.#texts([configPath(projectDirectory)])
    const { config } = readConfig(projectDirectory, texts.get(configPath(projectDirectory)))
    const more = await this.#texts([config.summary, config.variables])
    await this.#pages(config)
    await this.#reusableContents(config)
    this.#files(config)
    this.#variables(config, more.get(config.variables))
    this.#summary(config, more.get(config.summary))
    for (const path of this.#writes.keys()) this.#deletes.delete(path)
    for (const path of this.#deletes) if (!tree.has(path)) this.#deletes.delete(path)
    return { writes: this.#writes, deletes: this.#deletes, known: this.#known }
  }

  async #texts(paths: string[]): Promise<Map<string, string>> {
    const there = paths.filter((path) => this.#input.tree.has(path))
    const bytes = there.length === 0 ? new Map<string, Uint8Array>() : await this.#input.read(there)
    return new Map([...bytes].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]))
  }

  /** The file that something came from, or a new name: each file is one thing's only. */
  #claim(id: string, own: string | undefined, wanted: () => string): string {
    const mine = own !== undefined && isPlainPath(own) && !this.#known.has(own) ? own : undefined
    const path = mine ?? freePath(wanted(), (path) => this.#taken.has(path.toLowerCase()))
    this.#taken.add(path.toLowerCase())
    this.#known.set(path, id)
    return path
  }

  async #pages(config: LayoutConfig): Promise<void> {
    const { content, base, tree } = this.#input
    const before = new Map(flat(base?.pages ?? []).map((page) => [page.id, page]))
    const changed: { page: PageTree; path: string; own: string | undefined }[] = []
    const walk = (pages: readonly PageTree[], folder: string) => {
      for (const page of pages) {
        const { fields } = page
        if (fields.type !== 'document') {
          walk(page.pages, fields.type === 'group' ? joinPath(folder, segment(fields)) : folder)
          continue
        }
        const was = before.get(page.id)
        const own = originOf(fields)?.path
        const renamed = was !== undefined && was.fields.slug !== fields.slug
        const path = this.#claim(page.id, renamed ? undefined : own, () =>
          joinPath(own === undefined ? folder : homeOf(own), `${segment(fields)}.md`),
        )
        this.#paths.set(page.id, path)
        if (own !== undefined && own !== path && was) this.#deletes.add(own)
        if (!was || own !== path || !tree.has(path) || !sameText(was, page)) changed.push({ page, path, own })
        walk(page.pages, insideOf(config, path))
      }
    }
    walk(content.pages, config.root)
    const texts = await content.documents(changed.flatMap(({ page }) => page.document ?? []))
    for (const { page, path } of changed) {
      const { head, body } = fileOf(page, page.document === null ? '' : (texts.get(page.document) ?? ''))
      const origin = originOf(page.fields)
      const written = writeHead(head, headOf(page.fields), {
        titled: origin === undefined || hasHeading(origin.head ?? ''),
      })
      this.#writes.set(path, joinText({ head: written, body }))
    }
    const living = new Set(this.#paths.keys())
    for (const page of before.values()) {
      const path = originOf(page.fields)?.path
      if (path !== undefined && !living.has(page.id) && !this.#known.has(path)) this.#deletes.add(path)
    }
  }

  async #reusableContents(config: LayoutConfig): Promise<void> {
    const { content, base, tree } = this.#input
    const before = new Map((base?.reusableContents ?? []).map((known) => [known.id, known]))
    const texts = await content.documents(content.reusableContents.flatMap(({ document }) => document ?? []))
    for (const item of content.reusableContents) {
      const was = before.get(item.id)
      const origin = originOf(item)
      const path = this.#claim(item.id, origin?.path, () =>
        joinPath(config.includes, `${slugOf(item.title)}.md`),
      )
      before.delete(item.id)
      if (was && was.document === item.document && was.title === item.title && tree.has(path)) continue
      const head = writeHead(origin?.head ?? '', { title: item.title }, { titled: origin === undefined })
      const body = item.document === null ? '' : (texts.get(item.document) ?? '')
      this.#writes.set(path, joinText({ head, body }))
    }
    for (const gone of before.values()) this.#deletes.add(originOf(gone)?.path ?? '')
  }

  #files(config: LayoutConfig): void {
    const { content, base, tree } = this.#input
    const before = new Map((base?.files ?? []).map((file) => [file.id, file]))
    for (const { id, ...file } of content.files) {
      const was = before.get(id)
      const name = isPlainPath(file.name) && !file.name.includes('/') ? file.name : 'file'
      const path = this.#claim(id, originOf(file)?.path, () => joinPath(config.assets, name))
      before.delete(id)
      if (was?.blob === file.blob && tree.has(path)) continue
      this.#writes.set(path, file)
    }
    for (const gone of before.values()) this.#deletes.add(originOf(gone)?.path ?? '')
  }

  #variables(config: LayoutConfig, text: string | undefined): void {
    const { variables } = this.#input.content
    const there = readYaml(text ?? '') ?? {}
    const changes = new Map<string, unknown>()
    for (const [name, value] of variables) {
      const known = there[name]
      if (!isScalar(known) || String(known) !== value) changes.set(name, value)
    }
    for (const [name, value] of Object.entries(there)) {
      if (!variables.has(name) && isScalar(value)) changes.set(name, undefined)
    }
    if (changes.size > 0) this.#writes.set(config.variables, setYamlKeys(text ?? '', changes))
  }

  #summary(config: LayoutConfig, text: string | undefined): void {
    const { content, base, tree } = this.#input
    const before = new Map(flat(base?.pages ?? []).map((page) => [page.id, page]))
    const nodes = (pages: readonly PageTree[]): SummaryNode[] =>
      pages.flatMap((page): SummaryNode[] => {
        const { type, title, linkTitle, target } = page.fields
        if (!isExpressible(page.fields)) return nodes(page.pages)
        const was = before.get(page.id)?.fields
        const own = originOf(page.fields)?.path
        const path = this.#paths.get(page.id)
        return [
          {
            kind: type === 'document' ? 'page' : type === 'link' ? 'link' : 'group',
            title,
            ...(linkTitle !== undefined && { linkTitle }),
            ...(path !== undefined && { path }),
            ...(own !== undefined && own !== path && { oldPath: own }),
            ...(type === 'link' && { url: typeof target?.['url'] === 'string' ? target['url'] : '' }),
            keepLabel: was?.title === title && was.linkTitle === linkTitle,
            children: nodes(page.pages),
          },
        ]
      })
    const wanted = nodes(content.pages)
    const paths = [
      ...[...tree.keys()].filter((path) => !this.#deletes.has(path)),
      ...[...this.#writes.keys()].filter((path) => !tree.has(path)),
    ]
    if (text === undefined) {
      const { entries } = readStructure(config, paths, undefined)
      const titles = this.#titles()
      if (same(shapeOf(entries, titles), wanted.map(shapeOfNode))) return
      if (wanted.length === 0) return
    } else if (base && same(signature(base.pages), signature(content.pages)) && this.#samePaths(before)) {
      return
    }
    const all = new Set([...paths, ...tree.keys()])
    const written = writeSummary(text, wanted, { path: config.summary, isPage: pagesOf(config, [...all]) })
    if (written !== text) this.#writes.set(config.summary, written)
  }

  #samePaths(before: ReadonlyMap<string, PageTree>): boolean {
    return [...this.#paths].every(([id, path]) => originOf(before.get(id)?.fields ?? {})?.path === path)
  }

  /** What the files of the pages say they are called. */
  #titles(): Map<string, string> {
    return new Map(
      flat(this.#input.content.pages).flatMap(({ id, fields }) => {
        const path = this.#paths.get(id)
        return path === undefined ? [] : [[path, fields.title]]
      }),
    )
  }
}

const flat = (pages: readonly PageTree[]): PageTree[] => pages.flatMap((page) => [page, ...flat(page.pages)])

const shapeOf = (entries: readonly Entry[], titles: ReadonlyMap<string, string>): unknown[] =>
  entries.map((entry) => [
    entry.kind,
    entry.kind === 'page' ? entry.path : entry.title,
    entry.kind === 'page' ? titles.get(entry.path) : '',
    shapeOf(entry.children, titles),
  ])

const shapeOfNode = ({ kind, path, title, linkTitle, children }: SummaryNode): unknown =>
  linkTitle === undefined
    ? [kind, kind === 'page' ? path : title, kind === 'page' ? title : '', children.map(shapeOfNode)]
    : undefined

/** All that a summary says of pages. */
const signature = (pages: readonly PageTree[]): unknown[] =>
  pages
    .filter(({ fields }) => isExpressible(fields))
    .map(({ id, fields, pages: below }) => [
      id,
      fields.title,
      fields.linkTitle ?? null,
      fields.target ?? null,
      signature(below),
    ])

function headOf(fields: PageTree['fields']): HeadFields {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition, layout, variables } =
    fields
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
    ...(variables !== undefined && { variables }),
  }
}

/** A text that was written in Verso may begin with a head of its own, which is the file's then: nothing is said twice. */
function fileOf({ fields }: PageTree, body: string): SplitText {
  const head = originOf(fields)?.head ?? ''
  const own = readFile(body)
  if (own.head.startsWith('---')) return own
  const isTitle = own.said.title === fields.title.trim()
  return isTitle ? { head: head === '' ? own.head : head, body: own.body } : { head, body }
}

const sameText = (was: PageTree, page: PageTree): boolean =>
  was.document === page.document && same(headOf(was.fields), headOf(page.fields))

/** The folder that pages below the page of this file are in. */
function insideOf(config: LayoutConfig, path: string): string {
  const folder = folderOf(path)
  if (/^readme\.(md|markdown)$/i.test(nameOf(path))) return folder
  return joinPath(folder, slugOfPath(config.root, path))
}

/** The folder that a page's file stays in when it is renamed. */
const homeOf = (path: string): string =>
  /^readme\.(md|markdown)$/i.test(nameOf(path)) ? folderOf(folderOf(path)) : folderOf(path)

/** A name for a file or a folder. */
function segment({ slug, title }: PageTree['fields']): string {
  const name = slug ?? slugOf(title)
  return isPlainPath(name) && !name.includes('/') && !name.startsWith('.') && !/^summary$/i.test(name)
    ? name
    : slugOf(title)
}
