import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a real repository lies, beside Verso's own or where VERSO_CORPUS says; tests that need it are skipped without. */
const folder = join(
  process.env['VERSO_CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus'),
  'beefree-sdk-docs',
)

export const hasCorpus = existsSync(folder)

/** Its files by path. */
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
