import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const corpusPath = fileURLToPath(new URL('../../../../../shared/corpus/beefree-sdk-docs', import.meta.url))

/** The pages of a real documentation repository. The list is empty where the repository is not available. */
export const corpusPages = existsSync(corpusPath) ? globSync('**/*.md', { cwd: corpusPath }).sort() : []

export const readCorpusPage = (name: string): string => readFileSync(`${corpusPath}/${name}`, 'utf8')
