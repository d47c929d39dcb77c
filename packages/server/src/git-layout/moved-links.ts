import { decodeUri } from '../common/decode-uri.ts'
import { applyEdits, type ContentRef, mapReferences, MarkdownError, parseMarkdown } from '@verso/markdown'
import { encodeLink } from './links-by-id.ts'
import { getFileName, getFolder, relativePath, resolvePath } from './paths.ts'

/** What a text needs to know about the files whose paths change. */
export interface FileMoves {
  /** The new paths by the old ones. */
  moved: ReadonlyMap<string, string>
  /** Whether a path, old or new, is one of a file. */
  isFile: (path: string) => boolean
}

/**
 * Writes the links of a Markdown file so that they lead to the same files as before, if these or the file itself get other
 * paths. Everything else keeps its bytes; code is no link.
 */
export function followMovedFiles(
  text: string,
  { oldPath, newPath }: { oldPath: string; newPath: string },
  moves: FileMoves,
): string {
  const [oldFolder, newFolder] = [getFolder(oldPath), getFolder(newPath)]
  if (oldFolder === newFolder && !namesMovedFile(text, moves)) return text
  const follow = (address: string): string => {
    const target = resolvePath(oldFolder, decodeUri(address))
    if (target === undefined || address.startsWith('/')) return address
    const newTarget = moves.moved.get(target) ?? target
    const isSame = newTarget === target && (oldFolder === newFolder || !moves.isFile(target))
    return isSame ? address : encodeLink(relativePath(newFolder, newTarget))
  }
  try {
    return applyEdits(text, mapReferences(parseMarkdown(text).document, followReference(follow))).markdown
  } catch (error) {
    // A page that is too large to read has links that nobody follows either.
    if (error instanceof MarkdownError) return text
    throw error
  }
}

/** Most texts do not even have the name of the file, and need not be parsed. */
const namesMovedFile = (text: string, { moved }: FileMoves): boolean =>
  Iterator.from(moved.keys()).some((path) => {
    const name = getFileName(path)
    return text.includes(name) || text.includes(encodeLink(name)) || text.includes(encodeURI(name))
  })

const followReference =
  (follow: (address: string) => string) =>
  (ref: ContentRef): ContentRef => {
    if (ref.kind === 'file' && ref.space === undefined && isPath(ref.file)) {
      return { ...ref, file: follow(ref.file) }
    }
    const isOfPage = ref.kind === 'page' || ref.kind === 'anchor'
    return isOfPage && ref.page !== undefined && ref.space === undefined && isPath(ref.page)
      ? { ...ref, page: follow(ref.page) }
      : ref
  }

/** Ids have neither dots nor slashes. */
const isPath = (address: string): boolean => /[./]/.test(address)
