import { LOOK } from './hide-looks.ts'

const listStyle = /mso-list\s*:\s*l(\d+)\s+level(\d+)/i

interface WordItem {
  element: HTMLElement
  level: number
  isOrdered: boolean
}

/** Word writes lists as paragraphs whose style has the number of the list and the level. They become lists. */
export function readWordLists(root: ParentNode): void {
  let items: WordItem[] = []
  const finish = (): void => {
    if (items.length > 0) buildList(items)
    items = []
  }
  for (const element of root.querySelectorAll<HTMLElement>('p, li, h1, h2, h3, h4, h5, h6, table, ul, ol')) {
    const match = element.localName === 'p' ? listStyle.exec(element.getAttribute(LOOK) ?? '') : null
    const previous = items.at(-1)?.element
    if (!match) {
      finish()
      continue
    }
    if (previous && nextElement(previous) !== element) finish()
    items.push({ element, level: Number(match[2]), isOrdered: takeMarker(element) })
  }
  finish()
}

const nextElement = (element: Element): Element | null => element.nextElementSibling

/** Removes the bullet or the number that Word has written into the text, and says whether it was a number. */
function takeMarker(element: HTMLElement): boolean {
  const markers = [...element.querySelectorAll(`[${LOOK}]`)].filter((each) =>
    /mso-list\s*:\s*ignore/i.test(each.getAttribute(LOOK) ?? ''),
  )
  const text = markers.map((marker) => marker.textContent ?? '').join('')
  for (const marker of markers) marker.remove()
  return /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(text)
}

function buildList(items: readonly WordItem[]): void {
  const [first] = items
  if (!first) return
  const { ownerDocument } = first.element
  const createList = (isOrdered: boolean): HTMLElement => ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
  const top = createList(first.isOrdered)
  first.element.before(top)
  /** The lists from the outermost to the one that is written in, with the level of each. */
  const open: { list: HTMLElement; level: number }[] = [{ list: top, level: first.level }]
  for (const { element, level, isOrdered } of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    let current = open.at(-1)
    if (current && level > current.level && current.list.lastElementChild) {
      const list = createList(isOrdered)
      current.list.lastElementChild.append(list)
      current = { list, level }
      open.push(current)
    }
    const item = ownerDocument.createElement('li')
    const paragraph = ownerDocument.createElement('p')
    paragraph.append(...element.childNodes)
    item.append(paragraph)
    current?.list.append(item)
    element.remove()
  }
}

/** Google Docs puts an inner list behind the item that it belongs to. HTML wants it inside. */
export function nestPastedLists(root: ParentNode): void {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const previous = list.previousElementSibling
    if (previous?.localName === 'li') previous.append(list)
  }
}
