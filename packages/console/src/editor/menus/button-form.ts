import { type ContentRef, formatReference } from '@verso/editor'
import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import { suggestIcons } from './choosers.ts'
import { FloatForm } from './float-form.ts'
import { ReferenceField } from './reference-field.ts'
import { SuggestionField } from './suggestion-field.ts'

/** What a button says, how it looks and where it leads. */
export interface ButtonSettings {
  label: string
  kind: 'primary' | 'secondary'
  ref: ContentRef
  icon: string | null
}

interface ButtonFormOptions {
  value: ButtonSettings
  target: DOMRect
  onApply: (settings: ButtonSettings) => void
  /** Called when the form goes and the text should have the focus again. */
  onClose: () => void
}

/** Opens the form of a button in a text. */
export function openButtonForm(context: EditorContext, { value, ...options }: ButtonFormOptions): void {
  const { labels } = context
  const problem = createElement('p', { class: 'editor-problem', role: 'alert' })
  const label = createElement('input', {
    type: 'text',
    'aria-label': labels.buttonLabel,
    placeholder: labels.buttonLabel,
  })
  label.value = value.label
  let chosen: ContentRef | undefined
  const reference = new ReferenceField(context, {
    id: 'button-link',
    value: describeReference(context, value.ref),
    onChoose: (ref) => {
      chosen = ref
      reference.field.input.value = describeReference(context, ref)
      reference.field.clear()
      form.place()
    },
    onChange: () => form.place(),
  })
  // What is typed after a choice counts again.
  reference.field.input.addEventListener('input', () => (chosen = undefined))
  const icon = new SuggestionField<string>({
    id: 'button-icon',
    label: labels.icon,
    placeholder: labels.searchIcons,
    search: (query) => (query === '' ? undefined : suggestIcons(context, query)),
    onChoose: (name) => {
      icon.input.value = name
      icon.clear()
      form.place()
    },
    onChange: () => form.place(),
  })
  icon.input.value = value.icon ?? ''
  const kind = createElement(
    'select',
    { 'aria-label': labels.buttonStyle },
    createElement('option', { value: 'primary' }, labels.buttonPrimary),
    createElement('option', { value: 'secondary' }, labels.buttonSecondary),
  )
  kind.value = value.kind

  const submit = async (): Promise<void> => {
    const isUntouched = reference.field.query === describeReference(context, value.ref)
    const input = chosen ? { ref: chosen } : isUntouched ? { ref: value.ref } : await reference.read()
    if (form.isClosed) return
    const text = label.value.trim()
    if ('isUnsafe' in input) problem.textContent = labels.unsafeAddress
    else if (text === '' || !input.ref || formatReference(input.ref) === '')
      problem.textContent = labels.buttonIncomplete
    else {
      const name = icon.query
      options.onApply({
        label: text,
        kind: kind.value === 'secondary' ? 'secondary' : 'primary',
        ref: input.ref,
        icon: /^[\w-]{1,60}$/.test(name) ? name : null,
      })
      form.close()
    }
  }
  const form = new FloatForm(
    context,
    {
      label: labels.button,
      target: options.target,
      onSubmit: () => void submit(),
      onClose: (isLeft) => {
        reference.field.close()
        icon.close()
        if (!isLeft) options.onClose()
      },
    },
    label,
    reference.field.input,
    reference.field.list,
    kind,
    icon.input,
    icon.list,
    problem,
    createElement(
      'div',
      { class: 'editor-form-actions' },
      createElement('button', { type: 'submit', class: 'btn primary' }, labels.apply),
    ),
  )
  label.focus()
  label.select()
}

/** A page by its title, anything else by its address. */
const describeReference = ({ options }: EditorContext, ref: ContentRef): string =>
  options.describePage?.(ref)?.title ?? formatReference(ref)
