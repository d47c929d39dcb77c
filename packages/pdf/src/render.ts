import { type ChildProcess, fork } from 'node:child_process'
import type { BookData } from './build-book.ts'
import type { CompileMessage, CompileResult } from './compile.ts'
import { OUT_OF_MEMORY_SIGNAL } from './memory-limit.ts'

/** The PDF could not be made: the compiler failed, or its process ended early. */
export class PdfError extends Error {}

/** The PDF takes more than it may. */
export class PdfLimitError extends PdfError {
  readonly limit: keyof PdfLimits

  constructor(limit: keyof PdfLimits) {
    super(`the PDF takes more than its ${limit} allow`)
    this.limit = limit
  }
}

/** What one PDF may take. */
export interface PdfLimits {
  timeoutMs: number
  memoryBytes: number
  /** Sheets of paper. */
  pages: number
}

/** The bytes of an image, and the name that the book has for it. */
export interface PdfImage {
  name: string
  bytes: Uint8Array
}

/**
 * Compiles books to PDFs, each in a process of its own: Typst is native code that cannot be stopped otherwise, and if it
 * takes all memory or never ends, only that process is lost.
 */
export class PdfCompiler {
  readonly #children = new Set<ChildProcess>()

  /** @param images the images of the book, which are read one at a time. Throws `PdfError`. */
  async compile(
    book: BookData,
    images: AsyncIterable<PdfImage> | Iterable<PdfImage>,
    limits: PdfLimits,
  ): Promise<{ pdf: Uint8Array; pages: number }> {
    const child = this.#startProcess(limits)
    const result = readResult(child, limits)
    try {
      await Promise.race([sendBook(child, book, images, limits), result])
      return await result
    } finally {
      child.kill('SIGKILL')
      this.#children.delete(child)
    }
  }

  /** Ends the processes that are compiling. */
  close(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }

  #startProcess({ memoryBytes }: PdfLimits): ChildProcess {
    const child = fork(new URL('compile-process.ts', import.meta.url), [String(memoryBytes)], {
      serialization: 'advanced',
      // The child gets none of the server's settings, which hold secrets.
      env: { PATH: process.env['PATH'] },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#children.add(child)
    return child
  }
}

/** Waits for the PDF, or for the end of the process. */
async function readResult(
  child: ChildProcess,
  { timeoutMs }: PdfLimits,
): Promise<{ pdf: Uint8Array; pages: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<CompileResult>()
  const timer = setTimeout(() => reject(new PdfLimitError('timeoutMs')), timeoutMs)
  child.once('message', (result: CompileResult) => resolve(result))
  child.once('error', reject)
  child.once('exit', (code, signal) =>
    reject(
      // V8 and Rust abort the process when they cannot allocate memory.
      signal === OUT_OF_MEMORY_SIGNAL || signal === 'SIGABRT'
        ? new PdfLimitError('memoryBytes')
        : new PdfError(`the process that compiles PDFs ended early (${signal ?? code})`),
    ),
  )
  try {
    const result = await promise
    if ('pdf' in result) return result
    throw result.hasTooManyPages ? new PdfLimitError('pages') : new PdfError(result.error)
  } finally {
    clearTimeout(timer)
  }
}

async function sendBook(
  child: ChildProcess,
  book: BookData,
  images: AsyncIterable<PdfImage> | Iterable<PdfImage>,
  limits: PdfLimits,
): Promise<void> {
  const send = (message: CompileMessage) =>
    new Promise<void>((resolve, reject) => {
      child.send(message, (error) => (error ? reject(new PdfError(error.message)) : resolve()))
    })
  for await (const image of images) await send({ image })
  await send({ book, maxPages: limits.pages })
}
