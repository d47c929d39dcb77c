import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const packageFile = join(import.meta.dirname, '../../package.json')

export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/** When this copy of Verso was installed. */
export const build = statSync(packageFile).mtime.toISOString()
