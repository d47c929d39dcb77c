import type { ContentRef } from '@verso/markdown'
import type { Json } from '@verso/revisions'
import type { ResolvedLink } from '@verso/site'
import { isPlainObject } from '../../audience/claims.ts'

type MetaLinkTarget = Extract<ContentRef, { kind: 'page' | 'url' }>

/** Where pages are edited at GitBook. Repositories name it, and readers cannot open it. */
const EDITOR_HOST = 'app.gitbook.com'

/** The canonical address that a page declares, and its others. The fields of a page hold whatever was stored. */
function readMetaLinks(value: Json | undefined): {
  canonical: MetaLinkTarget | undefined
  alternates: MetaLinkTarget[]
} {
  if (!isPlainObject(value)) return { canonical: undefined, alternates: [] }
  const { canonical, alternates } = value
  return {
    canonical: readTarget(canonical),
    alternates: Array.isArray(alternates) ? alternates.flatMap((entry) => readTarget(entry) ?? []) : [],
  }
}

function readTarget(value: unknown): MetaLinkTarget | undefined {
  if (!isPlainObject(value)) return undefined
  const { kind, page, space, url } = value
  if (kind === 'url' && typeof url === 'string') return { kind, url }
  if (kind !== 'page' || typeof page !== 'string') return undefined
  return { kind, page, ...(typeof space === 'string' && { space }) }
}

export function listMetaLinkTargets(value: Json | undefined): MetaLinkTarget[] {
  const { canonical, alternates } = readMetaLinks(value)
  return canonical ? [canonical, ...alternates] : alternates
}

/** The canonical address of a page and the addresses of its alternates, absolute. What leads nowhere is left out. */
export function resolveMetaLinks(
  value: Json | undefined,
  ownUrl: string,
  resolveLink: (ref: ContentRef) => ResolvedLink | undefined,
): { canonical: string; alternates: string[] } {
  const resolve = (ref: MetaLinkTarget): string[] => {
    const href = resolveLink(ref)?.href
    const url = href === undefined ? null : URL.parse(href, ownUrl)
    return url && /^https?:$/.test(url.protocol) && url.host !== EDITOR_HOST ? [url.href] : []
  }
  const { canonical, alternates } = readMetaLinks(value)
  const [canonicalUrl = ownUrl] = canonical ? resolve(canonical) : []
  return { canonical: canonicalUrl, alternates: alternates.flatMap(resolve) }
}

/** The tags of a page as readers see them, the primary one first. */
export function listTagLabels(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return []
  const tags = value.flatMap((entry: unknown) => {
    if (!isPlainObject(entry) || !isPlainObject(entry['tag'])) return []
    const slug = entry['tag']['tag']
    return typeof slug === 'string' ? [{ slug, isPrimary: entry['primary'] === true }] : []
  })
  return [
    ...new Set(tags.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary)).map(({ slug }) => slug)),
  ]
}
