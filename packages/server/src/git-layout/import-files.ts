import type { Change, FileRecord } from '@verso/revisions'
import type { LayoutConfig } from './config.ts'
import type { ImportInput } from './import.ts'
import { type GitOrigin, originOf, type Tree } from './origin.ts'
import { isInside, nameOf } from './paths.ts'

const media = /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|ogg|wav|pdf)$/i

/** How much is read and stored at a time. */
const most = { files: 64, bytes: 8_000_000 }

interface Wanted {
  path: string
  oid: string
  size: number
  /** The file that it is already. */
  id: string | undefined
}

/** How the files of a space become those of the commit. */
export async function importFiles(
  input: ImportInput,
  tree: Tree,
  config: LayoutConfig,
): Promise<{ changes: Change[]; problems: string[] }> {
  const { changed, gone } = compare(input, tree, config)
  const changes: Change[] = []
  const problems: string[] = []
  const batches = inBatches(changed)
  const read = (index: number) => input.read((batches[index] ?? []).map(({ path }) => path))
  let done = 0
  let bytes = await read(0)
  for (const [index, part] of batches.entries()) {
    const here = bytes
    // Each waits for the disk, so they wait together, and the next are read meanwhile.
    const [records, next] = await Promise.all([
      Promise.all(part.map(({ path }) => input.store(path, here.get(path) ?? new Uint8Array()))),
      read(index + 1),
    ])
    bytes = next
    for (const [at, { path, oid, id }] of part.entries()) {
      const record = records[at]
      if (record === undefined || typeof record === 'string') {
        problems.push(record ?? `${path} could not be stored.`)
        continue
      }
      const file: FileRecord = { ...record, name: nameOf(path), git: { oid, path } }
      changes.push({ type: 'put-file', id: id ?? input.newId(), file })
    }
    done += part.length
    await input.progress?.(done, changed.length)
  }
  for (const id of gone) changes.push({ type: 'delete-file', id })
  return { changes, problems }
}

/** What has to be read, and which files are no longer there. */
function compare(
  input: ImportInput,
  tree: Tree,
  config: LayoutConfig,
): { changed: Wanted[]; gone: string[] } {
  const byPath = new Map<string, { id: string; origin: GitOrigin }>()
  for (const file of input.content.files) {
    const origin = originOf(file)
    if (origin) byPath.set(origin.path, { id: file.id, origin })
  }
  const files = new Set(input.content.files.map(({ id }) => id))
  const changed: Wanted[] = []
  const added: Wanted[] = []
  for (const [path, { oid, size }] of tree) {
    if (!isFile(config, path)) continue
    const found = byPath.get(path)
    const known = input.known?.get(path)
    byPath.delete(path)
    if (found?.origin.oid === oid) continue
    const id = found?.id ?? (known !== undefined && files.has(known) ? known : undefined)
    ;(id === undefined ? added : changed).push({ path, oid, size, id })
  }
  const byOid = Map.groupBy(byPath.values(), ({ origin }) => origin.oid)
  for (const file of added) {
    const moved = byOid.get(file.oid)?.shift()
    if (moved) byPath.delete(moved.origin.path)
    changed.push({ ...file, id: moved?.id })
  }
  return { changed, gone: [...byPath.values()].map(({ id }) => id) }
}

const isFile = (config: LayoutConfig, path: string): boolean =>
  isInside(config.assets, path) ||
  (isInside(config.root, path) && media.test(path) && !path.split('/').some((part) => part.startsWith('.')))

/** A batch is of few files and few bytes, or of one file. */
function inBatches(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = []
  let bytes = 0
  for (const file of wanted) {
    const last = batches.at(-1)
    bytes += file.size
    if (last && last.length < most.files && bytes <= most.bytes) last.push(file)
    else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}
