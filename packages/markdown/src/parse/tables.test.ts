import { describe, expect, test } from 'vitest'
import type { Table } from '../index.ts'
import { parseToBlocks, formatOutline } from '../testing/outline.ts'

function parseTable(markdown: string): Table {
  const [block] = parseToBlocks(markdown)
  if (block?.type !== 'table') throw new Error(`Expected a table, but got ${block?.type}`)
  return block
}

describe('pipe tables', () => {
  const table = parseTable('| Name | Size |\n| :-: | --: |\n| a \\| b | `c` |\n| | d |')

  test('have columns with titles and alignments', () => {
    expect(Object.values(table.data.definition)).toEqual([
      { id: 'c1', title: 'Name', type: 'text', textAlignment: 'center' },
      { id: 'c2', title: 'Size', type: 'text', textAlignment: 'right' },
    ])
  })

  test('have a fragment for each cell with content, and no value for an empty cell', () => {
    expect(Object.values(table.data.records).map((record) => record.values)).toEqual([
      { c1: 'r1c1', c2: 'r1c2' },
      { c2: 'r2c2' },
    ])
    expect(table.fragments.map((fragment) => [fragment.fragment, formatOutline(fragment.nodes)])).toEqual([
      ['r1c1', 'paragraph("a | b")'],
      ['r1c2', 'paragraph(code("c"))'],
      ['r2c2', 'paragraph("d")'],
    ])
  })

  test('may have HTML blocks in a cell', () => {
    const [, cell] = parseTable('| a | b |\n|---|---|\n| c | <p>d</p><ul><li>e</li></ul> |').fragments
    expect(formatOutline(cell?.nodes ?? [])).toBe('paragraph("d") list-unordered(list-item(paragraph("e")))')
  })
})

describe('HTML tables', () => {
  test('have a column of options where the header has them, also without a type', () => {
    const options = '<option value="a1" label="Red" color="blue"></option>'
    const { data } = parseTable(
      `<table><thead><tr><th>Colour<select multiple>${options}</select></th></tr></thead>` +
        '<tbody><tr><td><span data-option="a1">Red, </span></td></tr></tbody></table>',
    )
    expect(data.definition['c1']).toEqual({
      id: 'c1',
      title: 'Colour',
      type: 'select',
      multiple: true,
      options: [{ value: 'a1', label: 'Red', color: 'blue' }],
    })
    expect(data.records['r1']?.values).toEqual({ c1: ['a1'] })
  })

  test('may have widths, a hidden header, blank lines and code', () => {
    const table = parseTable(
      '<table data-header-hidden data-full-width="true"><thead><tr><th width="200">a</th></tr></thead><tbody><tr><td><pre><code>b\n\nc</code></pre></td></tr></tbody></table>',
    )
    expect(table.data).toMatchObject({
      view: { type: 'grid', hideHeader: true, columnWidths: { c1: 200 } },
      fullWidth: true,
    })
    expect(formatOutline(table.fragments[0]?.nodes ?? [])).toBe(
      'code(code-line("b") code-line("") code-line("c"))',
    )
  })

  test('may have no header', () => {
    expect(parseTable('<table><tr><td>a</td></tr></table>').data.view).toMatchObject({
      hideHeader: true,
      columns: ['c1'],
    })
  })

  test('may be cards with hidden columns, a target and a cover', () => {
    const { data } = parseTable(
      '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>a</td><td><a href="b.md">b.md</a></td><td><a href="c.png">c.png</a><a href="/files/f1">f1</a></td></tr></tbody></table>',
    )
    expect(data.view).toEqual({
      type: 'cards',
      cardSize: 'large',
      columns: ['c1'],
      targetDefinition: 'c2',
      coverDefinition: 'c3',
    })
    expect(data.records['r1']?.values).toEqual({
      c1: 'r1c1',
      c2: { kind: 'page', page: 'b.md' },
      c3: ['c.png', 'f1'],
    })
  })

  test('may have merged cells', () => {
    const { data } = parseTable(
      '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="2">c</td><td>d</td></tr><tr><td>e</td></tr></table>',
    )
    expect(data.cellMerges).toEqual([{ anchor: { record: 'r1', column: 'c1' }, rowSpan: 2, colSpan: 1 }])
    expect(data.records['r2']?.values).toEqual({ c2: 'r2c2' })
  })

  test('keep the text of a cell that does not have the type of its column', () => {
    const { data } = parseTable(
      '<table><tr><th data-type="number">n</th></tr><tr><td>many</td></tr><tr><td>5</td></tr></table>',
    )
    expect(Object.values(data.records).map(({ values }) => values['c1'])).toEqual(['many', 5])
  })
})
