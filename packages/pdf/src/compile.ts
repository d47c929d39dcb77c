import { readFileSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Book, BookFormula } from './book.ts'
import type { BookData } from './build-book.ts'
import type { PdfImage } from './render.ts'

/** The messages to the process that compiles a PDF: the images one after another, and then the book. */
export type CompileMessage = { image: PdfImage } | { book: BookData; maxPages: number }

/** The message that the process sends back. */
export type CompileResult = { pdf: Uint8Array; pages: number } | { error: string; hasTooManyPages?: true }

const packageFolder = import.meta.dirname

/**
 * Compiles a book to a PDF. One bad image or formula would make the whole compilation fail, so each is compiled alone
 * first, and those that fail are replaced by text.
 */
export function compileBook(
  { json, fonts }: BookData,
  images: ReadonlyMap<string, Uint8Array>,
  maxPages: number,
): CompileResult {
  const compiler = NodeCompiler.create({
    // Typst reads files below this folder only, and it holds nothing but this package.
    workspace: packageFolder,
    fontArgs: [{ fontBlobs: fonts.map((file) => readFileSync(file)) }],
  })
  const compiles = (source: string) => !compiler.compile({ mainFileContent: source }).hasError()

  const brokenImages = new Set<string>()
  for (const [name, bytes] of images) {
    compiler.mapShadow(`${packageFolder}/${name}`, Buffer.from(bytes))
    if (!compiles(`#image(${JSON.stringify(name)})`)) brokenImages.add(name)
  }
  const formulaResults = new Map<string, boolean>()
  const isValidFormula = (typst: string) => {
    const knownResult = formulaResults.get(typst)
    if (knownResult !== undefined) return knownResult
    compiler.mapShadow(`${packageFolder}/formula.json`, Buffer.from(JSON.stringify(typst)))
    const isValid = compiles(`$ #eval(json("formula.json"), mode: "math") $`)
    formulaResults.set(typst, isValid)
    return isValid
  }
  // `buildBookData` wrote it.
  const book = JSON.parse(Buffer.from(json).toString()) as Book
  const checkedBook = JSON.stringify(book, (_, value: unknown) => {
    if (isFormula(value))
      return value.typst !== null && isValidFormula(value.typst) ? value : { ...value, typst: null }
    if (isImage(value) && brokenImages.has(value.src)) {
      return value.t === 'img' && 'ratio' in value
        ? { t: 'p', c: [{ t: 's', v: value.alt, m: [] }] }
        : { t: 's', v: value.alt, m: [] }
    }
    if (isCard(value) && brokenImages.has(value.cover)) return { ...value, cover: null }
    return value
  })
  compiler.mapShadow(`${packageFolder}/book.json`, Buffer.from(checkedBook))
  const result = compiler.compile({ mainFilePath: `${packageFolder}/template.typ` })
  const document = result.result
  if (result.hasError() || !document) {
    const diagnostics: unknown = result.takeDiagnostics()?.shortDiagnostics
    return { error: JSON.stringify(diagnostics) }
  }
  if (document.numOfPages > maxPages) {
    return { error: `it has ${document.numOfPages} pages`, hasTooManyPages: true }
  }
  return { pdf: compiler.pdf(document), pages: document.numOfPages }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFormula = (value: unknown): value is BookFormula => isRecord(value) && value['t'] === 'math'

const isImage = (value: unknown): value is { t: 'img'; src: string; alt: string } =>
  isRecord(value) && value['t'] === 'img'

const isCard = (value: unknown): value is { cover: string } =>
  isRecord(value) && typeof value['cover'] === 'string'
