import { tex2typst } from 'tex2typst'
import type { BookFormula } from './book.ts'

const MAX_FORMULA_CHARACTERS = 5_000
/** What the converter itself writes behind a `#`; anything else there would be code. */
const typstCode = /#(?!none\b|true\b|false\b)/

/** A formula in Typst's notation too, if the converter knows all of it; whether Typst takes it is tried later. */
export function convertFormula(tex: string): BookFormula {
  return { t: 'math', tex, typst: convertTexToTypst(tex) }
}

function convertTexToTypst(tex: string): string | null {
  if (tex.length > MAX_FORMULA_CHARACTERS) return null
  try {
    const typst = tex2typst(tex)
    return typstCode.test(removeStrings(typst)) ? null : typst
  } catch {
    // The converter throws plain errors at what it does not know: the formula is then shown as it was written.
    return null
  }
}

const removeStrings = (typst: string) => typst.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
