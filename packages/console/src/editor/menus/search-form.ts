import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import { FloatForm } from './float-form.ts'
import { type Suggestion, SuggestionField } from './suggestion-field.ts'

interface SearchFormOptions<Value> {
  /** What is chosen. */
  label: string
  placeholder: string
  /** What the form opens beside. */
  target: DOMRect
  search: (query: string) => Promise<Suggestion<Value>[]>
  onChoose: (value: Value) => void
  /** Called when the form goes without a choice, with what was typed. `isLeft` says that the focus is elsewhere. */
  onClose: (query: string, isLeft: boolean) => void
}

/** Opens a form to choose one of many by typing a part of its name. */
export function openSearchForm<Value>(context: EditorContext, options: SearchFormOptions<Value>): void {
  const status = createElement(
    'p',
    { class: 'soft editor-form-status', role: 'status' },
    context.labels.loading,
  )
  let isChosen = false
  const choose = (value: Value): void => {
    isChosen = true
    form.close()
    options.onChoose(value)
  }
  const field = new SuggestionField<Value>({
    id: 'search',
    label: options.label,
    placeholder: options.placeholder,
    search: options.search,
    choosesFirst: true,
    onChoose: choose,
    onChange: ({ length }) => {
      status.textContent = length === 0 ? context.labels.nothingFound : ''
      form.place()
    },
  })
  const submit = async (): Promise<void> => {
    await field.settle()
    if (!form.isClosed && field.active) choose(field.active.value)
  }
  const form = new FloatForm(
    context,
    {
      label: options.label,
      target: options.target,
      onSubmit: () => void submit(),
      onClose: (isLeft) => {
        field.close()
        if (!isChosen) options.onClose(field.input.value, isLeft)
      },
    },
    field.input,
    field.list,
    status,
  )
  field.input.focus()
  field.search()
}
