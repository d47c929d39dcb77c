import { Invalid } from '../common/errors.ts'
import { GitError } from './git.ts'
import type { GitObjectReader } from './object-reader.ts'

export type GitFileMode = '100644' | '100755'

/** An entry of a tree that is not a folder. */
export interface GitTreeFile {
  path: string
  oid: string
  kind: 'file' | 'link' | 'submodule'
  mode: GitFileMode
}

interface TreeEntry {
  name: string
  oid: string
  mode: number
}

/** A few trees that contain each other many times can stand for more files than fit into memory. */
const MAX_ENTRIES = 250_000
const MAX_LEVELS = 500
const MAX_TREE_BYTES = 64 * 1024 * 1024
const tooManyEntries = () =>
  new Invalid(
    `The repository has more than ${MAX_ENTRIES} files and folders, or ${MAX_LEVELS} levels of them.`,
  )

const kindMask = 0o170000
const isFolder = ({ mode }: TreeEntry): boolean => (mode & kindMask) === 0o040000

/** Lists the files below a folder of a commit with their full paths, in Git's order. A missing folder has no files. */
export async function listTreeFiles(
  objects: GitObjectReader,
  commit: string,
  folder = '',
): Promise<GitTreeFile[]> {
  const root = folder === '' ? `${commit}^{tree}` : `${commit}:${folder}`
  const [rootInfo] = await objects.readInfos([root])
  if (rootInfo?.type !== 'tree') return []
  const trees = await readTrees(objects, rootInfo.oid)
  const files: GitTreeFile[] = []
  let entryCount = 0
  const walk = (oid: string, prefix: string) => {
    for (const entry of trees.get(oid) ?? []) {
      entryCount += 1
      if (entryCount > MAX_ENTRIES) throw tooManyEntries()
      const path = prefix + entry.name
      if (isFolder(entry)) walk(entry.oid, `${path}/`)
      else files.push({ path, oid: entry.oid, ...readKind(entry) })
    }
  }
  walk(rootInfo.oid, folder === '' ? '' : `${folder}/`)
  return files
}

/** Reads every tree below one, each once, with one request for each level. */
async function readTrees(objects: GitObjectReader, root: string): Promise<Map<string, TreeEntry[]>> {
  const trees = new Map<string, TreeEntry[]>()
  let level = [root]
  for (let levels = 1; level.length > 0; levels += 1) {
    if (levels > MAX_LEVELS || trees.size + level.length > MAX_ENTRIES) throw tooManyEntries()
    const below = new Set<string>()
    for (const object of await objects.readObjects(level, MAX_TREE_BYTES)) {
      if (object?.type !== 'tree') throw new GitError('cat-file', 0, 'a tree is missing')
      const entries = parseTree(object.bytes, object.oid.length / 2)
      trees.set(object.oid, entries)
      for (const entry of entries) if (isFolder(entry)) below.add(entry.oid)
    }
    level = [...below].filter((oid) => !trees.has(oid))
  }
  return trees
}

/** Parses a tree, which is a sequence of entries: mode, space, name, zero, and the bytes of the oid. */
function parseTree(bytes: Buffer, oidLength: number): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const zero = bytes.indexOf(0, space)
    const end = zero + 1 + oidLength
    if (space < 0 || zero < 0 || end > bytes.length) throw new GitError('cat-file', 0, 'a tree is damaged')
    entries.push({
      mode: Number.parseInt(bytes.toString('latin1', at, space), 8),
      name: bytes.toString('utf8', space + 1, zero),
      oid: bytes.toString('hex', zero + 1, end),
    })
    at = end
  }
  return entries
}

function readKind({ mode }: TreeEntry): Pick<GitTreeFile, 'kind' | 'mode'> {
  const kind = (mode & kindMask) === 0o120000 ? 'link' : (mode & kindMask) === 0o160000 ? 'submodule' : 'file'
  return { kind, mode: (mode & 0o100) === 0 ? '100644' : '100755' }
}
