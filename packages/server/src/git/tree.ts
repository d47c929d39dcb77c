import { Invalid } from '../common/errors.ts'
import { GitError } from './git.ts'
import type { Objects } from './objects.ts'

export type FileMode = '100644' | '100755'

/** Something in a tree of files: a file, or what is none. */
export interface TreeFile {
  path: string
  oid: string
  kind: 'file' | 'link' | 'submodule'
  mode: FileMode
}

interface Entry {
  name: string
  oid: string
  mode: number
}

/** A few objects can name each other so often that they stand for more files than there is memory. */
const mostEntries = 250_000
const mostLevels = 500
const largestTree = 64 * 1024 * 1024
const tooMuch = () =>
  new Invalid(
    `The repository has more than ${mostEntries} files and folders, or ${mostLevels} levels of them.`,
  )

const kinds = 0o170000
const isFolder = ({ mode }: Entry): boolean => (mode & kinds) === 0o040000

/** The files below a folder of a commit, in Git's order, by their whole paths; none where there is no such folder. */
export async function listFiles(objects: Objects, commit: string, folder = ''): Promise<TreeFile[]> {
  const root = folder === '' ? `${commit}^{tree}` : `${commit}:${folder}`
  const [found] = await objects.infos([root])
  if (found?.type !== 'tree') return []
  const trees = await readTrees(objects, found.oid)
  const files: TreeFile[] = []
  let met = 0
  const walk = (oid: string, prefix: string) => {
    for (const entry of trees.get(oid) ?? []) {
      met += 1
      if (met > mostEntries) throw tooMuch()
      const path = prefix + entry.name
      if (isFolder(entry)) walk(entry.oid, `${path}/`)
      else files.push({ path, oid: entry.oid, ...kindOf(entry) })
    }
  }
  walk(found.oid, folder === '' ? '' : `${folder}/`)
  return files
}

/** Every tree below one, each once, and all of a level at a time. */
async function readTrees(objects: Objects, root: string): Promise<Map<string, Entry[]>> {
  const trees = new Map<string, Entry[]>()
  let level = [root]
  for (let levels = 1; level.length > 0; levels += 1) {
    if (levels > mostLevels || trees.size + level.length > mostEntries) throw tooMuch()
    const below = new Set<string>()
    for (const object of await objects.read(level, largestTree)) {
      if (object?.type !== 'tree') throw new GitError('cat-file', 0, 'a tree is missing')
      const entries = entriesOf(object.bytes, object.oid.length / 2)
      trees.set(object.oid, entries)
      for (const entry of entries) if (isFolder(entry)) below.add(entry.oid)
    }
    level = [...below].filter((oid) => !trees.has(oid))
  }
  return trees
}

/** A tree is its entries one behind the other: mode, space, name, zero, and the bytes of the oid. */
function entriesOf(bytes: Buffer, oidLength: number): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const zero = bytes.indexOf(0, space)
    const end = zero + 1 + oidLength
    if (space < 0 || zero < 0 || end > bytes.length) throw new GitError('cat-file', 0, 'a tree is broken')
    entries.push({
      mode: Number.parseInt(bytes.toString('latin1', at, space), 8),
      name: bytes.toString('utf8', space + 1, zero),
      oid: bytes.toString('hex', zero + 1, end),
    })
    at = end
  }
  return entries
}

function kindOf({ mode }: Entry): Pick<TreeFile, 'kind' | 'mode'> {
  const kind = (mode & kinds) === 0o120000 ? 'link' : (mode & kinds) === 0o160000 ? 'submodule' : 'file'
  return { kind, mode: (mode & 0o100) === 0 ? '100644' : '100755' }
}
