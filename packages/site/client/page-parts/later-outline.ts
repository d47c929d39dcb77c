import { findAll, findOne } from '../dom.ts'
import { initOutline } from '../outline.ts'

/** Adds what a page of a thousand headings leaves out of its HTML: the links beside the headings, and its outline. */
export function showLaterOutline(): void {
  const headings = findAll('.content :is(h2, h3)[id]', HTMLHeadingElement)
  const model = findOne('.content .anchor', HTMLAnchorElement)
  const titles = headings.map((heading) => heading.textContent.trim())
  for (const heading of headings) {
    if (!model || findOne('.anchor', HTMLAnchorElement, heading)) continue
    const link = document.importNode(model, true)
    link.href = `#${encodeURIComponent(heading.id)}`
    heading.append(link)
  }
  const nav = findOne('[data-later-outline]', HTMLElement)
  const list = nav && findOne('ul', HTMLUListElement, nav)
  if (!nav || !list) return
  list.append(...headings.map((heading, position) => createEntry(heading, titles[position] ?? '')))
  nav.dataset['outline'] = ''
  nav.hidden = false
  initOutline()
}

function createEntry({ id, tagName }: HTMLHeadingElement, title: string): HTMLLIElement {
  const entry = document.createElement('li')
  entry.className = tagName === 'H2' ? 'level-2' : 'level-3'
  const link = document.createElement('a')
  link.href = `#${encodeURIComponent(id)}`
  link.textContent = title
  entry.append(link)
  return entry
}
