import type { Element, ElementContent, Nodes } from 'hast'

const blockNames = new Set([
  'ul',
  'ol',
  'pre',
  'table',
  'blockquote',
  'img',
  'figure',
  'verso-hint',
  'hr',
  'dl',
])

/** Whether a table needs HTML, because a cell of a Markdown table has only one line of text. */
export function needsHtmlTable(table: Element): boolean {
  return listCells(table).some(
    (cell) =>
      ['colSpan', 'rowSpan'].some((name) => Number(cell.properties[name] ?? 1) > 1) ||
      countElements(cell, (name) => blockNames.has(name)) > 0 ||
      countElements(cell, (name) => name === 'p' || name === 'div') > 1,
  )
}

const listElements = (node: Element): Element[] => node.children.filter((child) => child.type === 'element')

const listCells = (node: Element): Element[] =>
  listElements(node).flatMap((child) =>
    child.tagName === 'td' || child.tagName === 'th'
      ? [child]
      : child.tagName === 'table'
        ? []
        : listCells(child),
  )

const listRows = (node: Element): Element[] =>
  listElements(node).flatMap((child) =>
    child.tagName === 'tr' ? [child] : child.tagName === 'table' ? [] : listRows(child),
  )

const countElements = (node: Element, matches: (name: string) => boolean): number =>
  listElements(node).reduce(
    (sum, child) => sum + (matches(child.tagName) ? 1 : 0) + countElements(child, matches),
    0,
  )

/** Renders a table as the HTML that our Markdown parser reads. Cells have only elements that are known to be safe. */
export function renderTableHtml(table: Element): string {
  const [first, ...rest] = listRows(table)
  if (!first) return ''
  const heading = listCells(first).every(({ tagName }) => tagName === 'th')
  const head = heading ? `<thead>${renderRow(first, 'th')}</thead>` : ''
  const body = (heading ? rest : [first, ...rest]).map((row) => renderRow(row, 'td')).join('')
  return `<table>${head}<tbody>${body}</tbody></table>`
}

function renderRow(row: Element, name: 'th' | 'td'): string {
  const cells = listCells(row).map((cell) => {
    const spans = [renderSpan(cell, 'colSpan'), renderSpan(cell, 'rowSpan')].join('')
    return `<${name}${spans}>${renderChildren(cell)}</${name}>`
  })
  return `<tr>${cells.join('')}</tr>`
}

function renderSpan(cell: Element, name: 'colSpan' | 'rowSpan'): string {
  const value = Number(cell.properties[name] ?? 1)
  return Number.isInteger(value) && value > 1 && value <= 50 ? ` ${name.toLowerCase()}="${value}"` : ''
}

const outputNames: Record<string, string> = {
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
const voidNames = new Set(['br', 'img'])
const droppedNames = new Set(['script', 'style', 'template', 'iframe', 'object'])

const renderChildren = (node: Element): string => node.children.map(renderNode).join('')

function renderNode(node: ElementContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type !== 'element' || droppedNames.has(node.tagName)) return ''
  // A table inside a table becomes the paragraphs of its cells.
  if (node.tagName === 'table')
    return listCells(node)
      .map((cell) => `<p>${renderChildren(cell)}</p>`)
      .join('')
  const name = outputNames[node.tagName]
  if (name === undefined) return renderChildren(node)
  if (name === 'pre') return `<pre><code>${escapeLines(readText(node))}</code></pre>`
  const attributes = renderAttributes(node, name)
  if (voidNames.has(name)) return `<${name}${attributes}>`
  return `<${name}${attributes}>${renderChildren(node)}</${name}>`
}

const readText = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(readText).join('') : ''
}

function renderAttributes(node: Element, name: string): string {
  const names = name === 'a' ? ['href'] : name === 'img' ? ['src', 'alt'] : []
  return names
    .map((attribute) => {
      const value = node.properties[attribute]
      return typeof value === 'string' ? ` ${attribute}="${escapeText(value)}"` : ''
    })
    .join('')
}

/** Escapes text and joins its lines, because an empty line would end the table. */
const escapeText = (text: string): string => escapeEntities(text.replaceAll(/\s*\n\s*/g, ' '))

const escapeLines = (text: string): string => escapeEntities(text).replaceAll('\n', '&#10;')

const escapeEntities = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{%', '&#123;%')
