// Paths of a repository are relative and have slashes, as in Git.

/** Resolves a link in a file of a folder. Returns undefined if it leads out of the repository. */
export function resolvePath(folder: string, link: string): string | undefined {
  const parts: string[] = link.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of link.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export const getFolder = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
export const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joinPaths = (...parts: string[]): string => parts.filter(Boolean).join('/')
export const isInside = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`)

/** Returns the relative path from a folder to a file. */
export function relativePath(folder: string, path: string): string {
  const [from, to] = [folder.split('/').filter(Boolean), path.split('/')]
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}

/** Whether a path can be checked out on every system and has no special meaning for Git. */
export const isPlainPath = (path: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  !/[\u0000-\u001F\u007F\\]/.test(path) &&
  path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')

/** Makes a path segment of a title: letters and digits of any script, with dashes for everything else. */
export function slugifyTitle(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return Array.from(slug).slice(0, 100).join('') || 'page'
}

const withoutExtension = (name: string): string => name.replace(/\.(md|markdown)$/i, '')
export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path)

/** Makes the slug of a page of its file name, or of the folder name if it is a readme. */
export function slugifyPath(root: string, path: string): string {
  const name = withoutExtension(getFileName(path))
  const folder = getFolder(path)
  const readme = /^readme$/i.test(name)
  const slug = readme ? (folder === root || folder === '' ? 'readme' : getFileName(folder)) : name
  return Array.from(slug.replaceAll('/', '-')).slice(0, 100).join('').toWellFormed() || 'page'
}

/** Makes a title for a file that has none. */
export function deriveTitle(root: string, path: string): string {
  const words = slugifyPath(root, path).replaceAll(/[-_]+/g, ' ').trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the path if it is free, or else the path with the first number that makes it free. */
export function findFreePath(preferred: string, isTaken: (path: string) => boolean): string {
  if (!isTaken(preferred)) return preferred
  const dot = preferred.lastIndexOf('.')
  const [stem, extension] =
    dot > preferred.lastIndexOf('/') + 1 ? [preferred.slice(0, dot), preferred.slice(dot)] : [preferred, '']
  for (let n = 1; ; n += 1) {
    const path = `${stem}-${n}${extension}`
    if (!isTaken(path)) return path
  }
}
