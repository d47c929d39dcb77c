import type { PageOutline } from '../../content/index.ts'
import { selectAll, type DomDocument, type DomElement, readElementText } from './dom.ts'

const navigations =
  'nav, [role=navigation], aside, .sidebar, .menu, .toctree-wrapper, .nav, .navigation, #sidebar, #navigation'

/**
 * The navigation of a page: of all that look like one, the one that leads to most pages, as nested as it is drawn.
 * What leads nowhere and has things below it is a group.
 */
export function readNavigation(document: DomDocument, leads: (address: string) => boolean): PageOutline[] {
  let best: PageOutline[] = []
  let most = 1
  for (const element of selectAll(document, navigations)) {
    const outline = outlineOf(element, leads)
    const pages = countPages(outline)
    if (pages > most) {
      best = outline
      most = pages
    }
  }
  return best
}

export const countPages = (outline: PageOutline[]): number =>
  outline.reduce(
    (sum, { address, children }) => sum + (address === undefined ? 0 : 1) + countPages(children),
    0,
  )

function outlineOf(root: DomElement, leads: (address: string) => boolean): PageOutline[] {
  const lists = selectAll(root, 'ul, ol').filter(
    (list) =>
      list.parentElement?.closest('ul, ol, li') === null ||
      !root.contains(list.parentElement?.closest('ul, ol, li') ?? null),
  )
  if (lists.length === 0) {
    return selectAll(root, 'a[href]').flatMap((link) => linkOutline(link, leads))
  }
  return lists.flatMap((list) => {
    const items = listOutline(list, leads)
    const title = headingBefore(list, root)
    return title === undefined || items.length === 0 ? items : [{ title, children: items }]
  })
}

/** Several lists, each under a heading of its own, are groups. */
function headingBefore(list: DomElement, root: DomElement): string | undefined {
  const before = list.previousElementSibling
  if (!before || !root.contains(before)) return undefined
  const isHeading =
    /^H[1-6]$/.test(before.tagName) ||
    before.matches('.caption, .nav-title, [class*=title], [class*=heading]')
  return isHeading ? readElementText(before) || undefined : undefined
}

function listOutline(list: DomElement, leads: (address: string) => boolean): PageOutline[] {
  return [...list.children].flatMap((item): PageOutline[] => {
    if (item.tagName !== 'LI') return []
    const below = selectAll(item, 'ul, ol').filter((inner) => inner.parentElement?.closest('li') === item)
    const children = below.flatMap((inner) => listOutline(inner, leads))
    const link = selectAll(item, 'a[href]').find((candidate) => candidate.closest('li') === item)
    const [own] = link ? linkOutline(link, leads) : []
    if (own) return [{ ...own, children }]
    if (children.length === 0) return []
    const title = ownText(item)
    return title ? [{ title, children }] : children
  })
}

function linkOutline(link: DomElement, leads: (address: string) => boolean): PageOutline[] {
  const address = link.getAttribute('href') ?? ''
  const title = readElementText(link)
  return leads(address) ? [{ address, ...(title && { title }), children: [] }] : []
}

/** The text of an item without that of the lists in it. */
function ownText(item: DomElement): string {
  // A copy of an element is one.
  const copy = item.cloneNode(true) as DomElement
  for (const list of selectAll(copy, 'ul, ol')) list.remove()
  return readElementText(copy)
}
