import { createHash } from 'node:crypto'

const allowedProperty = /^[a-z-]{2,40}$/
const allowedValue =
  /^[\w\s.,%#+-]{1,120}$|^(?:calc|minmax|repeat|light-dark|linear-gradient|radial-gradient)\([\w\s.,%#+*/()-]{1,100}\)$/

/**
 * The rules that one page needs beyond the style sheet: widths of columns and tables, lengths in formulas. The
 * Content-Security-Policy forbids `style` attributes, so the rules become classes of an inline style sheet, which the
 * policy allows by its hash.
 */
export class PageStyles {
  readonly #classes = new Map<string, string>()

  /**
   * Returns a class with these declarations, or `undefined` if none of them is safe. Only plain properties and values
   * are written.
   */
  addClass(declarations: Record<string, string>): string | undefined {
    const text = Object.entries(declarations)
      .filter(
        ([property, value]) =>
          allowedProperty.test(property) && allowedValue.test(value) && !/url|expression/i.test(value),
      )
      .map(([property, value]) => `${property}:${value.trim()}`)
      .join(';')
    if (text === '') return undefined
    let name = this.#classes.get(text)
    if (name === undefined) {
      name = `p${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
      this.#classes.set(text, name)
    }
    return name
  }

  toCss(): string {
    return [...this.#classes].map(([text, name]) => `.${name}{${text}}`).join('')
  }
}

/** Returns the hash source that allows an inline style sheet or script in a Content-Security-Policy. */
export const createHashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
