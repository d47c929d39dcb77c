import { readFileSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Book, BookFormula } from './book.ts'

/** What the process that makes PDFs is told. */
export interface CompileJob {
  book: Book
  fonts: string[]
  images: Map<string, Uint8Array>
}

/** What it says. */
export type CompileResult = { pdf: Uint8Array; pages: number } | { error: string }

const packageFolder = import.meta.dirname

/**
 * Makes a PDF. One bad picture or formula would make all of it fail, so each is tried alone first; those that do not
 * work become a line of text.
 */
export function compileBook({ book, fonts, images }: CompileJob): CompileResult {
  const compiler = NodeCompiler.create({
    // Files are read from here only, and there is nothing here but this package.
    workspace: packageFolder,
    fontArgs: [{ fontBlobs: fonts.map((file) => readFileSync(file)) }],
  })
  const works = (source: string) => !compiler.compile({ mainFileContent: source }).hasError()

  const broken = new Set<string>()
  for (const [name, bytes] of images) {
    compiler.mapShadow(`${packageFolder}/${name}`, Buffer.from(bytes))
    if (!works(`#image(${JSON.stringify(name)})`)) broken.add(name)
  }
  const formulas = new Map<string, boolean>()
  const isGood = (typst: string) => {
    const known = formulas.get(typst)
    if (known !== undefined) return known
    compiler.mapShadow(`${packageFolder}/formula.json`, Buffer.from(JSON.stringify(typst)))
    const good = works(`$ #eval(json("formula.json"), mode: "math") $`)
    formulas.set(typst, good)
    return good
  }
  const sound = JSON.stringify(book, (_, value: unknown) => {
    if (isFormula(value))
      return value.typst !== null && isGood(value.typst) ? value : { ...value, typst: null }
    if (isPicture(value) && broken.has(value.src)) {
      return value.t === 'img' && 'ratio' in value
        ? { t: 'p', c: [{ t: 's', v: value.alt, m: [] }] }
        : { t: 's', v: value.alt, m: [] }
    }
    if (isCard(value) && broken.has(value.cover)) return { ...value, cover: null }
    return value
  })
  compiler.mapShadow(`${packageFolder}/book.json`, Buffer.from(sound))
  const result = compiler.compile({ mainFilePath: `${packageFolder}/template.typ` })
  const document = result.result
  if (result.hasError() || !document) {
    const problems: unknown = result.takeDiagnostics()?.shortDiagnostics
    return { error: JSON.stringify(problems) }
  }
  return { pdf: compiler.pdf(document), pages: document.numOfPages }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFormula = (value: unknown): value is BookFormula => isRecord(value) && value['t'] === 'math'

const isPicture = (value: unknown): value is { t: 'img'; src: string; alt: string } =>
  isRecord(value) && value['t'] === 'img'

const isCard = (value: unknown): value is { cover: string } =>
  isRecord(value) && typeof value['cover'] === 'string'
