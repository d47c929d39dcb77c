import type { StructureNode } from '../structure/structure-nodes.ts'

export type RedirectDestination =
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'external'; url: string }
  | { kind: 'path'; spaceId: string; path: string }

export interface ParsedRedirect {
  source: string
  destination: RedirectDestination
}

export interface WrongLine {
  line: number
  text: string
  problem: 'no-destination' | 'wrong-source' | 'wrong-destination' | 'loop'
}

const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** A path as it is in addresses: letters of other scripts and signs are encoded. */
const encodeSource = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(decodeSegment(segment))
        .replaceAll('%2B', '+')
        .replaceAll(/[!'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The page or the space at a path of the site, or an address elsewhere. */
function readDestination(text: string, nodes: readonly StructureNode[]): RedirectDestination | undefined {
  if (/^https?:\/\/\S+$/i.test(text)) return { kind: 'external', url: text }
  if (!text.startsWith('/')) return undefined
  const path = trimSlash(text)
  const variants = nodes
    .filter((node) => node.kind === 'variant')
    .filter(({ address }) => address === '/' || path === address || path.startsWith(`${address}/`))
    .toSorted((one, other) => other.address.length - one.address.length)
  const variant = variants[0]
  if (!variant) return undefined
  const rest = (variant.address === '/' ? path : path.slice(variant.address.length)).replace(/^\//, '')
  return rest === ''
    ? { kind: 'site-space', siteSpaceId: variant.id }
    : { kind: 'path', spaceId: variant.item.space.id, path: rest }
}

/** Whether following the redirects from a source comes back to it. */
function isLoop(source: string, targets: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = source; at !== undefined; at = targets.get(at)) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

/**
 * Reads redirects as people paste them: a line each, with the old path and the new one or an address, separated by a comma, a
 * semicolon, a tab or `->`. `siteAddress` is the site itself, so that loops over its full address are found too.
 */
export function parseRedirects(
  text: string,
  nodes: readonly StructureNode[],
  siteAddress: string | undefined,
): { redirects: ParsedRedirect[]; wrong: WrongLine[] } {
  const redirects: ParsedRedirect[] = []
  const wrong: WrongLine[] = []
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const parts = lines.map((line) =>
    line.split(/\s*(?:->|[,;\t])\s*|\s+/).map((part) => part.replaceAll(/^"|"$/g, '')),
  )
  const toPath = (target: string): string =>
    trimSlash(
      siteAddress !== undefined && target.startsWith(siteAddress)
        ? `/${target.slice(siteAddress.length)}`
        : target,
    )
  const targets = new Map(
    parts.flatMap(([from = '', to = '']) =>
      from === '' || to === '' ? [] : [[trimSlash(from), toPath(to)] as const],
    ),
  )
  lines.forEach((line, index) => {
    if (line === '' || line.startsWith('#') || /^source\b/i.test(line)) return
    const [source = '', target = ''] = parts[index] ?? []
    const add = (problem: WrongLine['problem']): number =>
      wrong.push({ line: index + 1, text: line, problem })
    if (target === '') return void add('no-destination')
    if (!/^\/[^\s?#]*$/.test(source) || trimSlash(source) === '/') return void add('wrong-source')
    if (isLoop(trimSlash(source), targets)) return void add('loop')
    const destination = readDestination(target, nodes)
    if (!destination) return void add('wrong-destination')
    redirects.push({ source: encodeSource(trimSlash(source)), destination })
  })
  return { redirects, wrong }
}
