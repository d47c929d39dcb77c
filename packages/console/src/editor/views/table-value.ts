import { type ContentRef, formatReference, type MediaRef, parseMediaReference } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import type { Decoration, EditorView, NodeView } from 'prosemirror-view'
import { folderOpen, xmark } from '../../ui/icon-paths.ts'
import {
  type ColumnSettings,
  formatValue,
  readColumnSettings,
  type SelectOption,
} from '../commands/table-columns.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, createIconButton, placeNear } from '../dom.ts'
import { chooseStoredFile } from '../menus/choosers.ts'
import { Menu } from '../menus/menu.ts'
import { openReferenceForm } from '../menus/reference-form.ts'
import { createPeople } from './table-people.ts'
import { createUploadButton } from './upload-button.ts'
import type { CreateView } from './view.ts'

export const createTableValueView: CreateView = (context) => (node, view, getPosition, decorations) =>
  new TableValueView(context, node, view, getPosition, decorations)

interface Column extends ColumnSettings {
  title: string
}

/** The control of a value. It stays while only the value changes, and keeps its focus. */
interface ValueControl {
  element: HTMLElement
  show: (value: unknown, column: Column) => void
}

/** A cell whose value is not text, with the control that its column asks for. */
class TableValueView implements NodeView {
  readonly dom = createElement('td', { class: 'editor-value', contenteditable: 'false' })
  readonly #context: EditorContext
  readonly #view: EditorView
  readonly #getPosition: () => number | undefined
  #node: Node
  #control: ValueControl | undefined
  #type = ''

  constructor(
    context: EditorContext,
    node: Node,
    view: EditorView,
    getPosition: () => number | undefined,
    decorations: readonly Decoration[],
  ) {
    this.#context = context
    this.#node = node
    this.#view = view
    this.#getPosition = getPosition
    this.#render(decorations)
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#render(decorations)
    return true
  }

  ignoreMutation(): boolean {
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof Element && target.closest('input, button') !== null
  }

  #render(decorations: readonly Decoration[]): void {
    const { attrs } = this.#node
    this.dom.colSpan = Number(attrs['colspan'])
    this.dom.rowSpan = Number(attrs['rowspan'])
    const column = readColumn(decorations)
    if (!this.#control || this.#type !== column.type) {
      this.#type = column.type
      this.#control = this.#view.editable ? this.#createControl(column) : this.#createReadOnly(column)
      this.dom.replaceChildren(this.#control.element)
    }
    this.#control.show(attrs['value'], column)
  }

  #set(value: unknown): void {
    const position = this.#getPosition()
    if (position === undefined) return
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(position, 'value', value))
  }

  #createReadOnly({ type }: Column): ValueControl {
    return type === 'users' ? createPeople(this.#context) : createText()
  }

  #createControl({ type }: Column): ValueControl {
    switch (type) {
      case 'checkbox':
        return createCheckbox((value) => this.#set(value))
      case 'number':
      case 'rating':
        return createNumber((value) => this.#set(value))
      case 'select':
        return createChoice(this.#context, (value) => this.#set(value))
      case 'content-ref':
        return createReference(
          this.#context,
          (value) => this.#set(value),
          () => this.#view.focus(),
        )
      case 'files':
        return createFiles(this.#context, (value) => this.#set(value))
      case 'image':
        return createImage(this.#context, (value) => this.#set(value))
      case 'users':
        return createPeople(this.#context, (value) => this.#set(value))
      default:
        return createText()
    }
  }
}

/** The column of a cell is said by its decoration, which changes when the column does. */
function readColumn(decorations: readonly Decoration[]): Column {
  for (const { spec } of decorations) {
    const title = (spec as { columnTitle?: Node }).columnTitle
    if (title) return { ...readColumnSettings(title), title: title.textContent }
  }
  return {
    type: 'text',
    width: undefined,
    multiple: false,
    options: [],
    cardRole: undefined,
    isHidden: false,
    title: '',
  }
}

function createText(): ValueControl {
  const element = createElement('span')
  return {
    element,
    show: (value, { options }) => {
      element.textContent = typeof value === 'boolean' ? (value ? '☑' : '☐') : formatValue(value, options)
    },
  }
}

function createCheckbox(onChange: (value: boolean) => void): ValueControl {
  const element = createElement('input', { type: 'checkbox' })
  element.addEventListener('change', () => onChange(element.checked))
  return {
    element,
    show: (value, { title }) => {
      element.checked = value === true
      element.setAttribute('aria-label', title)
    },
  }
}

function createNumber(onChange: (value: number | null) => void): ValueControl {
  const element = createElement('input', { type: 'number', step: 'any' })
  element.addEventListener('change', () =>
    onChange(element.value === '' || !Number.isFinite(element.valueAsNumber) ? null : element.valueAsNumber),
  )
  return {
    element,
    show: (value, { title, type }) => {
      const text = typeof value === 'number' ? String(value) : ''
      // What is being typed is not written over.
      if (element.ownerDocument.activeElement !== element || element.valueAsNumber !== value)
        element.value = text
      element.placeholder = typeof value === 'string' ? value : ''
      element.setAttribute('aria-label', title)
      if (type === 'rating') element.setAttribute('min', '0')
    },
  }
}

function createChoice(context: EditorContext, onChange: (value: string[] | null) => void): ValueControl {
  const { labels, overlay } = context
  const element = createElement('button', {
    type: 'button',
    class: 'editor-value-button',
    'aria-haspopup': 'menu',
  })
  let chosen: readonly string[] = []
  let options: readonly SelectOption[] = []
  let isSeveral = false
  const toggle = (value: string): void => {
    const isOn = chosen.includes(value)
    const others = isSeveral ? chosen.filter((each) => each !== value) : []
    const next = isOn ? others : [...others, value]
    onChange(next.length === 0 ? null : next)
  }
  element.addEventListener('click', () => {
    const items = options.map(({ value, label }) => ({
      label,
      isChecked: chosen.includes(value),
      run: () => toggle(value),
    }))
    const menu = new Menu(overlay, labels.chooseOption, items, () => element.focus())
    placeNear(menu.element, element.getBoundingClientRect())
    menu.focus()
  })
  return {
    element,
    show: (value, column) => {
      chosen = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []
      options = column.options
      isSeveral = column.multiple
      const chips = chosen.map((each) => {
        const option = options.find((other) => other.value === each)
        return createElement(
          'span',
          { class: `editor-chip is-${option?.color ?? 'default'}` },
          option?.label ?? each,
        )
      })
      element.replaceChildren(
        ...(chips.length > 0 ? chips : [createElement('span', { class: 'soft' }, labels.chooseOption)]),
      )
      element.setAttribute(
        'aria-label',
        `${column.title}: ${formatValue(chosen, options) || labels.chooseOption}`,
      )
      element.disabled = options.length === 0
    },
  }
}

function createReference(
  context: EditorContext,
  onChange: (value: ContentRef | null) => void,
  onClose: () => void,
): ValueControl {
  const { labels, options } = context
  const element = createElement('button', { type: 'button', class: 'editor-value-button' })
  let current: unknown = null
  element.addEventListener('click', () =>
    openReferenceForm(context, {
      label: labels.contentRef,
      value: isReference(current) && current.kind === 'url' ? current.url : '',
      target: element.getBoundingClientRect(),
      canRemove: current !== null,
      onApply: (ref) => onChange(ref ?? null),
      onClose,
    }),
  )
  return {
    element,
    show: (value, { title }) => {
      current = value
      const name = isReference(value)
        ? (options.describePage?.(value)?.title ?? formatReference(value))
        : formatValue(value)
      element.textContent = name || labels.choosePage
      element.classList.toggle('soft', name === '')
      element.setAttribute('aria-label', `${title}: ${name || labels.choosePage}`)
    },
  }
}

const isReference = (value: unknown): value is ContentRef =>
  typeof value === 'object' && value !== null && 'kind' in value

/** Files of a table are known by their ids, or by their addresses where they have none. */
const getFileName = (ref: MediaRef): string => (ref.kind === 'file' ? ref.file : ref.url)

const parseFile = (file: string): MediaRef =>
  /^[a-z][a-z0-9+.-]*:|[/.]/i.test(file) ? parseMediaReference(file) : { kind: 'file', file }

function describeFile({ options }: EditorContext, ref: MediaRef): string {
  const known = options.describeFile?.(ref)?.name
  return (
    known ??
    getFileName(ref)
      .split('/')
      .findLast((part) => part !== '') ??
    ''
  )
}

/** A button that chooses one of the files that the space has. It is absent where they are not known. */
function createStoredFileButton(
  context: EditorContext,
  kind: 'file' | 'image',
  onChoose: (ref: MediaRef) => void,
): HTMLElement | undefined {
  const { labels, options } = context
  if (!options.searchFiles) return undefined
  const label = kind === 'image' ? labels.storedImage : labels.storedFile
  const button = createElement(
    'button',
    { type: 'button', class: 'btn', 'aria-haspopup': 'dialog' },
    createIcon(folderOpen),
    label,
  )
  button.addEventListener('click', () =>
    chooseStoredFile(context, kind, {
      target: button.getBoundingClientRect(),
      onChoose: (ref) => {
        onChoose(ref)
        button.focus()
      },
      onClose: (_query, isLeft) => {
        if (!isLeft) button.focus()
      },
    }),
  )
  return button
}

function createFiles(context: EditorContext, onChange: (value: string[] | null) => void): ValueControl {
  const { labels } = context
  const list = createElement('div', { class: 'editor-value-files' })
  let files: readonly string[] = []
  const upload = createUploadButton(context, {
    label: labels.chooseFile,
    onUpload: (ref) => onChange([...files, getFileName(ref)]),
  })
  const stored = createStoredFileButton(context, 'file', (ref) => {
    const name = getFileName(ref)
    if (!files.includes(name)) onChange([...files, name])
  })
  const remove = (index: number): void => {
    const next = files.filter((_, other) => other !== index)
    onChange(next.length === 0 ? null : next)
  }
  return {
    element: createElement('div', { class: 'editor-value-media' }, list, upload, stored),
    show: (value) => {
      files = Array.isArray(value) ? value.map(String) : []
      const rows = files.map((file, index) => {
        const name = describeFile(context, parseFile(file))
        const button = createIconButton(xmark, `${labels.removeFile}: ${name}`, () => remove(index))
        return createElement('span', { class: 'editor-value-file' }, name, button)
      })
      list.replaceChildren(...rows, ...(typeof value === 'string' ? [value] : []))
    },
  }
}

function createImage(context: EditorContext, onChange: (value: MediaRef | null) => void): ValueControl {
  const { labels } = context
  const name = createElement('span', { class: 'editor-value-file' })
  const upload = createUploadButton(context, {
    label: labels.chooseImage,
    accept: 'image/*',
    onUpload: (ref) => onChange(ref),
  })
  const stored = createStoredFileButton(context, 'image', onChange)
  return {
    element: createElement('div', { class: 'editor-value-media' }, name, upload, stored),
    show: (value) => {
      const text = readMedia(value)
      const label = text ? describeFile(context, text) : formatValue(value)
      name.replaceChildren(
        ...(label === ''
          ? []
          : [label, createIconButton(xmark, `${labels.removeFile}: ${label}`, () => onChange(null))]),
      )
    },
  }
}

function readMedia(value: unknown): MediaRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const ref: unknown = 'ref' in value ? value.ref : value
  // The schema checks the references of values.
  return ref as MediaRef
}
