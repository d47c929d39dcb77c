import { getFolder, relativePath } from './paths.ts'

/**
 * The beginning of a destination in Markdown or of an attribute in HTML or in a tag, with an id of a page, a file or a
 * reusable content, perhaps of a named space. Ids are unique, so one of another space is not found among the files.
 */
const linkById =
  /(\]\(|\]\(<|=["']|: ["']?|\{% include ")(?:\/spaces\/[\w-]{1,64})?\/(?:pages|files|reusable-contents)\/([\w-]{1,64})(?=[#?)>"'\s]|$)/gm

/** A mention of a page whose label is the page's id, as the editor writes it. */
const mentionById = /\[([\w-]{1,64})\]\((?:\/spaces\/[\w-]{1,64})?\/pages\/\1 "mention"\)/g

/** Replaces links by id to what has a file by paths that are relative to the file of the text. Others stay as they are. */
export function replaceLinksById(text: string, path: string, pathsById: ReadonlyMap<string, string>): string {
  const findPath = (id: string): string | undefined => {
    const target = pathsById.get(id)
    return target === undefined ? undefined : encodeLink(relativePath(getFolder(path), target))
  }
  return text
    .replaceAll(mentionById, (mention, id: string) => {
      const target = findPath(id)
      return target === undefined
        ? mention
        : `[${labelMention(pathsById.get(id) ?? '')}](${target} "mention")`
    })
    .replaceAll(linkById, (link, opening: string, id: string) => {
      const target = findPath(id)
      return target === undefined ? link : `${opening}${target}`
    })
}

/** Where a repository is read, a mention is an ordinary link: it shows the name of the file, or of the folder that a README is for. */
function labelMention(path: string): string {
  const [folder = '', name = ''] = path.split('/').slice(-2)
  const label = path.includes('/') ? (/^readme\.md$/i.test(name) ? folder : name) : path
  return label.replaceAll(/[\\`*_[\]<>&]/g, String.raw`\$&`)
}

/** Encodes what would end a destination or be decoded. */
export const encodeLink = (path: string): string =>
  path.replaceAll(
    /[\s%()<>"\\?#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
