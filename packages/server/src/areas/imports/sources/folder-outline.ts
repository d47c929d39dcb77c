import {
  resolveRelativePath,
  parseOutline,
  type PageLookup,
  type PageOutline,
  pruneOutline,
} from '../../content/index.ts'
import { parse } from 'yaml'
import { readSummaryHeading } from '../../../git-layout/index.ts'

interface Files {
  read(path: string): Promise<Buffer>
}

/** The order of pages, and the heading of the summary that gives it. */
export interface FolderOutline {
  outline: PageOutline[]
  summaryHeading?: string | undefined
}

/** Reads the order of pages from a GitBook summary, the sidebar of a wiki, or the configuration of MkDocs. */
export async function readOutline(folder: Files, paths: string[], pages: PageLookup): Promise<FolderOutline> {
  const findTopmost = (pattern: RegExp) =>
    paths.filter((path) => pattern.test(path)).sort((one, other) => getDepth(one) - getDepth(other))[0]
  const summary = findTopmost(/(^|\/)SUMMARY\.md$/i)
  const list = summary ?? findTopmost(/(^|\/)_Sidebar\.md$/i)
  if (list !== undefined) {
    const text = (await folder.read(list)).toString('utf8')
    const outline = parseOutline(text, list, pages)
    if (outline.length > 0) return { outline, ...(summary && { summaryHeading: readSummaryHeading(text) }) }
  }
  const configuration = findTopmost(/(^|\/)mkdocs\.ya?ml$/i)
  if (configuration === undefined) return { outline: [] }
  const text = (await folder.read(configuration)).toString('utf8')
  return { outline: readMkDocsOutline(text, configuration, pages) }
}

const getDepth = (path: string): number => path.split('/').length

/** Reads `nav` of `mkdocs.yml`, which has paths, `Title: path`, and `Title:` with a list. */
function readMkDocsOutline(yaml: string, from: string, pages: PageLookup): PageOutline[] {
  let settings: unknown
  try {
    // MkDocs files may have YAML tags for Python functions. These are ignored.
    settings = parse(yaml, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return []
  }
  if (!isRecord(settings) || !Array.isArray(settings.nav)) return []
  const folder = typeof settings.docs_dir === 'string' ? settings.docs_dir : 'docs'
  const findPage = (path: string) => pages.findPage(resolveRelativePath(from, `${folder}/${path}`) ?? '')
  const entries = (nav: unknown[]): PageOutline[] =>
    nav.flatMap((entry): PageOutline[] => {
      if (typeof entry === 'string') {
        const page = findPage(entry)
        return page === undefined ? [] : [{ address: page, children: [] }]
      }
      if (!isRecord(entry)) return []
      return Object.entries(entry).map(([title, value]) => {
        if (Array.isArray(value)) return { title, children: entries(value) }
        const page = typeof value === 'string' ? findPage(value) : undefined
        return page === undefined ? { title, children: [] } : { title, address: page, children: [] }
      })
    })
  return pruneOutline(entries(settings.nav))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
