import type { Change, FileRecord } from '@verso/revisions'
import type { LayoutConfig } from './config.ts'
import type { ImportInput } from './import.ts'
import { type GitOrigin, readOrigin, type CommitTree } from './origin.ts'
import { isInside, getFileName } from './paths.ts'

const media = /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|ogg|wav|pdf)$/i

/** The limits of one batch of files that are read and stored together. */
const batchLimits = { files: 64, bytes: 8_000_000 }

interface ChangedFile {
  path: string
  oid: string
  size: number
  /** The existing file whose content this is. */
  id: string | undefined
}

/** Plans the changes that turn the files of a space into those of the commit, and stores their bytes. */
export async function importFiles(
  input: ImportInput,
  tree: CommitTree,
  config: LayoutConfig,
): Promise<{ changes: Change[]; problems: string[] }> {
  const { changedFiles, deletedIds } = compareFiles(input, tree, config)
  const changes: Change[] = []
  const problems: string[] = []
  const batches = splitIntoBatches(changedFiles)
  const read = (index: number) => input.read((batches[index] ?? []).map(({ path }) => path))
  let done = 0
  let bytes = await read(0)
  for (const [index, batch] of batches.entries()) {
    const currentBytes = bytes
    // The files of a batch are stored at the same time, while the next batch is read, because each waits for the disk.
    const [records, next] = await Promise.all([
      Promise.all(batch.map(({ path }) => input.store(path, currentBytes.get(path) ?? new Uint8Array()))),
      read(index + 1),
    ])
    bytes = next
    for (const [at, { path, oid, id }] of batch.entries()) {
      const record = records[at]
      if (record === undefined || typeof record === 'string') {
        problems.push(record ?? `${path} could not be stored.`)
        continue
      }
      const file: FileRecord = { ...record, name: getFileName(path), git: { oid, path } }
      changes.push({ type: 'put-file', id: id ?? input.newId(), file })
    }
    done += batch.length
    await input.progress?.(done, changedFiles.length)
  }
  for (const id of deletedIds) changes.push({ type: 'delete-file', id })
  return { changes, problems }
}

/** Finds the files that have to be read, and those that no longer exist. */
function compareFiles(
  input: ImportInput,
  tree: CommitTree,
  config: LayoutConfig,
): { changedFiles: ChangedFile[]; deletedIds: string[] } {
  const byPath = new Map<string, { id: string; origin: GitOrigin }>()
  for (const file of input.content.files) {
    const origin = readOrigin(file)
    if (origin) byPath.set(origin.path, { id: file.id, origin })
  }
  const files = new Set(input.content.files.map(({ id }) => id))
  const changedFiles: ChangedFile[] = []
  const addedFiles: ChangedFile[] = []
  for (const [path, { oid, size }] of tree) {
    if (!isFile(config, path)) continue
    const existingFile = byPath.get(path)
    const knownId = input.known?.get(path)
    byPath.delete(path)
    if (existingFile?.origin.oid === oid) continue
    const id = existingFile?.id ?? (knownId !== undefined && files.has(knownId) ? knownId : undefined)
    ;(id === undefined ? addedFiles : changedFiles).push({ path, oid, size, id })
  }
  const byOid = Map.groupBy(byPath.values(), ({ origin }) => origin.oid)
  for (const file of addedFiles) {
    const movedFile = byOid.get(file.oid)?.shift()
    if (movedFile) byPath.delete(movedFile.origin.path)
    changedFiles.push({ ...file, id: movedFile?.id })
  }
  return { changedFiles, deletedIds: [...byPath.values()].map(({ id }) => id) }
}

const isFile = (config: LayoutConfig, path: string): boolean =>
  isInside(config.assets, path) ||
  (isInside(config.root, path) && media.test(path) && !path.split('/').some((part) => part.startsWith('.')))

/** Splits files into batches. A batch has only a few files and bytes, or a single large file. */
function splitIntoBatches(files: readonly ChangedFile[]): ChangedFile[][] {
  const batches: ChangedFile[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    bytes += file.size
    if (last && last.length < batchLimits.files && bytes <= batchLimits.bytes) last.push(file)
    else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}
