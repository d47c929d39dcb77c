import {
  type CardsView,
  parseMediaReference,
  type CellMerge,
  type ContentRef,
  type FittedImage,
  type Fragment,
  type GridView,
  type Table,
  type TableDefinition,
  type TableValue,
} from '@verso/markdown'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'
import { renderInlines, renderLink } from './inlines.ts'
import { renderLinkAttributes } from './links.ts'
import { createSizeAttributes } from './picture-sizes.ts'

/** How wide cards are at most. */
const CARD_WIDTH_PIXELS = 480
const MAX_RATING = 10
const MAX_LABEL_CHARACTERS = 120

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

type Person = NonNullable<ReturnType<RenderContext['references']['resolveUser']>>

/** A person with their picture, or the first letters of their name. */
function renderPerson({ displayName, photoURL }: Person): SafeHtml {
  const source = photoURL === undefined ? undefined : sanitizeImageUrl(photoURL)
  const sign =
    source === undefined
      ? html`${readInitials(displayName)}`
      : html`<img src="${source}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`
  return html`<span class="person"
    ><span class="avatar" aria-hidden="true">${sign}</span>${displayName}</span
  >`
}

function readInitials(name: string): string {
  const words = name.trim().split(/\s+/u)
  return (words.length > 1 ? [words[0], words.at(-1)] : words)
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** Renders the cells of one table. */
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

  /** The key of the paragraph that is all of a cell, where the keys of blocks are written. */
  findBlockKey(row: Row, column: string): string | undefined {
    if (!this.#context.hasBlockKeys || this.getDefinition(column)?.type !== 'text') return undefined
    const value = row.values[column]
    const nodes = this.#fragments.get(typeof value === 'string' ? value : undefined)?.nodes ?? []
    return nodes.length === 1 && nodes[0]?.type === 'paragraph' ? nodes[0].key : undefined
  }

  renderCell(row: Row, column: string): SafeHtml {
    const value = row.values[column]
    const definition = this.getDefinition(column)
    if (value === undefined || !definition) return nothing
    const context = this.#context
    switch (definition.type) {
      case 'text': {
        const nodes = this.#fragments.get(typeof value === 'string' ? value : undefined)?.nodes ?? []
        const [firstNode, ...otherNodes] = nodes
        return firstNode?.type === 'paragraph' && otherNodes.length === 0
          ? renderInlines(firstNode.nodes, context)
          : context.renderBlocks(nodes)
      }
      case 'number':
        return html`${typeof value === 'number' ? new Intl.NumberFormat(context.locale.language).format(value) : readText(value)}`
      case 'checkbox': {
        const isChecked = value === true
        return html`<span
          class="checkbox${isChecked ? ' checked' : ''}"
          role="img"
          aria-label="${isChecked ? context.locale.done : context.locale.notDone}"
          >${isChecked && context.icons.use('check', 'solid')}</span
        >`
      }
      case 'rating': {
        const max = Math.min(MAX_RATING, Math.max(1, definition.max))
        const count = Math.min(max, Math.max(0, Math.round(Number(value))))
        const stars = Array.from(
          { length: max },
          (_, index) => context.icons.use('star', index < count ? 'solid' : 'regular') ?? nothing,
        )
        return html`<span class="rating" role="img" aria-label="${count}/${max}">${stars}</span>`
      }
      case 'select': {
        const selectedValues = Array.isArray(value) ? value : [readText(value)]
        const options = definition.options.filter((option) => selectedValues.includes(option.value))
        return html`<span class="tags"
          >${options.map((option) => html`<span class="tag ${getTagClass(option.color)}">${option.label}</span>`)}</span
        >`
      }
      case 'users': {
        const users = (Array.isArray(value) ? value : []).flatMap(
          (id) => context.references.resolveUser(id) ?? [],
        )
        return html`<span class="people">${users.map(renderPerson)}</span>`
      }
      case 'files': {
        const files = (Array.isArray(value) ? value : []).map((file) => this.#renderFile(file))
        return html`<span class="files">${files}</span>`
      }
      case 'content-ref':
        return isContentRef(value) ? renderLink(value, nothing, context) : nothing
      case 'image':
        return html`${this.renderImage(row, column, '')}`
    }
  }

  #renderFile(id: string): SafeHtml {
    const file = this.#context.references.resolveFile({ kind: 'file', file: id })
    const href = file && sanitizeUrl(file.href)
    if (!file || href === undefined) return nothing
    return html`<a href="${href}" ${renderLinkAttributes(href, this.#context)}
      >${this.#context.icons.use('paperclip', 'solid')}${file.name}</a
    >`
  }

  renderImage(row: Row, column: string | undefined, className: string): SafeHtml | undefined {
    const value = column === undefined ? undefined : row.values[column]
    const image = value === undefined ? undefined : readImage(value)
    const file = image && this.#context.references.resolveFile(image.ref)
    const source = file && sanitizeImageUrl(file.href)
    if (!image || !file || source === undefined) return undefined
    const fit = image.objectFit === 'contain' || image.objectFit === 'fill' ? image.objectFit : 'cover'
    return html`<img
      src="${source}"
      alt="${image.alt ?? ''}"
      class="${className} fit-${fit}"
      loading="lazy"
      decoding="async"
      ${renderAttributes({
        ...createSizeAttributes(file, CARD_WIDTH_PIXELS),
        width: file.width,
        height: file.height,
      })}
    />`
  }
}

const readText = (value: TableValue): string => (typeof value === 'string' ? value : '')

const tagColors = new Set('green blue red orange yellow purple'.split(' '))
const getTagClass = (color: string): string => (tagColors.has(color) ? `tag-${color}` : '')

const isContentRef = (value: TableValue): value is ContentRef =>
  typeof value === 'object' && !Array.isArray(value) && 'kind' in value

function readImage(value: TableValue): FittedImage | undefined {
  if (Array.isArray(value)) {
    // A column of files: the first one is the picture.
    const [file] = value
    if (typeof file !== 'string') return undefined
    return { ref: /^[a-z][a-z0-9+.-]*:|^\//i.test(file) ? parseMediaReference(file) : { kind: 'file', file } }
  }
  if (typeof value !== 'object') return undefined
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
  const columnElements = view.columns.map((column) => {
    const width = columnWidths[column]
    const widthClass =
      typeof width === 'number' && width > 0
        ? context.styles.addClass({ width: `${Math.round(width)}px` })
        : undefined
    return html`<col${renderAttributes({ class: widthClass })}>`
  })
  const getCellClasses = (column: string) => {
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
      ${view.columns.map((column) => html`<th scope="col" ${renderAttributes({ class: getCellClasses(column) || undefined })}>${cells.getDefinition(column)?.title}</th>`)}
    </tr>
  </thead>`
  const hasTitles = view.columns.some((column) => (cells.getDefinition(column)?.title ?? '') !== '')
  const body = rows.map(
    (row) =>
      html`<tr>
        ${view.columns.map((column) => {
          const merge = merges.get(row.id, column)
          if (merge === 'covered') return nothing
          return html`<td${renderAttributes({ 'data-block': cells.findBlockKey(row, column), class: getCellClasses(column) || undefined, rowspan: merge?.rowSpan, colspan: merge?.colSpan })}>${cells.renderCell(row, column)}</td>`
        })}
      </tr>`,
  )
  const sticky = `${view.stickyHeader ? ' sticky-header' : ''}${view.stickyFirstColumn ? ' sticky-column' : ''}`
  return html`<div
    class="table${node.data.fullWidth ? ' full-width' : ''}${sticky}"
    tabindex="0"
    role="group"
    aria-label="${context.locale.table}"
  >
    ${node.data.search === true && html`<input class="table-search" type="search" data-table-search hidden placeholder="${context.locale.search}" aria-label="${context.locale.search}" />`}
    <table>
      ${
        Object.keys(columnWidths).length > 0 &&
        html`<colgroup>
          ${columnElements}
        </colgroup>`
      }${!view.hideHeader && hasTitles && head}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`
}

/** Finds which cells of a table span others, and which cells are covered by them. */
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
      const height = Math.min(rowSpan, rows.length - top)
      const width = Math.min(colSpan, columns.length - left)
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++)
          this.#cells.set(`${rows[top + y]?.id}\n${columns[left + x]}`, 'covered')
      }
      this.#cells.set(`${anchor.record}\n${anchor.column}`, {
        rowSpan: height > 1 ? height : undefined,
        colSpan: width > 1 ? width : undefined,
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
    const link =
      target !== undefined && isContentRef(target) ? context.references.resolveLink(target) : undefined
    const href = link && sanitizeUrl(link.href)
    const lightCover = cells.renderImage(
      row,
      view.coverDefinition,
      view.coverDefinitionDark === undefined ? 'cover' : 'cover only-light',
    )
    const darkCover = cells.renderImage(
      row,
      view.coverDefinitionDark,
      lightCover ? 'cover only-dark' : 'cover',
    )
    const lines = view.columns.flatMap((column) => {
      const content = cells.renderCell(row, column)
      if (content.text.trim() === '') return []
      const title = cells.getDefinition(column)?.title ?? ''
      const isLabelled =
        view.hideColumnTitle !== true && title !== '' && cells.getDefinition(column)?.type !== 'text'
      return html`<div class="card-line">
        ${isLabelled && html`<span class="card-label">${title}</span>`}${content}
      </div>`
    })
    // An empty link covers the card, so that links inside the card keep working and screen readers read nothing twice.
    const cover =
      lightCover || darkCover ? html`<div class="card-cover">${lightCover}${darkCover}</div>` : nothing
    const cardLink =
      href === undefined
        ? nothing
        : html`<a
            class="card-link"
            href="${href}"
            ${renderLinkAttributes(href, context)}
            aria-label="${readLabel(lines) || (link?.title ?? '')}"
          ></a>`
    return html`<li class="card${href === undefined ? '' : ' linked'}">
      ${cover}
      <div class="card-body">${lines}</div>
      ${cardLink}
    </li>`
  })
  return html`<ul
    class="cards ${view.cardSize === 'large' ? 'large' : 'medium'}${node.data.fullWidth ? ' full-width' : ''}"
  >
    ${items}
  </ul>`
}

/** Reads the text of the first line, as the label of the card's link for screen readers. */
function readLabel(lines: readonly SafeHtml[]): string {
  return (lines[0]?.text ?? '')
    .replaceAll(/<svg.*?<\/svg>|<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, MAX_LABEL_CHARACTERS)
}
