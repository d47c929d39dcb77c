import type { FileEntry } from '@verso/revisions'
import type { RevisionFile } from './schema.ts'

export const presentFile = (file: FileEntry, downloadURL: string): RevisionFile => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  downloadURL,
  size: file.size,
  ...(file.dimensions && { dimensions: { ...file.dimensions } }),
  ...(file.git && { git: { oid: file.git.oid, path: file.git.path } }),
})
