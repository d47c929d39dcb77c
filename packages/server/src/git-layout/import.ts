import type {
  Change,
  File,
  FileRecord,
  Hash,
  Json,
  JsonObject,
  PageFields,
  PageTree,
  ReusableContent,
} from '@verso/revisions'
import { configPath, type LayoutConfig, readConfig } from './config.ts'
import { hasHeading, type HeadFields, type PageFile, readFile, readHead } from './head.ts'
import { Identities } from './identity.ts'
import { importFiles } from './import-files.ts'
import { type GitOrigin, originOf, type Tree } from './origin.ts'
import { isInside, isMarkdown, isPlainPath, slugOf, slugOfPath, titleOfPath } from './paths.ts'
import { arrange, type Placed } from './arrange.ts'
import { type Entry, readStructure } from './structure.ts'
import { isScalar, readYaml, same } from './yaml-lines.ts'

/** The content that the commit is brought into. */
export interface Content {
  pages: readonly PageTree[]
  files: readonly File[]
  reusableContents: readonly ReusableContent[]
  variables: ReadonlyMap<string, string>
  documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>
}

export interface ImportInput {
  tree: Tree
  projectDirectory: string
  /** Where people see the files of the branch. */
  treeUrl?: string | undefined
  content: Content
  /** The bytes of files of the commit. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Puts a file's bytes where files are; undefined, with a word to say why, when it may not be. */
  store(path: string, bytes: Uint8Array): Promise<FileRecord | string>
  /** Pages that are known to be in a file, such as those just written to it. */
  known?: ReadonlyMap<string, string>
  newId(): string
  now: Date
  progress?(done: number, total: number): Promise<void>
}

export interface Import {
  changes: Change[]
  config: LayoutConfig
  /** What was left aside, in words for people. */
  problems: string[]
}

export const largestPage = 4_000_000

/** How the content becomes what the commit holds, with every page that is still there kept the same page. */
export async function planImport(input: ImportInput): Promise<Import> {
  const problems: string[] = []
  const tree = plainTree(input.tree, problems)
  const texts = new Texts(input, tree, problems)
  const { config, problems: configProblems } = readConfig(
    input.projectDirectory,
    await texts.one(configPath(input.projectDirectory)),
  )
  problems.push(...configProblems)
  const structure = readStructure(config, [...tree.keys()], await texts.one(config.summary))
  problems.push(...structure.problems)
  // While files are read and stored, pages are taken apart.
  const [pages, reusableContents, variables, files] = await Promise.all([
    importPages(input, tree, texts, config, structure.entries),
    importReusableContents(input, tree, texts, config),
    texts.one(config.variables),
    importFiles(input, tree, config),
  ])
  const changes = [
    ...pages,
    ...reusableContents,
    ...importVariables(input.content, variables),
    ...files.changes,
  ]
  return { changes, config, problems: [...problems, ...files.problems] }
}

function plainTree(tree: Tree, problems: string[]): Tree {
  const plain = new Map<string, { oid: string; size: number }>()
  for (const [path, entry] of tree) {
    if (isPlainPath(path)) plain.set(path, entry)
    else
      problems.push(`The file ${JSON.stringify(path.slice(0, 200))} has a name that no file here may have.`)
  }
  return plain
}

/** Texts of the commit, read when they are asked for. */
class Texts {
  readonly #input: ImportInput
  readonly #tree: Tree
  readonly #problems: string[]

  constructor(input: ImportInput, tree: Tree, problems: string[]) {
    this.#input = input
    this.#tree = tree
    this.#problems = problems
  }

  async one(path: string): Promise<string | undefined> {
    return (await this.all([path])).get(path)
  }

  /** The same, taken apart. */
  async files(paths: readonly string[]): Promise<Map<string, PageFile>> {
    return new Map([...(await this.all(paths))].map(([path, text]) => [path, readFile(text)]))
  }

  /** Those that are there and are text. */
  async all(paths: readonly string[]): Promise<Map<string, string>> {
    const wanted = paths.filter((path) => {
      const size = this.#tree.get(path)?.size
      if (size !== undefined && size > largestPage) this.#problems.push(`${path} is too large for a page.`)
      return size !== undefined && size <= largestPage
    })
    const texts = new Map<string, string>()
    for (const [path, bytes] of wanted.length === 0 ? [] : await this.#input.read(wanted)) {
      try {
        texts.set(path, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
      } catch {
        this.#problems.push(`${path} is not text in UTF-8 and was left aside.`)
      }
    }
    return texts
  }
}

const asJson = (origin: GitOrigin): JsonObject => ({ ...origin })

async function importPages(
  input: ImportInput,
  tree: Tree,
  texts: Texts,
  config: LayoutConfig,
  entries: Entry[],
): Promise<Change[]> {
  const identities = new Identities(input.content.pages, input.known)
  const paths = [...pathsOf(entries)]
  // What Git knows under the same name as before is as it was, and need not be read.
  const changed = paths.filter((path) => identities.atPath(path)?.oid !== tree.get(path)?.oid)
  const read = await texts.files(changed)
  const unreadable = new Set(changed.filter((path) => !read.has(path)))
  const usable = withoutPages(entries, unreadable)
  await identities.match(usable, tree, read, (hashes) => input.content.documents(hashes))
  const moment = input.now.toISOString()
  const placed: Placed[] = []
  const updates: Change[] = []

  const walk = (children: readonly Entry[], parent: string | null) => {
    const slugs = new Set<string>()
    for (const entry of children) {
      const known = identities.of(entry)
      const id = known?.id ?? input.newId()
      const file = entry.kind === 'page' ? read.get(entry.path) : undefined
      const fields = fieldsOf(entry, { known, file, tree, config, slugs, moment, treeUrl: input.treeUrl })
      const document = file && { markdown: file.body }
      if (!known) {
        const made = { type: typeOf(entry), ...fields, createdAt: moment, updatedAt: moment } as PageFields
        placed.push({ id, parent, insert: { fields: made, document: document ?? null } })
      } else {
        placed.push({ id, parent })
        const patch = changedFields(known.fields, fields)
        const textChanged = file !== undefined && file.body !== identities.bodyOf(known)
        if (textChanged || Object.keys(patch).some((name) => name !== 'git')) patch['updatedAt'] = moment
        if (Object.keys(patch).length > 0 || textChanged) {
          updates.push({
            type: 'update-page',
            id,
            fields: patch,
            ...(textChanged && document && { document }),
          })
        }
      }
      walk(entry.children, id)
    }
  }
  walk(usable, null)
  return [...arrange(input.content.pages, placed, identities.kept(placed)), ...updates]
}

const typeOf = (entry: Entry) => (entry.kind === 'page' ? 'document' : entry.kind)

function* pathsOf(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) {
    if (entry.kind === 'page') yield entry.path
    yield* pathsOf(entry.children)
  }
}

function withoutPages(entries: readonly Entry[], gone: ReadonlySet<string>): Entry[] {
  return entries.flatMap((entry) => {
    const children = withoutPages(entry.children, gone)
    return entry.kind === 'page' && gone.has(entry.path) ? children : [{ ...entry, children }]
  })
}

/** What the file and the summary say, where that is not what they said before; the rest is the page's own. */
function fieldsOf(
  entry: Entry,
  about: {
    known: PageTree | undefined
    file: PageFile | undefined
    tree: Tree
    config: LayoutConfig
    slugs: Set<string>
    moment: string
    treeUrl: string | undefined
  },
): Record<string, Json | undefined> {
  const { known, file, tree, config, slugs } = about
  const slug = (wanted: string): string => {
    let free = wanted
    for (let n = 1; slugs.has(free); n += 1) free = `${wanted.slice(0, 94)}-${n}`
    slugs.add(free)
    return free
  }
  if (entry.kind === 'link') return { title: entry.title, target: { kind: 'url', url: entry.url } }
  if (entry.kind === 'group') {
    const keeps = known?.fields.title === entry.title ? known.fields.slug : undefined
    return { title: entry.title, slug: slug(keeps ?? slugOf(entry.title)) }
  }
  const before = known && originOf(known.fields)
  const head = file?.head ?? before?.head ?? ''
  // What was not read again says what it said.
  const said: HeadFields = file?.said ?? (known && hasHeading(head) ? { title: known.fields.title } : {})
  const saidBefore = before && file ? readHead(before.head ?? '') : {}
  const wantedSlug = slugOfPath(config.root, entry.path)
  const origin: GitOrigin = {
    oid: tree.get(entry.path)?.oid ?? '',
    path: entry.path,
    ...(head !== '' && { head }),
    ...treeOf(about.treeUrl),
  }
  const fields: Record<string, Json | undefined> = {
    title: said.title ?? entry.title ?? titleOfPath(config.root, entry.path),
    slug: slug(
      before?.path === entry.path && known?.fields.slug !== undefined ? known.fields.slug : wantedSlug,
    ),
    linkTitle: entry.linkTitle,
    git: asJson(origin),
  }
  for (const name of headNames) {
    if (!known || !same(said[name], saidBefore[name])) fields[name] = said[name]
  }
  return fields
}

/** An address that a link may have, or none. */
const treeOf = (url: string | undefined): Pick<GitOrigin, 'tree'> =>
  url !== undefined && /^https?:\/\//i.test(url) ? { tree: url.replace(/\/+$/, '') } : {}

const headNames = [
  'description',
  'icon',
  'emoji',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'variables',
] as const satisfies readonly (keyof HeadFields)[]

/** New values; null for those that are gone. */
function changedFields(before: PageFields, after: Record<string, Json | undefined>): Record<string, Json> {
  const patch: Record<string, Json> = {}
  for (const [name, value] of Object.entries(after)) {
    if (!same(before[name], value)) patch[name] = value ?? null
  }
  return patch
}

async function importReusableContents(
  input: ImportInput,
  tree: Tree,
  texts: Texts,
  config: LayoutConfig,
): Promise<Change[]> {
  const changes: Change[] = []
  const left = new Map(
    input.content.reusableContents.flatMap((known) => {
      const origin = originOf(known)
      return origin ? [[origin.path, { known, origin }]] : []
    }),
  )
  const paths = [...tree.keys()].filter((path) => isInside(config.includes, path) && isMarkdown(path))
  const read = await texts.files(paths.filter((path) => left.get(path)?.origin.oid !== tree.get(path)?.oid))
  const byId = new Map(input.content.reusableContents.map((known) => [known.id, known]))
  const unmatched: [string, PageFile][] = []
  const put = (path: string, id: string, { head, body, said }: PageFile) => {
    const origin = {
      oid: tree.get(path)?.oid ?? '',
      path,
      ...(head !== '' && { head }),
      ...treeOf(input.treeUrl),
    }
    changes.push({
      type: 'put-reusable-content',
      id,
      title: said.title ?? byId.get(id)?.title ?? titleOfPath(config.root, path),
      fields: { git: asJson(origin) },
      document: { markdown: body },
    })
  }
  for (const path of paths) {
    const found = left.get(path)
    const known = input.known?.get(path)
    left.delete(path)
    const file = read.get(path)
    if (!file) continue
    if (found) put(path, found.known.id, file)
    else if (known !== undefined && byId.has(known)) put(path, known, file)
    else unmatched.push([path, file])
  }
  for (const [path, file] of unmatched) {
    const moved = [...left.values()].find(({ origin }) => origin.oid === tree.get(path)?.oid)
    if (moved) left.delete(moved.origin.path)
    put(path, moved?.known.id ?? input.newId(), file)
  }
  for (const { known } of left.values()) changes.push({ type: 'delete-reusable-content', id: known.id })
  return changes
}

function importVariables(content: Content, text: string | undefined): Change[] {
  if (text === undefined) return []
  const yaml = readYaml(text) ?? {}
  const variables: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(yaml)) {
    if (!isScalar(value)) continue
    if (content.variables.get(name) !== String(value)) variables[name] = String(value)
  }
  for (const name of content.variables.keys()) if (!Object.hasOwn(yaml, name)) variables[name] = null
  return Object.keys(variables).length > 0 ? [{ type: 'set-variables', variables }] : []
}
