import { fork } from 'node:child_process'
import type { CompileJob, CompileResult } from './compile.ts'
import { buildBook } from './make-book.ts'
import type { BookSource, Surroundings } from './sources.ts'

export class PdfError extends Error {}

export interface RenderOptions {
  /** Their bytes, by the names that `Surroundings.image` gives. */
  images: Map<string, Uint8Array>
  /** After this the work is given up. */
  timeoutMs?: number
}

/** A book as PDF. */
export async function renderPdf(
  source: BookSource,
  surroundings: Surroundings,
  { images, timeoutMs = 10 * 60_000 }: RenderOptions,
): Promise<{ pdf: Uint8Array; pages: number }> {
  const order: CompileJob = { ...buildBook(source, surroundings), images }
  const outcome = await compileInChildProcess(order, timeoutMs)
  if ('error' in outcome) throw new PdfError(outcome.error)
  return outcome
}

function compileInChildProcess(order: CompileJob, timeoutMs: number): Promise<CompileResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('process.ts', import.meta.url), {
      serialization: 'advanced',
      // Nothing of the server's settings concerns it.
      env: { PATH: process.env['PATH'] },
      execArgv: [],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('message', (outcome: CompileResult) => resolve(outcome))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new PdfError(`the process that makes PDFs ended early (${signal ?? code})`)),
    )
    child.send(order, (error) => {
      if (error) reject(error)
    })
  })
}
