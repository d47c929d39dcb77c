import type {
  Change,
  FileEntry,
  FileRecord,
  Hash,
  Json,
  JsonObject,
  PageFields,
  PageTree,
  ReusableContent,
} from '@verso/revisions'
import { getConfigPath, type LayoutConfig, readLayoutConfig } from './config.ts'
import { hasHeading, type HeadFields, type PageFile, splitPageFile, parseHead } from './head.ts'
import { PageMatcher } from './page-matcher.ts'
import { importFiles } from './import-files.ts'
import { type GitOrigin, readOrigin, type CommitTree } from './origin.ts'
import { isInside, isMarkdown, isPlainPath, slugifyTitle, slugifyPath, deriveTitle } from './paths.ts'
import { planPlacements, type PagePlacement } from './page-placement.ts'
import { type StructureEntry, readStructure } from './structure.ts'
import { readSummaryHeading } from './summary.ts'
import { isScalar, readYaml, isSameValue } from './yaml-lines.ts'

/** The content of a revision, as the layout reads it. */
export interface LayoutContent {
  pages: readonly PageTree[]
  files: readonly FileEntry[]
  reusableContents: readonly ReusableContent[]
  variables: ReadonlyMap<string, string>
  documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>
}

export interface ImportInput {
  tree: CommitTree
  projectDirectory: string
  /** The URL at which people see the files of the branch. */
  treeUrl?: string | undefined
  content: LayoutContent
  /** Reads files of the commit. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Stores the bytes of a file. Returns the reason as text if it may not be stored. */
  store(path: string, bytes: Uint8Array): Promise<FileRecord | string>
  /** The ids of pages, files and reusable contents that are known to be at a path, such as those just exported to it. */
  known?: ReadonlyMap<string, string>
  newId(): string
  now: Date
  progress?(done: number, total: number): Promise<void>
}

export interface ImportPlan {
  changes: Change[]
  config: LayoutConfig
  /** The heading of `SUMMARY.md`. */
  summaryHeading: string | undefined
  /** Messages for people about what was skipped. */
  problems: string[]
}

export const MAX_PAGE_BYTES = 4_000_000

/** Plans the changes that turn the content into that of the commit. Pages that the commit still has keep their ids. */
export async function planImport(input: ImportInput): Promise<ImportPlan> {
  const problems: string[] = []
  const tree = removeInvalidPaths(input.tree, problems)
  const texts = new TextReader(input, tree, problems)
  const { config, problems: configProblems } = readLayoutConfig(
    input.projectDirectory,
    await texts.readText(getConfigPath(input.projectDirectory)),
  )
  problems.push(...configProblems)
  const summary = await texts.readText(config.summary)
  const structure = readStructure(config, [...tree.keys()], summary)
  problems.push(...structure.problems)
  // Pages are parsed while files are read and stored.
  const [pages, reusableContents, variables, files] = await Promise.all([
    importPages(input, tree, texts, config, structure.entries),
    importReusableContents(input, tree, texts, config),
    texts.readText(config.variables),
    importFiles(input, tree, config),
  ])
  const changes = [
    ...pages,
    ...reusableContents,
    ...importVariables(input.content, variables),
    ...files.changes,
  ]
  return {
    changes,
    config,
    summaryHeading: summary === undefined ? undefined : readSummaryHeading(summary),
    problems: [...problems, ...files.problems],
  }
}

function removeInvalidPaths(tree: CommitTree, problems: string[]): CommitTree {
  const plain = new Map<string, { oid: string; size: number }>()
  for (const [path, entry] of tree) {
    if (isPlainPath(path)) plain.set(path, entry)
    else
      problems.push(
        `The file ${JSON.stringify(path.slice(0, 200))} has a name that is not allowed and was skipped.`,
      )
  }
  return plain
}

/** Reads text files of the commit and notes those that cannot be read. */
class TextReader {
  readonly #input: ImportInput
  readonly #tree: CommitTree
  readonly #problems: string[]

  constructor(input: ImportInput, tree: CommitTree, problems: string[]) {
    this.#input = input
    this.#tree = tree
    this.#problems = problems
  }

  async readText(path: string): Promise<string | undefined> {
    return (await this.readTexts([path])).get(path)
  }

  /** Reads text files and splits them into head and body. */
  async readPageFiles(paths: readonly string[]): Promise<Map<string, PageFile>> {
    return new Map([...(await this.readTexts(paths))].map(([path, text]) => [path, splitPageFile(text)]))
  }

  /** Reads those of the files that exist and are UTF-8. */
  async readTexts(paths: readonly string[]): Promise<Map<string, string>> {
    const readablePaths = paths.filter((path) => {
      const size = this.#tree.get(path)?.size
      if (size !== undefined && size > MAX_PAGE_BYTES) this.#problems.push(`${path} is too large for a page.`)
      return size !== undefined && size <= MAX_PAGE_BYTES
    })
    const texts = new Map<string, string>()
    for (const [path, bytes] of readablePaths.length === 0 ? [] : await this.#input.read(readablePaths)) {
      try {
        texts.set(path, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
      } catch {
        this.#problems.push(`${path} is not text in UTF-8 and was skipped.`)
      }
    }
    return texts
  }
}

const asJson = (origin: GitOrigin): JsonObject => ({ ...origin })

async function importPages(
  input: ImportInput,
  tree: CommitTree,
  texts: TextReader,
  config: LayoutConfig,
  entries: StructureEntry[],
): Promise<Change[]> {
  const matcher = new PageMatcher(input.content.pages, input.known)
  const paths = [...listPaths(entries)]
  // A file with the same object id as before is unchanged and need not be read.
  const changedPaths = paths.filter((path) => matcher.findOrigin(path)?.oid !== tree.get(path)?.oid)
  const files = await texts.readPageFiles(changedPaths)
  const unreadablePaths = new Set(changedPaths.filter((path) => !files.has(path)))
  const usableEntries = withoutPages(entries, unreadablePaths)
  await matcher.matchPages(usableEntries, tree, files, (hashes) => input.content.documents(hashes))
  const moment = input.now.toISOString()
  const idsByPath = new Map<string, string>()
  const placements: PagePlacement[] = []
  const updates: Change[] = []

  const walk = (children: readonly StructureEntry[], parent: string | null) => {
    const slugs = new Set<string>()
    for (const entry of children) {
      const known = matcher.findPage(entry)
      const id = known?.id ?? input.newId()
      const file = entry.kind === 'page' ? files.get(entry.path) : undefined
      if (entry.kind === 'page') idsByPath.set(entry.path, id)
      const fields = readFields(entry, {
        known,
        file,
        tree,
        config,
        slugs,
        moment,
        treeUrl: input.treeUrl,
        idsByPath,
      })
      const document = file && { markdown: file.body }
      if (!known) {
        const newFields = {
          type: getPageType(entry),
          ...fields,
          createdAt: moment,
          updatedAt: moment,
        } as PageFields
        placements.push({ id, parent, insert: { fields: newFields, document: document ?? null } })
      } else {
        placements.push({ id, parent })
        const patch = changedFields(known.fields, fields)
        const textChanged = file !== undefined && file.body !== matcher.findBody(known)
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
  walk(usableEntries, null)
  return [
    ...planPlacements(input.content.pages, placements, matcher.listUnplacedPages(placements)),
    ...updates,
  ]
}

const getPageType = (entry: StructureEntry) => (entry.kind === 'page' ? 'document' : entry.kind)

function* listPaths(entries: readonly StructureEntry[]): Generator<string> {
  for (const entry of entries) {
    if (entry.kind === 'page') yield entry.path
    yield* listPaths(entry.children)
  }
}

function withoutPages(entries: readonly StructureEntry[], gone: ReadonlySet<string>): StructureEntry[] {
  return entries.flatMap((entry) => {
    const children = withoutPages(entry.children, gone)
    return entry.kind === 'page' && gone.has(entry.path) ? children : [{ ...entry, children }]
  })
}

/** Reads the fields that changed in the file or the summary. The page keeps its values of all other fields. */
function readFields(
  entry: StructureEntry,
  options: {
    known: PageTree | undefined
    file: PageFile | undefined
    tree: CommitTree
    config: LayoutConfig
    slugs: Set<string>
    moment: string
    treeUrl: string | undefined
    /** The pages that come before this one in the table of contents. */
    idsByPath: ReadonlyMap<string, string>
  },
): Record<string, Json | undefined> {
  const { known, file, tree, config, slugs } = options
  const claimSlug = (preferred: string): string => {
    let free = preferred
    for (let n = 1; slugs.has(free); n += 1) free = `${preferred.slice(0, 94)}-${n}`
    slugs.add(free)
    return free
  }
  if (entry.kind === 'link') {
    const page = entry.place && options.idsByPath.get(entry.place.path)
    return {
      title: entry.title,
      target:
        entry.place && page !== undefined
          ? { kind: 'anchor', page, anchor: entry.place.anchor }
          : { kind: 'url', url: entry.url },
    }
  }
  // What was read from YAML is JSON: dates and aliases are not read as such.
  if (entry.kind === 'computed')
    return { title: known?.fields.title ?? entry.title, computed: entry.computed as JsonObject }
  if (entry.kind === 'group') {
    const currentSlug = known?.fields.title === entry.title ? known.fields.slug : undefined
    return {
      title: entry.title,
      slug: claimSlug(entry.slug ?? currentSlug ?? slugifyTitle(entry.title)),
    }
  }
  const before = known && readOrigin(known.fields)
  const head = file?.head ?? before?.head ?? ''
  // A file that was not read is unchanged, so its title is still that of the page.
  const headFields: HeadFields =
    file?.fields ?? (known && hasHeading(head) ? { title: known.fields.title } : {})
  const headFieldsBefore = before && file ? parseHead(before.head ?? '') : {}
  const slugOfFile = slugifyPath(config.root, entry.path)
  const origin: GitOrigin = {
    oid: tree.get(entry.path)?.oid ?? '',
    path: entry.path,
    ...(head !== '' && { head }),
    ...readTreeUrl(options.treeUrl),
  }
  const fields: Record<string, Json | undefined> = {
    title: headFields.title ?? entry.title ?? deriveTitle(config.root, entry.path),
    slug: claimSlug(
      before?.path === entry.path && known?.fields.slug !== undefined ? known.fields.slug : slugOfFile,
    ),
    linkTitle: entry.linkTitle,
    git: asJson(origin),
  }
  for (const name of headNames) {
    if (!known || !isSameValue(headFields[name], headFieldsBefore[name])) fields[name] = headFields[name]
  }
  return fields
}

/** Returns the URL of the branch's files if links may have it. */
const readTreeUrl = (url: string | undefined): Pick<GitOrigin, 'tree'> =>
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
  'cover',
  'tags',
  'metaLinks',
  'variables',
] as const satisfies readonly (keyof HeadFields)[]

/** Returns the fields that changed, with null for those that were removed. */
function changedFields(before: PageFields, after: Record<string, Json | undefined>): Record<string, Json> {
  const patch: Record<string, Json> = {}
  for (const [name, value] of Object.entries(after)) {
    if (!isSameValue(before[name], value)) patch[name] = value ?? null
  }
  return patch
}

async function importReusableContents(
  input: ImportInput,
  tree: CommitTree,
  texts: TextReader,
  config: LayoutConfig,
): Promise<Change[]> {
  const changes: Change[] = []
  const remaining = new Map(
    input.content.reusableContents.flatMap((known) => {
      const origin = readOrigin(known)
      return origin ? [[origin.path, { known, origin }]] : []
    }),
  )
  const paths = [...tree.keys()].filter((path) => isInside(config.includes, path) && isMarkdown(path))
  const files = await texts.readPageFiles(
    paths.filter((path) => remaining.get(path)?.origin.oid !== tree.get(path)?.oid),
  )
  const byId = new Map(input.content.reusableContents.map((known) => [known.id, known]))
  const unmatched: [string, PageFile][] = []
  const put = (path: string, id: string, { head, body, fields }: PageFile) => {
    const origin = {
      oid: tree.get(path)?.oid ?? '',
      path,
      ...(head !== '' && { head }),
      ...readTreeUrl(input.treeUrl),
    }
    changes.push({
      type: 'put-reusable-content',
      id,
      title: fields.title ?? byId.get(id)?.title ?? deriveTitle(config.root, path),
      fields: { git: asJson(origin) },
      document: { markdown: body },
    })
  }
  for (const path of paths) {
    const existing = remaining.get(path)
    const knownId = input.known?.get(path)
    remaining.delete(path)
    const file = files.get(path)
    if (!file) continue
    if (existing) put(path, existing.known.id, file)
    else if (knownId !== undefined && byId.has(knownId)) put(path, knownId, file)
    else unmatched.push([path, file])
  }
  for (const [path, file] of unmatched) {
    const movedContent = [...remaining.values()].find(({ origin }) => origin.oid === tree.get(path)?.oid)
    if (movedContent) remaining.delete(movedContent.origin.path)
    put(path, movedContent?.known.id ?? input.newId(), file)
  }
  for (const { known } of remaining.values()) changes.push({ type: 'delete-reusable-content', id: known.id })
  return changes
}

function importVariables(content: LayoutContent, text: string | undefined): Change[] {
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
