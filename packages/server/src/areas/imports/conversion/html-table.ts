import type { Element, ElementContent, Nodes } from 'hast'

const blocks = new Set(['ul', 'ol', 'pre', 'table', 'blockquote', 'img', 'figure', 'verso-hint', 'hr', 'dl'])

/** Whether Markdown's own tables, which have one line of text in a cell, cannot hold a table. */
export function needsHtmlTable(table: Element): boolean {
  return cellsOf(table).some(
    (cell) =>
      ['colSpan', 'rowSpan'].some((name) => Number(cell.properties[name] ?? 1) > 1) ||
      count(cell, (name) => blocks.has(name)) > 0 ||
      count(cell, (name) => name === 'p' || name === 'div') > 1,
  )
}

const elements = (node: Element): Element[] => node.children.filter((child) => child.type === 'element')

const cellsOf = (node: Element): Element[] =>
  elements(node).flatMap((child) =>
    child.tagName === 'td' || child.tagName === 'th'
      ? [child]
      : child.tagName === 'table'
        ? []
        : cellsOf(child),
  )

const rowsOf = (node: Element): Element[] =>
  elements(node).flatMap((child) =>
    child.tagName === 'tr' ? [child] : child.tagName === 'table' ? [] : rowsOf(child),
  )

const count = (node: Element, wanted: (name: string) => boolean): number =>
  elements(node).reduce((sum, child) => sum + (wanted(child.tagName) ? 1 : 0) + count(child, wanted), 0)

/** The table in the HTML that our Markdown reads: rows and cells, and in cells what is known to be harmless. */
export function renderTableHtml(table: Element): string {
  const [first, ...rest] = rowsOf(table)
  if (!first) return ''
  const heading = cellsOf(first).every(({ tagName }) => tagName === 'th')
  const head = heading ? `<thead>${rowHtml(first, 'th')}</thead>` : ''
  const body = (heading ? rest : [first, ...rest]).map((row) => rowHtml(row, 'td')).join('')
  return `<table>${head}<tbody>${body}</tbody></table>`
}

function rowHtml(row: Element, name: 'th' | 'td'): string {
  const cells = cellsOf(row).map((cell) => {
    const spans = [spanOf(cell, 'colSpan'), spanOf(cell, 'rowSpan')].join('')
    return `<${name}${spans}>${childrenHtml(cell)}</${name}>`
  })
  return `<tr>${cells.join('')}</tr>`
}

function spanOf(cell: Element, name: 'colSpan' | 'rowSpan'): string {
  const value = Number(cell.properties[name] ?? 1)
  return Number.isInteger(value) && value > 1 && value <= 50 ? ` ${name.toLowerCase()}="${value}"` : ''
}

const kept: Record<string, string> = {
  p: 'p',
  div: 'p',
  br: 'br',
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  code: 'code',
  del: 'del',
  s: 'del',
  sup: 'sup',
  sub: 'sub',
  kbd: 'kbd',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  pre: 'pre',
  a: 'a',
  img: 'img',
}
const empty = new Set(['br', 'img'])
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object'])

const childrenHtml = (node: Element): string => node.children.map(nodeHtml).join('')

function nodeHtml(node: ElementContent): string {
  if (node.type === 'text') return escaped(node.value)
  if (node.type !== 'element' || dropped.has(node.tagName)) return ''
  // A table in a table is what its cells say.
  if (node.tagName === 'table')
    return cellsOf(node)
      .map((cell) => `<p>${childrenHtml(cell)}</p>`)
      .join('')
  const name = kept[node.tagName]
  if (name === undefined) return childrenHtml(node)
  if (name === 'pre') return `<pre><code>${escapedLines(textOf(node))}</code></pre>`
  const attributes = attributesOf(node, name)
  if (empty.has(name)) return `<${name}${attributes}>`
  return `<${name}${attributes}>${childrenHtml(node)}</${name}>`
}

const textOf = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

function attributesOf(node: Element, name: string): string {
  const wanted = name === 'a' ? ['href'] : name === 'img' ? ['src', 'alt'] : []
  return wanted
    .map((attribute) => {
      const value = node.properties[attribute]
      return typeof value === 'string' ? ` ${attribute}="${escaped(value)}"` : ''
    })
    .join('')
}

/** On one line: an empty one would end the table. */
const escaped = (text: string): string => entities(text.replaceAll(/\s*\n\s*/g, ' '))

const escapedLines = (text: string): string => entities(text).replaceAll('\n', '&#10;')

const entities = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{%', '&#123;%')
