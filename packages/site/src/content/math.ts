import temml from 'temml'
import { escape, html, type SafeHtml, trusted } from '../html/html.ts'
import type { PageStyles } from './styles.ts'

const allowedElements = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd menclose semantics none'.split(
    ' ',
  ),
)
const allowedAttributes = new Set(
  'display mathvariant stretchy fence separator form lspace rspace largeop movablelimits minsize maxsize symmetric accent accentunder linethickness displaystyle scriptlevel width height depth voffset columnalign columnspacing rowspacing columnlines rowlines rowspan columnspan notation mathsize'.split(
    ' ',
  ),
)
const allowedValue = /^[\w\s.%#+-]{0,64}$/
const MAX_FORMULA_CHARACTERS = 10_000

/**
 * A formula as MathML, which browsers lay out without a script or a font of ours. What Temml gives is read again tag by
 * tag: unknown elements and attributes are left out, and its `style` attributes become classes.
 */
export function renderFormula(source: string, display: boolean, styles: PageStyles): SafeHtml {
  const written = source.length <= MAX_FORMULA_CHARACTERS ? convertToMathml(source, display) : undefined
  if (written === undefined) return html`<code class="math-error">${source}</code>`
  return trusted(
    written.replaceAll(
      /<(\/?)([a-z]+)((?:\s[^<>]*)?)\/?>/g,
      (tag: string, close: string, name: string, rest: string) => {
        if (!allowedElements.has(name)) return ''
        if (close !== '') return `</${name}>`
        const end = tag.endsWith('/>') ? `></${name}>` : '>'
        return `<${name}${filterAttributes(rest, styles)}${end}`
      },
    ),
  )
}

function convertToMathml(source: string, display: boolean): string | undefined {
  try {
    // Nothing is trusted: `\href`, `\class` and the like are errors, and so the formula is shown as it was written.
    return temml.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 500,
    })
  } catch {
    return undefined
  }
}

function filterAttributes(text: string, styles: PageStyles): string {
  let kept = ''
  const classes: string[] = []
  for (const [, name = '', value = ''] of text.matchAll(/([a-z]+)="([^"]*)"/g)) {
    if (name === 'style') {
      const declarations: Record<string, string> = {}
      for (const declaration of value.split(';')) {
        const [property = '', ...rest] = declaration.split(':')
        declarations[property.trim()] = rest.join(':').trim()
      }
      const made = styles.addClass(declarations)
      if (made !== undefined) classes.push(made)
    } else if (name === 'class') classes.push(...value.split(/\s+/).filter((word) => /^[\w-]+$/.test(word)))
    else if (allowedAttributes.has(name) && allowedValue.test(value)) kept += ` ${name}="${escape(value)}"`
  }
  return classes.length > 0 ? `${kept} class="${classes.join(' ')}"` : kept
}
