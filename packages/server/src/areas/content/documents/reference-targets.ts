import type { ContentRef } from '@verso/markdown'

/** A path below the top of a space: segments joined by slashes, without `.` and `..`. */
export type SpacePath = string

/** What an address leads to, as far as that can be said without looking. */
export type ReferenceTarget =
  | { kind: 'page'; path: SpacePath; anchor?: string }
  /** An id, or else a path from the top. */
  | { kind: 'page-named'; name: string; anchor?: string }
  | { kind: 'file'; path: SpacePath }
  | { kind: 'reusable-content'; path: SpacePath }

/**
 * What a reference asks to be looked up, from a text that stands at `from`. Nothing for what needs no looking up:
 * ids, URLs, what is in another space.
 */
export function parseReferenceTarget(ref: ContentRef, from: SpacePath): ReferenceTarget | undefined {
  switch (ref.kind) {
    case 'page':
      return ref.space === undefined ? wantedPage(ref.page, from) : undefined
    case 'anchor': {
      const { page, space, anchor } = ref
      const wanted = page === undefined || space !== undefined ? undefined : wantedPage(page, from)
      return wanted && { ...wanted, anchor }
    }
    case 'file': {
      const path = ref.space === undefined && isPath(ref.file) ? join(from, ref.file) : undefined
      return path === undefined ? undefined : { kind: 'file', path }
    }
    case 'reusable-content': {
      const { reusableContent, space } = ref
      const path = space === undefined && isPath(reusableContent) ? join(from, reusableContent) : undefined
      return path === undefined ? undefined : { kind: 'reusable-content', path }
    }
    case 'url':
      return wantedFromTop(ref.url)
    default:
      return undefined
  }
}

function wantedPage(page: string, from: SpacePath): Extract<ReferenceTarget, { anchor?: string }> | undefined {
  if (!isPath(page)) return { kind: 'page-named', name: page }
  const path = join(from, page)
  return path === undefined ? undefined : { kind: 'page', path }
}

/** `/pages/guides/start`, `/pages/guides/start.md`, `/guides/start.md`: what Markdown has no other word for. */
function wantedFromTop(url: string): ReferenceTarget | undefined {
  const match = /^\/(pages\/)?([^?#]+?)(?:#(.+))?$/.exec(url)
  if (!match) return undefined
  const [, prefix, below = '', anchor] = match
  if (url.startsWith('//') || (prefix === undefined && !/\.(?:md|markdown)$/i.test(below))) return undefined
  const path = join('', below)
  if (path === undefined) return undefined
  return anchor === undefined ? { kind: 'page', path } : { kind: 'page', path, anchor }
}

/** Otherwise it is an id. */
export function isPath(address: string): boolean {
  // As the parser of references has it: what has neither a dot nor a slash is an id.
  return address.includes('/') || address.includes('.')
}

/** A path as seen from a file; nothing where it leads out of the space. */
function join(from: SpacePath, relative: string): SpacePath | undefined {
  const way = relative.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of decoded(relative).split('/')) {
    if (step === '..') {
      if (way.pop() === undefined) return undefined
    } else if (step !== '.' && step !== '') way.push(step)
  }
  return way.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * What a text from a repository calls a file, and no file of the content is: it is in the repository, where people see
 * it. Pages that are missing are missing.
 */
export function linkToRepositoryFile(
  git: { tree?: string } | undefined,
  wanted: ReferenceTarget,
): { kind: 'url'; url: string } | undefined {
  if (git?.tree === undefined || wanted.kind !== 'file') return undefined
  return { kind: 'url', url: `${git.tree}/${wanted.path.split('/').map(encodeURIComponent).join('/')}` }
}

/** The path of a page from the path of its file: without its ending, and without `README`. */
export function toPagePath(file: SpacePath): string {
  return file.replace(/(?:^|\/)README(?:\.(?:md|markdown))?$/i, '').replace(/\.(?:md|markdown)$/i, '')
}

/** The reference to a page that was found. */
export function createPageRef(page: string, anchor: string | undefined): ContentRef {
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor, page }
}
