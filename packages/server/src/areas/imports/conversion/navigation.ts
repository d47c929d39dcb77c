import type { PageOutline } from '../../content/index.ts'
import { countOutlinePages } from './outline-size.ts'
import { selectAll, type DomDocument, type DomElement, readElementText } from './dom.ts'

const navigationSelector =
  'nav, [role=navigation], aside, .sidebar, .menu, .toctree-wrapper, .nav, .navigation, #sidebar, #navigation'

/**
 * Reads the navigation of a page. Of all elements that look like one, that with the most links is used. An entry without
 * a link that has entries below it is a group.
 */
export function readNavigation(
  document: DomDocument,
  isPageAddress: (address: string) => boolean,
): PageOutline[] {
  let best: PageOutline[] = []
  let bestCount = 1
  for (const element of selectAll(document, navigationSelector)) {
    const outline = readOutline(element, isPageAddress)
    const pages = countOutlinePages(outline)
    if (pages > bestCount) {
      best = outline
      bestCount = pages
    }
  }
  return best
}

function readOutline(root: DomElement, isPageAddress: (address: string) => boolean): PageOutline[] {
  const lists = selectAll(root, 'ul, ol').filter(
    (list) =>
      list.parentElement?.closest('ul, ol, li') === null ||
      !root.contains(list.parentElement?.closest('ul, ol, li') ?? null),
  )
  if (lists.length === 0) {
    return selectAll(root, 'a[href]').flatMap((link) => readLink(link, isPageAddress))
  }
  return lists.flatMap((list) => {
    const items = readList(list, isPageAddress)
    const title = findHeadingBefore(list, root)
    return title === undefined || items.length === 0 ? items : [{ title, children: items }]
  })
}

/** Returns the heading before a list, which makes the list a group. */
function findHeadingBefore(list: DomElement, root: DomElement): string | undefined {
  const before = list.previousElementSibling
  if (!before || !root.contains(before)) return undefined
  const isHeading =
    /^H[1-6]$/.test(before.tagName) ||
    before.matches('.caption, .nav-title, [class*=title], [class*=heading]')
  return isHeading ? readElementText(before) || undefined : undefined
}

function readList(list: DomElement, isPageAddress: (address: string) => boolean): PageOutline[] {
  return [...list.children].flatMap((item): PageOutline[] => {
    if (item.tagName !== 'LI') return []
    const below = selectAll(item, 'ul, ol').filter((inner) => inner.parentElement?.closest('li') === item)
    const children = below.flatMap((inner) => readList(inner, isPageAddress))
    const link = selectAll(item, 'a[href]').find((candidate) => candidate.closest('li') === item)
    const [own] = link ? readLink(link, isPageAddress) : []
    if (own) return [{ ...own, children }]
    if (children.length === 0) return []
    const title = readOwnText(item)
    return title ? [{ title, children }] : children
  })
}

function readLink(link: DomElement, isPageAddress: (address: string) => boolean): PageOutline[] {
  const address = link.getAttribute('href') ?? ''
  const title = readElementText(link)
  return isPageAddress(address) ? [{ address, ...(title && { title }), children: [] }] : []
}

/** Reads the text of an item without the lists in it. */
function readOwnText(item: DomElement): string {
  // A copy of an element is an element.
  const copy = item.cloneNode(true) as DomElement
  for (const list of selectAll(copy, 'ul, ol')) list.remove()
  return readElementText(copy)
}
