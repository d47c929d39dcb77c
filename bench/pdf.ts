import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, parseMarkdown, extractPlainText } from '@verso/markdown'
import { type BookReferences, type BookSource, buildBookData, PdfCompiler } from '@verso/pdf'
import type { Measurement } from './support/measure.ts'

const corpus = new URL('../../shared/corpus/beefree-sdk-docs', import.meta.url).pathname

/** Pictures and links are looked up elsewhere, and cost what that costs. */
const nowhere: BookReferences = {
  resolveReference: () => undefined,
  resolveImage: () => undefined,
  evaluateExpression: () => undefined,
}

/**
 * A documentation as a book, beside the same words as plain paragraphs, which is the least that Typst can do with them.
 * `requests/s` is sheets a second, `p50` the whole in milliseconds. Nothing where the documentation is not.
 */
export async function pdf(): Promise<Measurement[]> {
  if (!existsSync(corpus)) return []
  const documents = globSync('**/*.md', { cwd: corpus }).map(
    (path) => parseMarkdown(readFileSync(join(corpus, path), 'utf8')).document,
  )
  return [
    await measured(`pdf, ${documents.length} pages: Verso`, documents),
    await measured(`pdf, ${documents.length} pages: the same words as paragraphs`, documents.map(wordsOf)),
  ]
}

const wordsOf = (document: Document): Document =>
  parseMarkdown(extractPlainText(document).replaceAll(/[^\p{L}\p{N}\s.,]/gu, ' ')).document

async function measured(name: string, documents: Document[]): Promise<Measurement> {
  const book: BookSource = {
    title: 'Handbook',
    subtitle: '',
    owner: 'Example Ltd',
    date: '31 January 2026',
    language: 'en',
    pages: documents.map((document, number) => ({
      id: `p${number}`,
      title: `Page ${number}`,
      depth: 0,
      document,
    })),
  }
  const started = performance.now()
  const { pdf: bytes, pages } = await new PdfCompiler().compile(buildBookData(book, nowhere), [], {
    timeoutMs: 600_000,
    memoryBytes: 4 * 1024 ** 3,
    pages: 100_000,
  })
  const spent = performance.now() - started
  return {
    name,
    requestsPerSecond: Math.round((pages * 1000) / spent),
    p50: spent,
    p99: spent,
    cpu: undefined,
    postgresCpu: undefined,
    bytes: bytes.length,
  }
}
