import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a real repository: beside that of Verso, or in VERSO_CORPUS. Tests that need it are skipped without it. */
const folder = join(
  process.env['VERSO_CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus'),
  'beefree-sdk-docs',
)

export const hasCorpus = existsSync(folder)

/** Reads the files of the repository, by path. */
export function readCorpusFiles(): Map<string, Buffer> {
  if (!hasCorpus) return new Map()
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), readFileSync(path)]
      }),
  )
}
