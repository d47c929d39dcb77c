import temml from 'temml'
import { escapeHtml, html, type SafeHtml, trustHtml } from '../html/html.ts'
import { runWithDeadline } from './deadline.ts'
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
const MAX_FORMULA_TOKENS = 2000
/** Shorter formulas take less time than the clock that a deadline needs. */
const MAX_TOKENS_WITHOUT_DEADLINE = 100
const FORMULA_TIMEOUT_MS = 1000

const formulaToken = /\\(?:[a-zA-Z@]+|[^])|\S/g
/** A formula that defines commands can double its length with each of them. */
const definingCommands = new Set(
  'def gdef edef xdef let futurelet global long newcommand renewcommand providecommand newenvironment renewenvironment DeclareMathOperator'
    .split(' ')
    .map((name) => `\\${name}`),
)

/**
 * Renders a TeX formula as MathML, which browsers lay out without a script or a font of ours. The output of Temml is
 * filtered tag by tag: unknown elements and attributes are removed, and `style` attributes become classes. A formula
 * that is too long, defines commands or takes too long is shown as its source.
 */
export function renderFormula(source: string, display: boolean, styles: PageStyles): SafeHtml {
  const mathml = convertToMathml(source, display)
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
  if (source.length > MAX_FORMULA_CHARACTERS) return undefined
  const tokens = source.match(formulaToken) ?? []
  if (tokens.length > MAX_FORMULA_TOKENS || tokens.some((token) => definingCommands.has(token)))
    return undefined
  // Without `trust`, commands such as `\href` and `\class` are errors, and the page shows the TeX source.
  const convert = (): string =>
    temml.renderToString(source, { displayMode: display, throwOnError: true, trust: false, maxExpand: 500 })
  try {
    return tokens.length <= MAX_TOKENS_WITHOUT_DEADLINE
      ? convert()
      : runWithDeadline(convert, FORMULA_TIMEOUT_MS)
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
