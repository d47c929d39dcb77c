import type { BookReferences, BookSource } from '../book-source.ts'
import { buildBookData } from '../build-book.ts'
import { PdfCompiler, type PdfLimits } from '../render.ts'

/** Limits that no test reaches by chance, also on a busy machine. */
const defaultLimits: PdfLimits = { timeoutMs: 300_000, memoryBytes: 2 * 1024 ** 3, pages: 10_000 }

export const noReferences: BookReferences = {
  resolveReference: () => undefined,
  resolveImage: () => undefined,
  evaluateExpression: () => undefined,
}

/** Makes a PDF from a book. */
export function renderPdf(
  source: BookSource,
  references: BookReferences = noReferences,
  images: ReadonlyMap<string, Uint8Array> = new Map(),
  limits: Partial<PdfLimits> = {},
): Promise<{ pdf: Uint8Array; pages: number }> {
  return new PdfCompiler().compile(
    buildBookData(source, references),
    [...images].map(([name, bytes]) => ({ name, bytes })),
    { ...defaultLimits, ...limits },
  )
}
