import { tex2typst } from 'tex2typst'
import type { BookFormula } from './book.ts'

const MAX_FORMULA_CHARACTERS = 5_000
/** Matches a `#` that starts Typst code. The converter itself writes only these three values behind one. */
const typstCode = /#(?!none\b|true\b|false\b)/

/** Converts a TeX formula to Typst's notation if the converter can. `compileBook` then checks that it compiles. */
export function convertFormula(tex: string): BookFormula {
  return { t: 'math', tex, typst: convertTexToTypst(tex) }
}

function convertTexToTypst(tex: string): string | null {
  if (tex.length > MAX_FORMULA_CHARACTERS) return null
  try {
    const typst = tex2typst(tex)
    return typstCode.test(removeStrings(typst)) ? null : typst
  } catch {
    // The converter throws on TeX that it does not support. The reader then sees the TeX source.
    return null
  }
}

const removeStrings = (typst: string) => typst.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
