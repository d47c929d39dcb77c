import { LOOK } from './hide-looks.ts'
import { nestPastedLists, readWordLists } from './word-lists.ts'

/** What carries no text of the page, or could load or run something. */
const unwanted =
  'script, style, xml, meta, link, title, base, template, noscript, iframe, frame, object, embed, applet, svg, math, canvas, audio, video, button, select, textarea, form > input:not([type=checkbox])'

/**
 * Makes plain HTML of what other programs put into the clipboard: lists of Word become lists, looks of Google Docs become
 * marks. The elements are in a document of their own, which loads and runs nothing.
 */
export function cleanPasted(root: ParentNode & globalThis.Node): void {
  // The editor has written this itself.
  if (root.querySelector('[data-pm-slice]')) return
  for (const element of root.querySelectorAll(unwanted)) element.remove()
  removeComments(root)
  for (const element of root.querySelectorAll('*')) {
    // Word has empty elements of its own, such as <o:p>, around nothing.
    if (element.localName.includes(':')) unwrap(element)
  }
  readWordLists(root)
  for (const element of root.querySelectorAll<HTMLElement>(`[${LOOK}]`)) readLook(element)
  for (const bold of root.querySelectorAll('b[id^=docs-internal-guid]')) unwrap(bold)
  nestPastedLists(root)
  for (const paragraph of root.querySelectorAll('p')) {
    const isEmpty = (paragraph.textContent ?? '').replaceAll('\u00a0', ' ').trim() === ''
    if (isEmpty && !paragraph.querySelector('img, br, input')) paragraph.remove()
  }
  for (const link of root.querySelectorAll('a[href]')) readLinkAddress(link)
}

function removeComments(root: globalThis.Node): void {
  const comments: globalThis.Node[] = []
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Marks for what an element says by its look. */
function readLook(element: HTMLElement): void {
  const style = (element.getAttribute(LOOK) ?? '').toLowerCase()
  element.removeAttribute(LOOK)
  if (/mso-hide\s*:\s*all|display\s*:\s*none/.test(style)) {
    element.remove()
    return
  }
  // Google Docs puts everything into a bold element that is not bold.
  if (/^(?:b|strong)$/.test(element.localName) && /font-weight\s*:\s*(?:normal|[1-4]00)/.test(style)) {
    unwrap(element)
    return
  }
  if (element.localName !== 'span') return
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/.test(style) && !element.closest('h1, h2, h3, h4, h5, h6'))
    wrapContent(element, 'strong')
  if (/font-style\s*:\s*italic/.test(style)) wrapContent(element, 'em')
  if (/text-decoration[^;]*line-through/.test(style)) wrapContent(element, 's')
  if (/vertical-align\s*:\s*super/.test(style)) wrapContent(element, 'sup')
  if (/vertical-align\s*:\s*sub/.test(style)) wrapContent(element, 'sub')
  if (
    /font-family\s*:[^;]*(?:monospace|courier|consolas|menlo|roboto mono)/.test(style) &&
    !element.closest('pre')
  )
    wrapContent(element, 'code')
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
  // Markdown has no notation for a mark that begins or ends with white space.
  const [first, last] = [wrapper.firstChild, wrapper.lastChild]
  if (first instanceof Text) {
    const text = first.data.trimStart()
    wrapper.before(first.data.slice(0, first.data.length - text.length))
    first.data = text
  }
  if (last instanceof Text) {
    const text = last.data.trimEnd()
    wrapper.after(last.data.slice(text.length))
    last.data = text
  }
}

/** Google Docs sends links by way of an address of its own. */
function readLinkAddress(link: Element): void {
  const href = link.getAttribute('href') ?? ''
  const target = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)?.[1]
  const address = target === undefined ? undefined : new URLSearchParams(target).get('q')
  if (address) link.setAttribute('href', address)
}
