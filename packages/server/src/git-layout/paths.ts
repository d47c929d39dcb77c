/** Paths of a repository: relative, with slashes, as Git has them. */

/** The path that a link in a file of a folder leads to; undefined when it leads out of the repository. */
export function resolvePath(folder: string, link: string): string | undefined {
  const parts: string[] = link.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of link.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joinPath = (...parts: string[]): string => parts.filter(Boolean).join('/')
export const isInside = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`)

/** How a file of a folder is linked from another folder that it is in or beside. */
export function relativePath(folder: string, path: string): string {
  const [from, to] = [folder.split('/').filter(Boolean), path.split('/')]
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}

/** Whether a name can be checked out anywhere, and cannot be taken for something else. */
export const isPlainPath = (path: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  !/[\u0000-\u001F\u007F\\]/.test(path) &&
  path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')

/** A path segment from a title: letters and digits of any script, the rest as dashes. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return Array.from(slug).slice(0, 100).join('') || 'page'
}

const withoutExtension = (name: string): string => name.replace(/\.(md|markdown)$/i, '')
export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path)

/** The slug of a page by its file: the name, or that of the folder whose readme it is. */
export function slugOfPath(root: string, path: string): string {
  const name = withoutExtension(nameOf(path))
  const folder = folderOf(path)
  const readme = /^readme$/i.test(name)
  const slug = readme ? (folder === root || folder === '' ? 'readme' : nameOf(folder)) : name
  return Array.from(slug.replaceAll('/', '-')).slice(0, 100).join('').toWellFormed() || 'page'
}

/** A title for a file that has none. */
export function titleOfPath(root: string, path: string): string {
  const words = slugOfPath(root, path).replaceAll(/[-_]+/g, ' ').trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The path, or the path with a number: one that is not taken. */
export function freePath(wanted: string, isTaken: (path: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  const dot = wanted.lastIndexOf('.')
  const [stem, extension] =
    dot > wanted.lastIndexOf('/') + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  for (let n = 1; ; n += 1) {
    const path = `${stem}-${n}${extension}`
    if (!isTaken(path)) return path
  }
}
