import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { createElement } from '../dom.ts'
import { getReceivedChange } from './live-steps.ts'

/** Somebody else in the page, with their selection as positions in the document that is shown. */
export interface PlacedPerson {
  client: string
  name: string
  /** Which of the colours of people is theirs. */
  colour: number
  /** Changes when they moved, so that their name is shown again. */
  place: string
  anchor: number
  head: number
}

const peopleKey = new PluginKey<readonly PlacedPerson[]>('people')

/** Shows where others are: their cursors with their names, and what they have selected. */
export function createPeople(): Plugin<readonly PlacedPerson[]> {
  return new Plugin<readonly PlacedPerson[]>({
    key: peopleKey,
    state: {
      init: () => [],
      apply: (transaction, people) =>
        (transaction.getMeta(peopleKey) as readonly PlacedPerson[] | undefined) ??
        (transaction.docChanged ? people.map((person) => movePerson(person, transaction)) : people),
    },
    props: {
      decorations: (state) =>
        DecorationSet.create(
          state.doc,
          (peopleKey.getState(state) ?? []).flatMap((person) => decorate(person, state.doc.content.size)),
        ),
    },
  })
}

export const showPeople = (transaction: Transaction, people: readonly PlacedPerson[]): Transaction =>
  transaction.setMeta(peopleKey, people)

function movePerson(person: PlacedPerson, transaction: Transaction): PlacedPerson {
  // What somebody types themselves stands before their cursor, what others type there stands behind it.
  const side = getReceivedChange(transaction)?.client === person.client ? 1 : -1
  const { mapping } = transaction
  return { ...person, anchor: mapping.map(person.anchor, side), head: mapping.map(person.head, side) }
}

function decorate({ client, name, colour, place, anchor, head }: PlacedPerson, size: number): Decoration[] {
  const at = Math.min(head, size)
  const from = Math.min(anchor, at)
  const to = Math.min(Math.max(anchor, at), size)
  const cursor = Decoration.widget(at, () => createCursor(name, colour), {
    key: `${client} ${place}`,
    side: 10,
    ignoreSelection: true,
  })
  if (from === to) return [cursor]
  return [cursor, Decoration.inline(from, to, { class: `editor-person-selection peer-${colour}` })]
}

/** The name is no text of the page: it is not copied, and screen readers have the list of people beside the title. */
const createCursor = (name: string, colour: number): HTMLElement =>
  createElement('span', {
    class: `editor-person peer-${colour}`,
    'data-name': name,
    contenteditable: 'false',
    'aria-hidden': 'true',
  })
