import { type Document, parseMarkdown, type Table } from '@verso/markdown'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { BookSource } from './book-source.ts'
import { buildBook } from './build-book.ts'
import { PdfLimitError } from './render.ts'
import { noReferences, renderPdf } from './testing/render-pdf.ts'

// Compiling a book in its own process takes long on a busy machine.
const slowTest = { timeout: 120_000 }

const createBook = (document: Document, title = 'Title'): BookSource => ({
  title,
  owner: 'Example Ltd',
  date: '31 January 2026',
  pages: [{ id: 'page', title: 'Page', depth: 0, document }],
})

async function readText(source: BookSource): Promise<string> {
  const { pdf } = await renderPdf(source)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/[\s\u200b]+/gu, ' ')
}

const parse = (markdown: string): Document => parseMarkdown(markdown).document

const createHtmlTable = (head: string, rows: string): string =>
  `<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`

/** A document with one grid, in which the cells at the corners are named `a`, `b`, `c` and `d`. */
function createGrid(change: (data: Table['data']) => void): Document {
  const document = parse(
    createHtmlTable(
      '<th>Left</th><th>Right</th>',
      '<tr><td>cell-a</td><td>cell-b</td></tr><tr><td>cell-c</td><td>cell-d</td></tr>',
    ),
  )
  const table = document.nodes.find((node): node is Table => node.type === 'table')
  if (!table) throw new Error('the document has no table')
  change(table.data)
  return document
}

test('ratings below zero, above the maximum and between two stars are drawn as stars', slowTest, async () => {
  const cells = ['-3', '2.4', '1e9'].map((rating) => `<tr><td>${rating}</td></tr>`).join('')
  const text = await readText(
    createBook(
      parse(`${createHtmlTable('<th data-type="rating" data-max="5">Rating</th>', cells)}\n\nThe end.`),
    ),
  )
  expect(text.match(/★+/g)).toEqual(['★★', '★★★★★★★★★★'])
  expect(text).toContain('The end.')
})

test('emoji codes that are no code points are left out', slowTest, async () => {
  const codes = ['zz', '', '110000', '-1', 'd800', '1f600-'].map(
    (code) => `<span data-gb-custom-inline data-tag="emoji" data-code="${code}">x</span>`,
  )
  expect(await readText(createBook(parse(`${codes.join(' ')} The end.`)))).toContain('The end.')
})

test('text that is no valid Unicode does not spoil the book', slowTest, async () => {
  const text = await readText(createBook(parse('Half of a pair: \ud83d. The end.'), 'Title \udc00'))
  expect(text).toContain('The end.')
})

test.each([
  ['whose anchor is in no row', { record: 'nowhere', column: '' }, 2, 2],
  ['whose anchor is in no column', { record: '', column: 'nowhere' }, 2, 2],
  ['that spans nothing', { record: '', column: '' }, 0, -4],
])('a merge %s hides no cell', slowTest, async (_, anchor, rowSpan, colSpan) => {
  const document = createGrid((data) => {
    const [record = ''] = Object.keys(data.records)
    const [column = ''] = data.view.columns
    data.cellMerges = [
      { anchor: { record: anchor.record || record, column: anchor.column || column }, rowSpan, colSpan },
    ]
  })
  const text = await readText(createBook(document))
  for (const cell of ['cell-a', 'cell-b', 'cell-c', 'cell-d']) expect(text).toContain(cell)
})

test('a merge that reaches beyond the table ends at its edge', slowTest, async () => {
  const document = createGrid((data) => {
    const [record = ''] = Object.keys(data.records)
    data.cellMerges = [{ anchor: { record, column: data.view.columns[1] ?? '' }, rowSpan: 99, colSpan: 99 }]
  })
  const text = await readText(createBook(document))
  for (const cell of ['cell-a', 'cell-b', 'cell-c']) expect(text).toContain(cell)
  expect(text).not.toContain('cell-d')
})

test('of two merges that overlap the first counts, and cells of the second are shown', slowTest, async () => {
  const document = createGrid((data) => {
    const [first = '', second = ''] = Object.keys(data.records)
    const [left = '', right = ''] = data.view.columns
    data.cellMerges = [
      { anchor: { record: first, column: left }, rowSpan: 1, colSpan: 2 },
      { anchor: { record: first, column: right }, rowSpan: 2, colSpan: 1 },
      { anchor: { record: second, column: left }, rowSpan: 1, colSpan: 1 },
    ]
  })
  const text = await readText(createBook(document))
  for (const cell of ['cell-a', 'cell-c', 'cell-d']) expect(text).toContain(cell)
  expect(text).not.toContain('cell-b')
})

test('numbers that Typst has no place for do not spoil the book', slowTest, async () => {
  const document = parse('1. one\n2. two\n\n> The end.')
  for (const node of document.nodes) if (node.type === 'list-ordered') node.data.start = -7.5
  const columns = parse(
    '{% columns %}\n{% column width="0" %}\nnarrow\n{% endcolumn %}\n{% column width="-20%" %}\nnegative\n{% endcolumn %}\n{% endcolumns %}',
  )
  const text = await readText(createBook({ ...document, nodes: [...document.nodes, ...columns.nodes] }))
  for (const word of ['one', 'two', 'The end.', 'narrow', 'negative']) expect(text).toContain(word)
})

test('a table of 300 rows and 300 columns becomes data in time that grows with its cells', slowTest, () => {
  const count = 300
  const row = (name: string) => `<tr>${`<${name}>text</${name}>`.repeat(count)}</tr>`
  const document = parse(
    `<table><thead>${row('th')}</thead><tbody>${row('td').repeat(count)}</tbody></table>`,
  )
  const before = process.threadCpuUsage()
  const { book } = buildBook(createBook(document), noReferences)
  const { user } = process.threadCpuUsage(before)
  expect(JSON.stringify(book).match(/"text"/g)).toHaveLength(count * (count + 1))
  // It took more than a minute while every cell was looked for among all others.
  expect(user / 1000).toBeLessThan(10_000)
})

describe('limits', () => {
  const longBook = createBook(parse('A paragraph.\n\n'.repeat(3000)))

  test.each([
    ['pages', { pages: 3 }],
    ['timeoutMs', { timeoutMs: 1 }],
    ['memoryBytes', { memoryBytes: 20 * 1024 ** 2 }],
  ] as const)('a book beyond its limit of %s is refused by name', slowTest, async (limit, limits) => {
    const error = await renderPdf(longBook, noReferences, new Map(), limits).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(PdfLimitError)
    expect(error).toMatchObject({ limit })
  })
})
