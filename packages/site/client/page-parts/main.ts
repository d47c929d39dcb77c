/**
 * Shows the parts of a large page where there are links to them, when readers see the links. All parts come with one
 * request. Only pages with such links load this.
 */
import { showCodeCopyButtons } from '../copy-buttons.ts'
import { findAll, findOne } from '../dom.ts'
import { showLaterOutline } from './later-outline.ts'

const PRELOAD_DISTANCE = '300px'
const linkSelector = 'a[data-part]'

let partsText: Promise<string> | undefined

/** The document with the parts. A request that failed is sent again for the next part. */
function loadParts(): Promise<string> {
  partsText ??= fetch(`${location.pathname}?parts`)
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
    .catch((error: unknown) => {
      partsText = undefined
      throw error
    })
  return partsText
}

/** The HTML of a part, between the comments that mark it. */
function findPart(text: string, key: string): string | undefined {
  const mark = `<!--${key}-->`
  const start = text.indexOf(mark)
  return start < 0 ? undefined : text.slice(start + mark.length, text.indexOf('<!--/-->', start))
}

async function showPart(link: HTMLAnchorElement): Promise<void> {
  const text = await loadParts()
  const version = findOne('#parts', HTMLElement)?.dataset['version'] ?? ''
  const part = findPart(text, link.hash.slice(1))
  // The page was changed since it was loaded: its parts are others now.
  if (part === undefined || !text.includes(`data-version="${version}"`)) return location.reload()
  const template = document.createElement('template')
  template.innerHTML = part
  const content = template.content
  // A part can be shown in several places, and ids once.
  for (const element of findAll('[id]', HTMLElement, content))
    if (document.getElementById(element.id)) element.removeAttribute('id')
  showCodeCopyButtons(content)
  for (const button of findAll('button[data-test]', HTMLButtonElement, content)) button.hidden = false
  observeLinks(content)
  link.replaceWith(content)
}

/** A part that cannot be loaded stays a link, which can be clicked to try again. */
const tryShowPart = (link: HTMLAnchorElement): void => void showPart(link).catch(() => undefined)

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue
      observer.unobserve(target)
      tryShowPart(target)
    }
  },
  { rootMargin: PRELOAD_DISTANCE },
)

function observeLinks(root: ParentNode): void {
  for (const link of findAll(linkSelector, HTMLAnchorElement, root)) {
    observer.observe(link)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      tryShowPart(link)
    })
  }
}

showLaterOutline()
observeLinks(document)
