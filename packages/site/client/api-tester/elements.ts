/** Elements are made of text nodes alone: what an API answers or a description says is never HTML. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

interface FieldOptions {
  label: string
  name: string
  value: string
  /** A word beside the label, such as "required". */
  note?: string
}

let fieldCount = 0

/** A control with its label. */
function createField(
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  field: FieldOptions,
): HTMLElement {
  fieldCount += 1
  control.id = `api-tester-field-${fieldCount}`
  control.name = field.name
  control.value = field.value
  const note =
    field.note === undefined ? [] : [createElement('span', { className: 'api-tester-note' }, field.note)]
  return createElement(
    'div',
    { className: 'api-tester-field' },
    createElement('label', { htmlFor: control.id }, field.label, ...note),
    control,
  )
}

export const createInput = (
  field: FieldOptions & Partial<Pick<HTMLInputElement, 'type' | 'required' | 'autocomplete'>>,
): HTMLElement => {
  const { type = 'text', required = false, autocomplete = 'off' } = field
  return createField(createElement('input', { type, required, autocomplete, spellcheck: false }), field)
}

const MIN_ROWS = 4
const MAX_ROWS = 16

const countRows = (text: string): number => Math.min(MAX_ROWS, Math.max(MIN_ROWS, text.split('\n').length))

export const createTextArea = (field: FieldOptions): HTMLElement =>
  createField(createElement('textarea', { rows: countRows(field.value), spellcheck: false }), field)

export const createSelect = (field: FieldOptions & { options: readonly string[] }): HTMLElement =>
  createField(
    createElement(
      'select',
      {},
      ...field.options.map((option) => createElement('option', { value: option }, option)),
    ),
    field,
  )

export const createSection = (title: string, ...children: Node[]): HTMLElement =>
  createElement('fieldset', {}, createElement('legend', {}, title), ...children)
