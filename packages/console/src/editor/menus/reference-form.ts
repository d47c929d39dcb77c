import type { ContentRef } from '@verso/editor'
import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import { FloatForm } from './float-form.ts'
import { ReferenceField } from './reference-field.ts'

interface ReferenceFormOptions {
  /** What the form is for. */
  label: string
  value: string
  /** What the form opens beside. */
  target: DOMRect
  canRemove: boolean
  /** Takes what was chosen, or undefined to have none. */
  onApply: (ref: ContentRef | undefined) => void
  /** Called when the form goes and what had the focus before should have it again. */
  onClose: () => void
}

/** Opens a form for a page of the space, which is searched for, or an address. */
export function openReferenceForm(context: EditorContext, options: ReferenceFormOptions): void {
  const { labels } = context
  const problem = createElement('p', { class: 'editor-problem', role: 'alert' })
  const apply = (ref: ContentRef | undefined): void => {
    options.onApply(ref)
    form.close()
  }
  const reference = new ReferenceField(context, {
    id: 'link',
    value: options.value,
    onChoose: apply,
    onChange: () => {
      problem.textContent = ''
      form.place()
    },
  })
  const remove = createElement('button', { type: 'button', class: 'btn' }, labels.removeLink)
  remove.addEventListener('click', () => apply(undefined))
  const submit = async (): Promise<void> => {
    const input = await reference.read()
    if (form.isClosed) return
    if ('isUnsafe' in input) problem.textContent = labels.unsafeAddress
    else apply(input.ref)
  }
  const { input, list } = reference.field
  const form = new FloatForm(
    context,
    {
      label: options.label,
      target: options.target,
      onSubmit: () => void submit(),
      onClose: (isLeft) => {
        reference.field.close()
        if (!isLeft) options.onClose()
      },
    },
    input,
    list,
    problem,
    createElement(
      'div',
      { class: 'editor-form-actions' },
      options.canRemove ? remove : undefined,
      createElement('button', { type: 'submit', class: 'btn primary' }, labels.applyLink),
    ),
  )
  input.focus()
  input.select()
  // The pages of the space, before anything is typed.
  if (input.value === '') reference.field.search()
}
