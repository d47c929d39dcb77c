import { plus, xmark } from '../../ui/icon-paths.ts'
import type { ColumnSettings } from '../commands/table-columns.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, createIconButton } from '../dom.ts'
import { choosePerson } from '../menus/choosers.ts'
import type { Person } from '../options.ts'

/** Those whom some cell has asked for, by their ids; `undefined` for those who are not in the organization. */
type KnownPeople = Map<string, Person | undefined>

/** Each editor finds people once, for all of its cells. */
const knownByContext = new WeakMap<EditorContext, KnownPeople>()

function getKnownPeople(context: EditorContext): KnownPeople {
  const known: KnownPeople = knownByContext.get(context) ?? new Map()
  knownByContext.set(context, known)
  return known
}

/** Finds those who are not known yet. Who cannot be found is shown by what the text says. */
async function findPeople(context: EditorContext, ids: readonly string[]): Promise<void> {
  const known = getKnownPeople(context)
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const people = await Promise.resolve(context.options.findPeople?.(missing) ?? []).catch(() => [])
  for (const id of missing) known.set(id, undefined)
  for (const person of people) known.set(person.id, person)
}

interface PeopleControl {
  element: HTMLElement
  show: (value: unknown, column: Pick<ColumnSettings, 'multiple'> & { title: string }) => void
}

/** The people of a cell, with their pictures. Without `onChange` they are only shown. */
export function createPeople(
  context: EditorContext,
  onChange?: (value: string[] | null) => void,
): PeopleControl {
  const { labels, options } = context
  const list = createElement('div', { class: 'editor-value-files' })
  let ids: readonly string[] = []
  let isSeveral = false
  const remove = (id: string): void => {
    const next = ids.filter((other) => other !== id)
    onChange?.(next.length === 0 ? null : next)
    add?.focus()
  }
  const render = (text: string | undefined): void => {
    const known = getKnownPeople(context)
    const rows = ids.map((id) => {
      const name = known.get(id)?.name ?? id
      const button = onChange && createIconButton(xmark, `${labels.removePerson}: ${name}`, () => remove(id))
      return createElement(
        'span',
        { class: 'editor-value-file editor-person' },
        createAvatar(name, known.get(id)?.photoURL),
        name,
        button,
      )
    })
    list.replaceChildren(...rows, ...(text === undefined ? [] : [text]))
  }
  const renderNames = async (asked: readonly string[], text: string | undefined): Promise<void> => {
    await findPeople(context, asked)
    if (asked === ids) render(text)
  }
  const choose = (person: Person): void => {
    getKnownPeople(context).set(person.id, person)
    onChange?.(isSeveral ? [...ids.filter((id) => id !== person.id), person.id] : [person.id])
    add?.focus()
  }
  const add = onChange && options.searchPeople ? createAddButton(context, choose) : undefined
  return {
    element: createElement('div', { class: 'editor-value-media' }, list, add),
    show: (value, { multiple, title }) => {
      ids = Array.isArray(value) ? value.map(String) : []
      isSeveral = multiple
      const text = typeof value === 'string' ? value : undefined
      add?.setAttribute('aria-label', `${title}: ${labels.addPerson}`)
      render(text)
      void renderNames(ids, text)
    },
  }
}

function createAddButton(context: EditorContext, onChoose: (person: Person) => void): HTMLButtonElement {
  const button = createElement(
    'button',
    { type: 'button', class: 'btn', 'aria-haspopup': 'dialog' },
    createIcon(plus),
    context.labels.addPerson,
  )
  button.addEventListener('click', () =>
    choosePerson(context, {
      target: button.getBoundingClientRect(),
      onChoose,
      onClose: (_query, isLeft) => {
        if (!isLeft) button.focus()
      },
    }),
  )
  return button
}

/** The picture of a person, or the first letter of their name. */
function createAvatar(name: string, photoURL: string | undefined): HTMLElement {
  const sign =
    photoURL === undefined
      ? (Array.from(name.trim())[0] ?? '').toLocaleUpperCase()
      : createElement('img', { src: photoURL, alt: '' })
  return createElement('span', { class: 'avatar', 'aria-hidden': 'true' }, sign)
}
