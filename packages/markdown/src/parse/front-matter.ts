import { parse, stringify } from 'yaml'

export type FrontMatter = Record<string, unknown>

const openingPattern = /^---[ \t]*\n/
const closingPattern = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m

/**
 * Splits a page into its front matter and its body. Front matter is YAML between two lines of dashes at the very
 * start. When it does not parse as an object, the dashes are a divider, so that the page is shown instead of rejected.
 */
export function splitFrontMatter(markdown: string): { frontMatter: FrontMatter | undefined; body: string } {
  const noFrontMatter = { frontMatter: undefined, body: markdown }
  const opening = openingPattern.exec(markdown)
  if (!opening) return noFrontMatter
  const rest = markdown.slice(opening[0].length)
  const closing = closingPattern.exec(rest)
  if (!closing) return noFrontMatter
  const frontMatter = parseYaml(rest.slice(0, closing.index))
  return frontMatter ? { frontMatter, body: rest.slice(closing.index + closing[0].length) } : noFrontMatter
}

/** A line with a name and a value that YAML always reads as text. */
const plainLinePattern =
  /^([A-Za-z][A-Za-z0-9_-]*): +([A-Za-z](?:[A-Za-z0-9,.;()/'"!? _-]*[A-Za-z0-9,.;()/'"!?_-])?)[ ]*$/
const nonTextPattern = /^(?:true|false|null)$/i

/**
 * Parses front matter of plain lines, or returns undefined. Most front matter is like that, and the YAML parser takes
 * longer for it than parsing the page takes.
 */
function parsePlainLines(source: string): FrontMatter | undefined {
  const frontMatter: FrontMatter = {}
  for (const line of source.split('\n')) {
    if (line === '') continue
    const [, name, text] = plainLinePattern.exec(line) ?? []
    if (name === undefined || text === undefined || nonTextPattern.test(text)) return undefined
    frontMatter[name] = text
  }
  return frontMatter
}

function parseYaml(source: string): FrontMatter | undefined {
  const plainFrontMatter = parsePlainLines(source)
  if (plainFrontMatter) return plainFrontMatter
  try {
    // With aliases a few lines of YAML can expand to gigabytes, and no front matter needs them.
    const options = { maxAliasCount: 0, schema: 'core', uniqueKeys: false, logLevel: 'error' } as const
    const value: unknown = parse(source, options) ?? {}
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is FrontMatter {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function writeFrontMatter(frontMatter: FrontMatter): string {
  if (Object.keys(frontMatter).length === 0) return '---\n---\n'
  return `---\n${stringify(frontMatter, { lineWidth: 80, blockQuote: 'folded' })}---\n`
}
