import { fork } from 'node:child_process'
import type { CompileJob, CompileResult } from './compile.ts'
import { buildBook } from './build-book.ts'
import type { BookReferences, BookSource } from './book-source.ts'

export class PdfError extends Error {}

export interface RenderOptions {
  /** Image bytes by the names that `BookReferences.resolveImage` returned. */
  images: Map<string, Uint8Array>
  /** The process that compiles the PDF is killed after this time. */
  timeoutMs?: number
}

/** Renders a book as a PDF. Throws `PdfError` if Typst fails or takes too long. */
export async function renderPdf(
  source: BookSource,
  references: BookReferences,
  { images, timeoutMs = 10 * 60_000 }: RenderOptions,
): Promise<{ pdf: Uint8Array; pages: number }> {
  const job: CompileJob = { ...buildBook(source, references), images }
  const result = await compileInChildProcess(job, timeoutMs)
  if ('error' in result) throw new PdfError(result.error)
  return result
}

function compileInChildProcess(job: CompileJob, timeoutMs: number): Promise<CompileResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('compile-process.ts', import.meta.url), {
      serialization: 'advanced',
      // The child gets none of the server's settings, which hold secrets.
      env: { PATH: process.env['PATH'] },
      execArgv: [],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('message', (result: CompileResult) => resolve(result))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new PdfError(`the process that compiles PDFs ended early (${signal ?? code})`)),
    )
    child.send(job, (error) => {
      if (error) reject(error)
    })
  })
}
