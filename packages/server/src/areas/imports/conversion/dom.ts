import { parseHTML } from 'linkedom'

/** The part of the DOM that conversion uses, because the server does not have the types of a browser. */
export interface DomParent {
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
  contains(node: unknown): boolean
  readonly children: Iterable<DomElement>
}

export interface DomElement extends DomParent {
  readonly tagName: string
  readonly className: string
  readonly parentElement: DomElement | null
  readonly previousElementSibling: DomElement | null
  readonly ownerDocument: DomDocument
  textContent: string | null
  innerHTML: string
  matches(selector: string): boolean
  closest(selector: string): DomElement | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  insertAdjacentHTML(where: 'beforebegin', html: string): void
  replaceWith(node: unknown): void
  cloneNode(deep: true): unknown
  remove(): void
}

export interface DomDocument extends DomParent {
  readonly body: DomElement
  createElement(name: string): DomElement
  createTextNode(text: string): unknown
  cloneNode(deep: true): unknown
}

// linkedom has no types for its documents. They have the interface of a browser's DOM.
export const parseDom = (html: string): DomDocument => parseHTML(wrapFragment(html)).document

/** Adds an `html` element, which linkedom needs to tell a document from a fragment. */
const wrapFragment = (html: string): string =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`

export const selectAll = (root: DomParent, selector: string): DomElement[] => [
  ...root.querySelectorAll(selector),
]

export const readElementText = (element: DomElement | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

export function removeAll(root: DomParent, selector: string): void {
  for (const element of selectAll(root, selector)) element.remove()
}

/** Replaces an element by another, with the same content unless other HTML is given. */
export function replaceElement(
  element: DomElement,
  name: string,
  attributes: Record<string, string> = {},
  html = element.innerHTML,
): void {
  const replacement = element.ownerDocument.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) replacement.setAttribute(attribute, value)
  replacement.innerHTML = html
  element.replaceWith(replacement)
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
