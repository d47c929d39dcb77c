import { resolveRelativePath, parseOutline, type PageLookup, type PageOutline, pruneOutline } from '../../content/index.ts'
import { parse } from 'yaml'

interface Files {
  read(path: string): Promise<Buffer>
}

/** The order that a folder's own files give: a summary of GitBook's, a wiki's sidebar, a configuration of MkDocs. */
export async function readOutline(
  folder: Files,
  paths: string[],
  pages: PageLookup,
): Promise<PageOutline[]> {
  const shallowest = (pattern: RegExp) =>
    paths.filter((path) => pattern.test(path)).sort((one, other) => depth(one) - depth(other))[0]
  const list = shallowest(/(^|\/)SUMMARY\.md$/i) ?? shallowest(/(^|\/)_Sidebar\.md$/i)
  if (list !== undefined) {
    const outline = parseOutline((await folder.read(list)).toString('utf8'), list, pages)
    if (outline.length > 0) return outline
  }
  const configuration = shallowest(/(^|\/)mkdocs\.ya?ml$/i)
  if (configuration === undefined) return []
  return outlineOfMkDocs((await folder.read(configuration)).toString('utf8'), configuration, pages)
}

const depth = (path: string): number => path.split('/').length

/** `nav` of `mkdocs.yml`: paths, `Title: path`, and `Title:` with a list. */
function outlineOfMkDocs(yaml: string, from: string, pages: PageLookup): PageOutline[] {
  let settings: unknown
  try {
    // Tags that name functions of Python are read as what they are on.
    settings = parse(yaml, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return []
  }
  if (!isRecord(settings) || !Array.isArray(settings.nav)) return []
  const folder = typeof settings.docs_dir === 'string' ? settings.docs_dir : 'docs'
  const pageAt = (path: string) => pages.findPage(resolveRelativePath(from, `${folder}/${path}`) ?? '')
  const entries = (nav: unknown[]): PageOutline[] =>
    nav.flatMap((entry): PageOutline[] => {
      if (typeof entry === 'string') {
        const page = pageAt(entry)
        return page === undefined ? [] : [{ address: page, children: [] }]
      }
      if (!isRecord(entry)) return []
      return Object.entries(entry).map(([title, value]) => {
        if (Array.isArray(value)) return { title, children: entries(value) }
        const page = typeof value === 'string' ? pageAt(value) : undefined
        return page === undefined ? { title, children: [] } : { title, address: page, children: [] }
      })
    })
  return pruneOutline(entries(settings.nav))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
