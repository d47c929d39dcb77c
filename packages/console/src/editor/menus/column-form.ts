import {
  type CardRole,
  type ColumnSettings,
  type ColumnType,
  columnTypes,
  createOption,
  optionColors,
  type SelectOption,
} from '../commands/table-columns.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIconButton } from '../dom.ts'
import { xmark } from '../../ui/icon-paths.ts'
import { FloatForm } from './float-form.ts'

interface ColumnFormOptions {
  settings: ColumnSettings
  /** Whether the table is shown as cards, in which columns have other settings. */
  hasCards: boolean
  target: DOMRect
  onApply: (settings: ColumnSettings) => void
  onClose: () => void
}

const MAX_WIDTH_PIXELS = 2000

/** Opens the settings of a column: its type, its width, what can be chosen in it, and what it is in cards. */
export function openColumnForm(context: EditorContext, options: ColumnFormOptions): void {
  const { labels } = context
  const { settings, hasCards } = options
  const type = createSelect(
    labels.columnType,
    columnTypes.map((name) => [name, labelType(context, name)]),
    settings.type,
  )
  const width = createElement('input', { type: 'number', min: '0', max: String(MAX_WIDTH_PIXELS), step: '1' })
  width.value = settings.width === undefined ? '' : String(settings.width)
  const several = createElement('input', { type: 'checkbox' })
  several.checked = settings.multiple
  const hidden = createElement('input', { type: 'checkbox' })
  hidden.checked = settings.isHidden
  const role = createSelect(
    labels.columnInCards,
    [
      ['', labels.cardText],
      ['target', labels.cardTarget],
      ['cover', labels.cardCover],
    ],
    settings.cardRole ?? '',
  )
  const list = new OptionList(context, settings.options, () => form.place())
  const severalRow = createElement('label', { class: 'check' }, several, labels.allowSeveral)
  const show = (): void => {
    list.element.hidden = type.value !== 'select'
    severalRow.hidden = type.value !== 'select' && type.value !== 'users'
    form.place()
  }
  type.addEventListener('change', show)
  const form = new FloatForm(
    context,
    {
      label: labels.columnSettings,
      target: options.target,
      onSubmit: () => {
        const pixels = Math.round(Number(width.value))
        options.onApply({
          // The values of the list are types.
          type: type.value as ColumnType,
          width: width.value !== '' && pixels > 0 ? Math.min(pixels, MAX_WIDTH_PIXELS) : undefined,
          multiple: several.checked,
          options: list.read(),
          cardRole: hasCards && role.value !== '' ? (role.value as CardRole) : undefined,
          isHidden: hasCards ? hidden.checked : settings.isHidden,
        })
        form.close()
      },
      onClose: (isLeft) => {
        if (!isLeft) options.onClose()
      },
    },
    createRow(labels.columnType, type),
    list.element,
    severalRow,
    hasCards ? createRow(labels.columnInCards, role) : createRow(labels.columnWidth, width),
    hasCards ? createElement('label', { class: 'check' }, hidden, labels.hideColumn) : undefined,
    createElement(
      'div',
      { class: 'editor-form-actions' },
      createElement('button', { type: 'submit', class: 'btn primary' }, labels.apply),
    ),
  )
  show()
  type.focus()
}

export function labelType({ labels }: EditorContext, type: ColumnType): string {
  const names: Record<ColumnType, string> = {
    text: labels.paragraph,
    number: labels.typeNumber,
    checkbox: labels.typeCheckbox,
    select: labels.typeSelect,
    files: labels.typeFiles,
    'content-ref': labels.typePage,
    image: labels.image,
    rating: labels.typeRating,
    users: labels.typeUsers,
  }
  return names[type]
}

function createSelect(
  label: string,
  choices: readonly (readonly [value: string, label: string])[],
  value: string,
): HTMLSelectElement {
  const select = createElement(
    'select',
    { 'aria-label': label },
    ...choices.map(([choice, name]) => createElement('option', { value: choice }, name)),
  )
  select.value = value
  return select
}

const createRow = (label: string, control: HTMLElement): HTMLElement =>
  createElement('label', { class: 'editor-column-row' }, createElement('span', {}, label), control)

interface OptionRow {
  element: HTMLElement
  label: HTMLInputElement
  color: HTMLSelectElement
  /** What the option was before, so that cells that have it keep it when it is renamed. */
  option: SelectOption | undefined
}

/** What can be chosen in a column. */
class OptionList {
  readonly element: HTMLElement
  readonly #context: EditorContext
  readonly #rows: OptionRow[] = []
  readonly #list = createElement('div', { class: 'editor-options' })
  readonly #add: HTMLButtonElement
  readonly #onResize: () => void

  constructor(context: EditorContext, options: readonly SelectOption[], onResize: () => void) {
    this.#context = context
    this.#onResize = onResize
    const { labels } = context
    this.#add = createElement('button', { type: 'button', class: 'btn' }, labels.addOption)
    this.#add.addEventListener('click', () => {
      this.#addRow(undefined).label.focus()
      this.#onResize()
    })
    this.element = createElement(
      'fieldset',
      { class: 'editor-option-list' },
      createElement('legend', {}, labels.options),
      this.#list,
      this.#add,
    )
    for (const option of options) this.#addRow(option)
  }

  read(): SelectOption[] {
    const options: SelectOption[] = []
    for (const { label, color, option } of this.#rows) {
      const text = label.value.replaceAll(/\s+/g, ' ').trim()
      if (text === '') continue
      options.push(
        option ? { ...option, label: text, color: color.value } : createOption(text, options, color.value),
      )
    }
    return options
  }

  #addRow(option: SelectOption | undefined): OptionRow {
    const { labels } = this.#context
    const number = this.#rows.length + 1
    const label = createElement('input', { type: 'text', 'aria-label': `${labels.optionLabel} ${number}` })
    label.value = option?.label ?? ''
    const known = optionColors.map((color) => [color, this.#labelColor(color)] as const)
    const color = createSelect(
      `${labels.optionColor} ${number}`,
      // A colour that this list does not have stays what it is.
      option && !known.some(([name]) => name === option.color)
        ? [...known, [option.color, option.color]]
        : known,
      option?.color ?? 'default',
    )
    const remove = createIconButton(xmark, `${labels.removeOption} ${number}`, () => {
      // What is removed must not have the focus: the form would close.
      this.#add.focus()
      this.#rows.splice(this.#rows.indexOf(row), 1)
      row.element.remove()
      this.#onResize()
    })
    remove.className = 'btn quiet square'
    const element = createElement('div', { class: 'editor-option' }, label, color, remove)
    const row = { element, label, color, option }
    this.#rows.push(row)
    this.#list.append(element)
    label.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || row !== this.#rows.at(-1) || label.value.trim() === '') return
      // Enter goes on with the next one. In an empty field it applies the form.
      event.preventDefault()
      this.#add.click()
    })
    return row
  }

  #labelColor(color: (typeof optionColors)[number]): string {
    const { labels } = this.#context
    const names = {
      default: labels.colorDefault,
      green: labels.colorGreen,
      blue: labels.colorBlue,
      red: labels.colorRed,
      orange: labels.colorOrange,
      yellow: labels.colorYellow,
      purple: labels.colorPurple,
    }
    return names[color]
  }
}
