import { decodeUri } from '../../../common/decode-uri.ts'
import { resolveRelativePath, type PageOutline } from '../../content/index.ts'
import { posix } from 'node:path'
import type { ReadPage } from '../conversion/types.ts'
import type { SourceImporter } from './source.ts'
import { deriveName, splitAddress, removeExtension } from './links.ts'
import { downloadArchive } from './download.ts'
import { collectFolder, type Folder } from './folder.ts'

/**
 * Imports an export of Notion as Markdown or HTML. It has `Page 0123….md`, and next to it a folder `Page 0123…` (or just
 * `Page`) with the child pages and files. Databases are tables in `.csv`. Pages are in the order in which their parent
 * links to them.
 */
export const importNotion: SourceImporter = async (context, url) => {
  const folder = addTablePages(await downloadArchive(context, url))
  return collectFolder(context, folder, {
    flavour: 'notion',
    outline: readOutline,
    // Exports as HTML have a list of all pages, which is no page.
    isIndex: (path) => /^([^/]+\/)?index\.html$/.test(path),
    findParent: findParent,
    deriveName: deriveName,
  })
}

/** Adds a page for each database. A database has a table, and one with `_all` if its view hides something. */
function addTablePages(folder: Folder): Folder {
  const tables = folder.paths.filter((path) => path.endsWith('.csv') && !path.endsWith('_all.csv'))
  const tablesByPage = new Map<string, string>(
    tables
      .map((path) => [`${path.slice(0, -4)}.md`, path] as const)
      .filter(([page]) => !folder.paths.includes(page)),
  )
  return {
    ...folder,
    paths: [...folder.paths.filter((path) => !path.endsWith('.csv')), ...tablesByPage.keys()],
    size: (path) => folder.size(tablesByPage.get(path) ?? path),
    read: async (path) => {
      const table = tablesByPage.get(path)
      if (table === undefined) return folder.read(path)
      return Buffer.from(convertCsvToMarkdown((await folder.read(table)).toString('utf8'), deriveName(path)))
    },
  }
}

/** Converts comma-separated values to a Markdown table. */
export function convertCsvToMarkdown(csv: string, title: string): string {
  const [head, ...rows] = parseCsv(csv.replace(/^\uFEFF/, ''))
  if (!head) return `# ${title}\n`
  const line = (cells: string[]) =>
    `| ${head.map((_, index) => escapeCell(cells[index] ?? '')).join(' | ')} |`
  return [`# ${title}`, '', line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line), ''].join('\n')
}

const escapeCell = (text: string): string =>
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

const removeId = (path: string): string => path.replace(/ [0-9a-f]{32}$/, '')

/** Finds the page whose folder a page is in. */
function findParent(path: string, paths: ReadonlySet<string>): string | undefined {
  const folder = posix.dirname(path)
  if (folder === '.') return undefined
  for (const candidate of paths) {
    if (candidate === path) continue
    const bare = removeExtension(candidate)
    if (bare === folder || removeId(bare) === folder) return candidate
  }
  return findParent(folder, paths)
}

function readOutline(pages: ReadPage[]): PageOutline[] {
  const keys = new Set(pages.map(({ key }) => key))
  const parents = new Map(pages.map(({ key }) => [key, findParent(key, keys)]))
  const below = (parent: ReadPage | undefined): PageOutline[] => {
    const own = pages.filter(({ key }) => parents.get(key) === parent?.key)
    const linkedPaths = (parent?.addresses ?? []).map(({ address }) =>
      resolveRelativePath(parent?.key ?? '', decodeUri(splitAddress(address).path)),
    )
    const getPosition = ({ key }: ReadPage) => {
      const at = linkedPaths.indexOf(key)
      return at === -1 ? linkedPaths.length : at
    }
    return own
      .sort((one, other) => getPosition(one) - getPosition(other))
      .map((page) => ({ address: page.key, children: below(page) }))
  }
  return below(undefined)
}
