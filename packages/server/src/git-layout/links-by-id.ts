import { getFolder, relativePath } from './paths.ts'

/**
 * The beginning of a destination in Markdown or of an attribute in HTML or in a tag, with an id of a page, a file or a
 * reusable content, perhaps of a named space. Ids are unique, so one of another space is not found among the files.
 */
const linkById =
  /(\]\(|\]\(<|=["']|: ["']?|\{% include ")(?:\/spaces\/[\w-]{1,64})?\/(?:pages|files|reusable-contents)\/([\w-]{1,64})(?=[#?)>"'\s]|$)/gm

/** Replaces links by id to what has a file by paths that are relative to the file of the text. Others stay as they are. */
export function replaceLinksById(text: string, path: string, pathsById: ReadonlyMap<string, string>): string {
  return text.replaceAll(linkById, (link, opening: string, id: string) => {
    const target = pathsById.get(id)
    return target === undefined ? link : `${opening}${encodeLink(relativePath(getFolder(path), target))}`
  })
}

/** Encodes what would end a destination or be decoded. */
export const encodeLink = (path: string): string =>
  path.replaceAll(
    /[\s%()<>"\\?#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
