import { isSafeAddress, parseMediaReference, schema } from '@verso/editor'
import {
  DOMParser,
  Fragment,
  type Node,
  type ParseOptions,
  type Slice,
  type TagParseRule,
} from 'prosemirror-model'
import { createBlock, nodeType } from './blocks.ts'
import { cleanPasted } from './paste/clean-pasted.ts'

/**
 * Reads pasted HTML. The schema reads what it wrote itself and plain HTML; these rules read code, images and tables, which
 * are made of more nodes than they have elements. Nothing else of the HTML is kept, so nothing of it can run.
 */
export function createClipboardParser(): DOMParser {
  const rules: TagParseRule[] = [
    { tag: 'pre:not([data-block])', node: 'code', priority: 55, getContent: (element) => readCode(element) },
    { tag: 'img[src]', node: 'image', priority: 55, getAttrs: (element) => readImage(element) },
    {
      tag: 'table:not([data-block])',
      node: 'table',
      priority: 55,
      getContent: (element) => readTable(element),
    },
    { tag: 'input[type=checkbox]', ignore: true },
    { tag: 'script, style, template, noscript, iframe, object', ignore: true, priority: 90 },
  ]
  return new ClipboardParser(schema, [...rules, ...DOMParser.fromSchema(schema).rules])
}

class ClipboardParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || dom instanceof DocumentFragment) cleanPasted(dom)
    return super.parseSlice(dom, options)
  }
}

function readCode(element: globalThis.Node): Fragment {
  const text = (element.textContent ?? '').replace(/\n$/, '')
  return Fragment.from(
    text
      .split(/\r\n?|\n/)
      .map((line) => nodeType('code_line').create(null, line === '' ? [] : schema.text(line))),
  )
}

function readImage(element: HTMLElement): { ref: object; alt: string | null } | false {
  const src = element.getAttribute('src') ?? ''
  // Pictures inside of the HTML itself would make the page as large as they are.
  if (!/^https?:/i.test(src) || !isSafeAddress(src)) return false
  return { ref: parseMediaReference(src), alt: element.getAttribute('alt')?.trim() || null }
}

/** The first row has the titles. Cells keep the text and the marks of their content. */
function readTable(element: globalThis.Node): Fragment {
  const rows = element instanceof HTMLTableElement ? [...element.rows] : []
  const width = Math.max(1, ...rows.map((row) => row.cells.length))
  const [head, ...body] = rows
  const titles = Array.from({ length: width }, (_, index) => {
    const title = (head?.cells[index]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return nodeType('table_title').create(null, title === '' ? [] : schema.text(title))
  })
  const cellParser = createClipboardParser()
  const readCell = (cell: HTMLTableCellElement | undefined): Node => {
    const paragraph = createBlock('paragraph')
    if (!cell) return nodeType('table_cell').create(null, paragraph)
    const content = cellParser.parse(cell, { topNode: createBlock('paragraph') })
    return nodeType('table_cell').create(null, content)
  }
  const rowNodes = body.map((row) =>
    nodeType('table_row').create(
      null,
      Array.from({ length: width }, (_, index) => readCell(row.cells[index])),
    ),
  )
  return Fragment.from([nodeType('table_head').create(null, titles), ...rowNodes])
}
