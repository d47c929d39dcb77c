import { decodeUri } from '../../../common/decode-uri.ts'
import type { ContentRef } from '@verso/markdown'

/** A path from the root of a space: segments joined by slashes, without `.` and `..`. */
export type SpacePath = string

/** What a reference names, before it is looked up in a revision. */
export type ReferenceTarget =
  | { kind: 'page'; path: SpacePath; anchor?: string }
  /** The name is the id of a page or a path from the root. */
  | { kind: 'page-named'; name: string; anchor?: string }
  | { kind: 'file'; path: SpacePath }
  | { kind: 'reusable-content'; path: SpacePath }

/**
 * Parses what a reference in the file `from` names. Undefined for references that need no lookup: ids of files and
 * reusable contents, external URLs, and references to other spaces.
 */
export function parseReferenceTarget(ref: ContentRef, from: SpacePath): ReferenceTarget | undefined {
  switch (ref.kind) {
    case 'page':
      return ref.space === undefined ? parsePageTarget(ref.page, from) : undefined
    case 'anchor': {
      const { page, space, anchor } = ref
      const target = page === undefined || space !== undefined ? undefined : parsePageTarget(page, from)
      return target && { ...target, anchor }
    }
    case 'file': {
      const path = ref.space === undefined && isPath(ref.file) ? resolvePath(from, ref.file) : undefined
      return path === undefined ? undefined : { kind: 'file', path }
    }
    case 'reusable-content': {
      const { reusableContent, space } = ref
      const path =
        space === undefined && isPath(reusableContent) ? resolvePath(from, reusableContent) : undefined
      return path === undefined ? undefined : { kind: 'reusable-content', path }
    }
    case 'url':
      return parseRootPath(ref.url)
    default:
      return undefined
  }
}

function parsePageTarget(
  page: string,
  from: SpacePath,
): Extract<ReferenceTarget, { anchor?: string }> | undefined {
  if (!isPath(page)) return { kind: 'page-named', name: page }
  const path = resolvePath(from, page)
  return path === undefined ? undefined : { kind: 'page', path }
}

/** `/pages/guides/start`, `/pages/guides/start.md` or `/guides/start.md`: paths from the root are URLs in Markdown. */
function parseRootPath(url: string): ReferenceTarget | undefined {
  const match = /^\/(pages\/)?([^?#]+?)(?:#(.+))?$/.exec(url)
  if (!match) return undefined
  const [, prefix, relativePath = '', anchor] = match
  if (url.startsWith('//') || (prefix === undefined && !/\.(?:md|markdown)$/i.test(relativePath)))
    return undefined
  const path = resolvePath('', relativePath)
  if (path === undefined) return undefined
  return anchor === undefined ? { kind: 'page', path } : { kind: 'page', path, anchor }
}

/** Whether a reference is a path, as the parser of references decides it: without a dot and a slash it is an id. */
export function isPath(address: string): boolean {
  return address.includes('/') || address.includes('.')
}

/** Resolves a path relative to a file; undefined where it leads out of the space. */
function resolvePath(from: SpacePath, relative: string): SpacePath | undefined {
  const segments = relative.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const segment of decodeUri(relative).split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

/**
 * The URL in the Git repository of a file that the space does not have: a text that was imported may name files of its
 * repository that were not. Undefined for pages, because a missing page is a broken link.
 */
export function linkToRepositoryFile(
  git: { tree?: string } | undefined,
  target: ReferenceTarget,
): { kind: 'url'; url: string } | undefined {
  if (git?.tree === undefined || target.kind !== 'file') return undefined
  return { kind: 'url', url: `${git.tree}/${target.path.split('/').map(encodeURIComponent).join('/')}` }
}

/** The path of a page from the path of its file: without the extension, and without `README`. */
export function toPagePath(file: SpacePath): string {
  return file.replace(/(?:^|\/)README(?:\.(?:md|markdown))?$/i, '').replace(/\.(?:md|markdown)$/i, '')
}

/** A reference to a page, or to an anchor in it. */
export function createPageRef(page: string, anchor: string | undefined): ContentRef {
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor, page }
}
