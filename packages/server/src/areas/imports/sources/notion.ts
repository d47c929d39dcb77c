import { resolveRelativePath, type PageOutline } from '../../content/index.ts'
import { posix } from 'node:path'
import type { ReadPage } from '../conversion/types.ts'
import type { SourceImporter } from './source.ts'
import { decodeUri, deriveName, splitAddress, removeExtension } from './links.ts'
import { downloadArchive } from './download.ts'
import { collectFolder, type Folder } from './folder.ts'

/**
 * An export of Notion, as Markdown or HTML: `Page 0123….md`, and beside it a folder `Page 0123…` (or just `Page`) with
 * the pages below it and its files. Databases are tables in `.csv`. Pages stand in the order their parent names them.
 */
export const importNotion: SourceImporter = async (context, url) => {
  const folder = withTables(await downloadArchive(context, url))
  return collectFolder(context, folder, {
    flavour: 'notion',
    outline: outlineByMention,
    // Exports as HTML begin with a list of themselves.
    isIndex: (path) => /^([^/]+\/)?index\.html$/.test(path),
    findParent: parentOf,
    deriveName: deriveName,
  })
}

/** A database comes as a table and, when it is not what is shown, once more with `_all`. */
function withTables(folder: Folder): Folder {
  const tables = folder.paths.filter((path) => path.endsWith('.csv') && !path.endsWith('_all.csv'))
  const made = new Map<string, string>(
    tables
      .map((path) => [`${path.slice(0, -4)}.md`, path] as const)
      .filter(([page]) => !folder.paths.includes(page)),
  )
  return {
    ...folder,
    paths: [...folder.paths.filter((path) => !path.endsWith('.csv')), ...made.keys()],
    size: (path) => folder.size(made.get(path) ?? path),
    read: async (path) => {
      const table = made.get(path)
      if (table === undefined) return folder.read(path)
      return Buffer.from(convertCsvToMarkdown((await folder.read(table)).toString('utf8'), deriveName(path)))
    },
  }
}

/** Comma-separated values as a table in Markdown. */
export function convertCsvToMarkdown(csv: string, title: string): string {
  const [head, ...rows] = parseCsv(csv.replace(/^\uFEFF/, ''))
  if (!head) return `# ${title}\n`
  const line = (cells: string[]) => `| ${head.map((_, index) => cellOf(cells[index] ?? '')).join(' | ')} |`
  return [`# ${title}`, '', line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line), ''].join('\n')
}

const cellOf = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('{%', '\\{%')

function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  for (let match = field.exec(text); match && match[0] !== ''; match = field.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

const withoutId = (path: string): string => path.replace(/ [0-9a-f]{32}$/, '')

/** The page whose folder a page is in. */
function parentOf(path: string, paths: ReadonlySet<string>): string | undefined {
  const folder = posix.dirname(path)
  if (folder === '.') return undefined
  for (const candidate of paths) {
    if (candidate === path) continue
    const bare = removeExtension(candidate)
    if (bare === folder || withoutId(bare) === folder) return candidate
  }
  return parentOf(folder, paths)
}

function outlineByMention(pages: ReadPage[]): PageOutline[] {
  const keys = new Set(pages.map(({ key }) => key))
  const parents = new Map(pages.map(({ key }) => [key, parentOf(key, keys)]))
  const below = (parent: ReadPage | undefined): PageOutline[] => {
    const own = pages.filter(({ key }) => parents.get(key) === parent?.key)
    const mentioned = (parent?.addresses ?? []).map(({ address }) =>
      resolveRelativePath(parent?.key ?? '', decodeUri(splitAddress(address).path)),
    )
    const place = ({ key }: ReadPage) => {
      const at = mentioned.indexOf(key)
      return at === -1 ? mentioned.length : at
    }
    return own
      .sort((one, other) => place(one) - place(other))
      .map((page) => ({ address: page.key, children: below(page) }))
  }
  return below(undefined)
}
