import type {
  CardsView,
  CellMerge,
  ContentRef,
  FittedImage,
  Fragment,
  GridView,
  Table,
  TableDefinition,
  TableValue,
} from '@verso/markdown'
import { renderAttributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'
import { renderInlines, renderLink } from './inlines.ts'
import { renderLinkAttributes } from './links.ts'

interface Row {
  id: string
  values: Record<string, TableValue>
}

export function renderTable(node: Table, context: RenderContext): SafeHtml {
  const rows = Object.entries(node.data.records)
    .sort(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0))
    .map(([id, { values }]) => ({ id, values }))
  const cells = new CellRenderer(node, context)
  return node.data.view.type === 'cards'
    ? renderCards(node, node.data.view, rows, cells, context)
    : renderGrid(node, node.data.view, rows, cells, context)
}

/** The cells of one table. */
class CellRenderer {
  readonly #table: Table
  readonly #context: RenderContext
  readonly #fragments: Map<string | undefined, Fragment>

  constructor(table: Table, context: RenderContext) {
    this.#table = table
    this.#context = context
    this.#fragments = new Map(table.fragments.map((fragment) => [fragment.fragment, fragment]))
  }

  getDefinition(column: string): TableDefinition | undefined {
    return this.#table.data.definition[column]
  }

  renderCell(row: Row, column: string): SafeHtml {
    const value = row.values[column]
    const definition = this.getDefinition(column)
    if (value === undefined || !definition) return nothing
    const context = this.#context
    switch (definition.type) {
      case 'text': {
        const nodes = this.#fragments.get(typeof value === 'string' ? value : undefined)?.nodes ?? []
        const [only, ...more] = nodes
        return only?.type === 'paragraph' && more.length === 0
          ? renderInlines(only.nodes, context)
          : context.renderBlocks(nodes)
      }
      case 'number':
        return html`${typeof value === 'number' ? new Intl.NumberFormat(context.locale.language).format(value) : readText(value)}`
      case 'checkbox': {
        const done = value === true
        return html`<span
          class="checkbox${done ? ' checked' : ''}"
          role="img"
          aria-label="${done ? context.locale.done : context.locale.notDone}"
          >${done && context.icons.use('check', 'solid')}</span
        >`
      }
      case 'rating': {
        const max = Math.min(10, Math.max(1, definition.max))
        const count = Math.min(max, Math.max(0, Math.round(Number(value))))
        const stars = Array.from(
          { length: max },
          (_, index) => context.icons.use('star', index < count ? 'solid' : 'regular') ?? nothing,
        )
        return html`<span class="rating" role="img" aria-label="${count}/${max}">${stars}</span>`
      }
      case 'select': {
        const chosen = Array.isArray(value) ? value : [readText(value)]
        const options = definition.options.filter((option) => chosen.includes(option.value))
        return html`<span class="tags"
          >${options.map((option) => html`<span class="tag ${getTagClass(option.color)}">${option.label}</span>`)}</span
        >`
      }
      case 'users': {
        const users = (Array.isArray(value) ? value : []).flatMap((id) => context.references.user(id) ?? [])
        return html`${users.map((user) => html`<span class="mention">@${user.displayName}</span> `)}`
      }
      case 'files': {
        const files = (Array.isArray(value) ? value : []).map((file) => this.#file(file))
        return html`<span class="files">${files}</span>`
      }
      case 'content-ref':
        return isContentRef(value) ? renderLink(value, nothing, context) : nothing
      case 'image':
        return html`${this.renderImage(row, column, '')}`
    }
  }

  #file(id: string): SafeHtml {
    const file = this.#context.references.file({ kind: 'file', file: id })
    const href = file && sanitizeUrl(file.href)
    if (!file || href === undefined) return nothing
    return html`<a href="${href}" ${renderLinkAttributes(href, this.#context)}
      >${this.#context.icons.use('paperclip', 'solid')}${file.name}</a
    >`
  }

  renderImage(row: Row, column: string | undefined, className: string): SafeHtml | undefined {
    const value = column === undefined ? undefined : row.values[column]
    const image = value === undefined ? undefined : readImage(value)
    const file = image && this.#context.references.file(image.ref)
    const source = file && sanitizeImageUrl(file.href)
    if (!image || !file || source === undefined) return undefined
    const fit = image.objectFit === 'contain' || image.objectFit === 'fill' ? image.objectFit : 'cover'
    return html`<img
      src="${source}"
      alt="${image.alt ?? ''}"
      class="${className} fit-${fit}"
      loading="lazy"
      decoding="async"
      ${renderAttributes({ width: file.width, height: file.height })}
    />`
  }
}

const readText = (value: TableValue): string => (typeof value === 'string' ? value : '')

const tagColors = new Set('green blue red orange yellow purple'.split(' '))
const getTagClass = (colour: string): string => (tagColors.has(colour) ? `tag-${colour}` : '')

const isContentRef = (value: TableValue): value is ContentRef =>
  typeof value === 'object' && !Array.isArray(value) && 'kind' in value

function readImage(value: TableValue): FittedImage | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  if ('kind' in value) return value.kind === 'file' || value.kind === 'url' ? { ref: value } : undefined
  return value
}

function renderGrid(
  node: Table,
  view: GridView,
  rows: Row[],
  cells: CellRenderer,
  context: RenderContext,
): SafeHtml {
  const { columnWidths = {} } = view
  const cols = view.columns.map((column) => {
    const width = columnWidths[column]
    const sized =
      typeof width === 'number' && width > 0
        ? context.styles.addClass({ width: `${Math.round(width)}px` })
        : undefined
    return html`<col${renderAttributes({ class: sized })}>`
  })
  const classes = (column: string) => {
    const definition = cells.getDefinition(column)
    if (definition?.type === 'number') return 'right'
    if (definition?.type !== 'text') return ''
    return [
      definition.textAlignment === 'left' ? '' : definition.textAlignment,
      definition.verticalAlignment === 'middle' || definition.verticalAlignment === 'bottom'
        ? definition.verticalAlignment
        : '',
    ]
      .filter((name) => name !== '')
      .join(' ')
  }
  const merges = new CellMerges(node.data.cellMerges ?? [], rows, view.columns)
  const head = html`<thead>
    <tr>
      ${view.columns.map((column) => html`<th scope="col" ${renderAttributes({ class: classes(column) || undefined })}>${cells.getDefinition(column)?.title}</th>`)}
    </tr>
  </thead>`
  const hasTitles = view.columns.some((column) => (cells.getDefinition(column)?.title ?? '') !== '')
  const body = rows.map(
    (row) =>
      html`<tr>
        ${view.columns.map((column) => {
          const merge = merges.get(row.id, column)
          if (merge === 'covered') return nothing
          return html`<td${renderAttributes({ class: classes(column) || undefined, rowspan: merge?.rowSpan, colspan: merge?.colSpan })}>${cells.renderCell(row, column)}</td>`
        })}
      </tr>`,
  )
  const sticky = `${view.stickyHeader ? ' sticky-header' : ''}${view.stickyFirstColumn ? ' sticky-column' : ''}`
  return html`<div
    class="table${node.data.fullWidth ? ' full-width' : ''}${sticky}"
    tabindex="0"
    role="region"
    aria-label="${context.locale.table}"
  >
    ${node.data.search === true && html`<input class="table-search" type="search" data-table-search hidden placeholder="${context.locale.search}" aria-label="${context.locale.search}" />`}
    <table>
      ${
        Object.keys(columnWidths).length > 0 &&
        html`<colgroup>
          ${cols}
        </colgroup>`
      }${!view.hideHeader && hasTitles && head}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`
}

/** Which cells span others, and which are covered by one that does. */
class CellMerges {
  readonly #cells = new Map<
    string,
    'covered' | { rowSpan: number | undefined; colSpan: number | undefined }
  >()

  constructor(merges: readonly CellMerge[], rows: readonly Row[], columns: readonly string[]) {
    for (const { anchor, rowSpan, colSpan } of merges) {
      const top = rows.findIndex(({ id }) => id === anchor.record)
      const left = columns.indexOf(anchor.column)
      if (top < 0 || left < 0) continue
      const high = Math.min(rowSpan, rows.length - top)
      const wide = Math.min(colSpan, columns.length - left)
      for (let y = 0; y < high; y++) {
        for (let x = 0; x < wide; x++)
          this.#cells.set(`${rows[top + y]?.id}\n${columns[left + x]}`, 'covered')
      }
      this.#cells.set(`${anchor.record}\n${anchor.column}`, {
        rowSpan: high > 1 ? high : undefined,
        colSpan: wide > 1 ? wide : undefined,
      })
    }
  }

  get(row: string, column: string) {
    return this.#cells.get(`${row}\n${column}`)
  }
}

function renderCards(
  node: Table,
  view: CardsView,
  rows: Row[],
  cells: CellRenderer,
  context: RenderContext,
): SafeHtml {
  const items = rows.map((row) => {
    const target = view.targetDefinition === undefined ? undefined : row.values[view.targetDefinition]
    const found = target !== undefined && isContentRef(target) ? context.references.link(target) : undefined
    const href = found && sanitizeUrl(found.href)
    const light = cells.renderImage(
      row,
      view.coverDefinition,
      view.coverDefinitionDark === undefined ? 'cover' : 'cover only-light',
    )
    const dark = cells.renderImage(row, view.coverDefinitionDark, light ? 'cover only-dark' : 'cover')
    const lines = view.columns.flatMap((column) => {
      const inside = cells.renderCell(row, column)
      if (inside.text.trim() === '') return []
      const title = cells.getDefinition(column)?.title ?? ''
      const labelled =
        view.hideColumnTitle !== true && title !== '' && cells.getDefinition(column)?.type !== 'text'
      return html`<div class="card-line">
        ${labelled && html`<span class="card-label">${title}</span>`}${inside}
      </div>`
    })
    // The link covers the card by itself: links inside the card stay links, and nothing is read out twice.
    const cover = light || dark ? html`<div class="card-cover">${light}${dark}</div>` : nothing
    const over =
      href === undefined
        ? nothing
        : html`<a
            class="card-link"
            href="${href}"
            ${renderLinkAttributes(href, context)}
            aria-label="${readLabel(lines) || (found?.title ?? '')}"
          ></a>`
    return html`<li class="card${href === undefined ? '' : ' linked'}">
      ${cover}
      <div class="card-body">${lines}</div>
      ${over}
    </li>`
  })
  return html`<ul
    class="cards ${view.cardSize === 'large' ? 'large' : 'medium'}${node.data.fullWidth ? ' full-width' : ''}"
  >
    ${items}
  </ul>`
}

function readLabel(lines: readonly SafeHtml[]): string {
  return (lines[0]?.text ?? '')
    .replaceAll(/<svg.*?<\/svg>|<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, 120)
}
