import type { ContentRef, MediaRef } from '../document/types.ts'

/**
 * References in Markdown are addresses: a path relative to the page, an anchor, a URL, or a stable address such as
 * `/pages/{id}`. In a document, text without a dot and a slash is an id, so `./` is added to a bare relative name.
 */
const stableAddressPattern =
  /^(?:\/spaces\/([^/#?]+))?(?:\/(pages|files|reusable-contents|tags|collections|users|openapi)\/([^/#?.]+)(?:#(.+))?)?$/
const userUrlPattern = /^https:\/\/app\.gitbook\.com\/u\/([\w-]+)$/
const schemePattern = /^[a-z][a-z0-9+.-]*:/i

export function parseReference(href: string): ContentRef {
  if (schemePattern.test(href) || href.startsWith('//')) {
    const user = userUrlPattern.exec(href)?.[1]
    return user === undefined ? { kind: 'url', url: href } : { kind: 'user', user }
  }
  if (href.startsWith('#') && href.length > 1) return { kind: 'anchor', anchor: href.slice(1) }
  if (href.startsWith('/')) return parseStableAddress(href) ?? { kind: 'url', url: href }
  return parseRelativeAddress(href)
}

/** Parses the address of an image or a download, which can only be a file or a URL. */
export function parseMediaReference(href: string): MediaRef {
  const ref = parseReference(href)
  if (ref.kind === 'file' || ref.kind === 'url') return ref
  if (ref.kind === 'page' && ref.space === undefined && isRelativePath(ref.page))
    return { kind: 'file', file: ref.page }
  return { kind: 'url', url: href }
}

function parseStableAddress(href: string): ContentRef | undefined {
  const match = stableAddressPattern.exec(href)
  if (!match) return undefined
  const [, space, kind, id, anchor] = match
  const inSpace = space === undefined ? {} : { space }
  if (id === undefined) return space === undefined ? undefined : { kind: 'space', space }
  if (kind === 'pages') {
    return anchor === undefined
      ? { kind: 'page', page: id, ...inSpace }
      : { kind: 'anchor', anchor, page: id, ...inSpace }
  }
  if (anchor !== undefined) return undefined
  if (kind === 'files') return { kind: 'file', file: id, ...inSpace }
  if (kind === 'reusable-contents') return { kind: 'reusable-content', reusableContent: id, ...inSpace }
  if (kind === 'tags') return { kind: 'tag', tag: id, ...inSpace }
  if (space !== undefined) return undefined
  if (kind === 'collections') return { kind: 'collection', collection: id }
  if (kind === 'users') return { kind: 'user', user: id }
  return { kind: 'openapi', spec: id }
}

function parseRelativeAddress(href: string): ContentRef {
  if (href === '' || href.includes('?')) return { kind: 'url', url: href }
  const hash = href.indexOf('#')
  const path = hash < 0 ? href : href.slice(0, hash)
  const anchor = hash < 0 ? '' : href.slice(hash + 1)
  if (path === '' || (hash >= 0 && anchor === '')) return { kind: 'url', url: href }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isPage = !name.includes('.') || /^\.{1,2}$|\.(?:md|markdown)$/i.test(name)
  if (!isPage) return hash < 0 ? { kind: 'file', file: path } : { kind: 'url', url: href }
  const page = isRelativePath(path) ? path : `./${path}`
  return anchor === '' ? { kind: 'page', page } : { kind: 'anchor', anchor, page }
}

export function isRelativePath(address: string): boolean {
  return address.includes('/') || address.includes('.')
}

/** Formats a reference as an address that `parseReference` reads. */
export function formatReference(ref: ContentRef): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return formatAddress('files', ref.file, ref.space)
    case 'page':
      return formatAddress('pages', ref.page, ref.space)
    case 'anchor':
      return `${ref.page === undefined ? '' : formatAddress('pages', ref.page, ref.space)}#${ref.anchor}`
    case 'reusable-content':
      return formatAddress('reusable-contents', ref.reusableContent, ref.space)
    case 'tag':
      return formatAddress('tags', ref.tag, ref.space)
    case 'space':
      return `/spaces/${ref.space}`
    case 'collection':
      return `/collections/${ref.collection}`
    case 'user':
      return `/users/${ref.user}`
    case 'openapi':
      return `/openapi/${ref.spec}`
  }
}

function formatAddress(kind: string, id: string, space: string | undefined): string {
  if (space === undefined && isRelativePath(id)) return id
  return `${space === undefined ? '' : `/spaces/${space}`}/${kind}/${id}`
}

/**
 * Whether an address may become a reference. Addresses such as `javascript:` run code when they are followed, so they
 * stay text. Browsers ignore control characters and whitespace in a scheme, so this function ignores them as well.
 */
export function isSafeAddress(href: string): boolean {
  const scheme = href.slice(0, 64).replaceAll(ignoredCharacters, '').toLowerCase()
  return (
    !/^(?:javascript|vbscript|data|file):/.test(scheme) || /^data:image\/(?:gif|png|jpeg|webp);/.test(scheme)
  )
}

// oxlint-disable-next-line no-control-regex -- these are the characters that browsers skip
const ignoredCharacters = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g
