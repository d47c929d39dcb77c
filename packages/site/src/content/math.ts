import temml from 'temml'
import { escapeHtml, html, type SafeHtml, trustHtml } from '../html/html.ts'
import type { PageStyles } from './page-styles.ts'

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
 * Renders a TeX formula as MathML, which browsers lay out without a script or a font of ours. The output of Temml is
 * filtered tag by tag: unknown elements and attributes are removed, and `style` attributes become classes.
 */
export function renderFormula(source: string, display: boolean, styles: PageStyles): SafeHtml {
  const mathml = source.length <= MAX_FORMULA_CHARACTERS ? convertToMathml(source, display) : undefined
  if (mathml === undefined) return html`<code class="math-error">${source}</code>`
  return trustHtml(
    mathml.replaceAll(
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
    // Without `trust`, commands such as `\href` and `\class` are errors, and the page shows the TeX source.
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
  let attributes = ''
  const classes: string[] = []
  for (const [, name = '', value = ''] of text.matchAll(/([a-z]+)="([^"]*)"/g)) {
    if (name === 'style') {
      const declarations: Record<string, string> = {}
      for (const declaration of value.split(';')) {
        const [property = '', ...rest] = declaration.split(':')
        declarations[property.trim()] = rest.join(':').trim()
      }
      const className = styles.addClass(declarations)
      if (className !== undefined) classes.push(className)
    } else if (name === 'class') classes.push(...value.split(/\s+/).filter((word) => /^[\w-]+$/.test(word)))
    else if (allowedAttributes.has(name) && allowedValue.test(value))
      attributes += ` ${name}="${escapeHtml(value)}"`
  }
  return classes.length > 0 ? `${attributes} class="${classes.join(' ')}"` : attributes
}
