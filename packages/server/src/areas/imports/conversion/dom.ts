import { parseHTML } from 'linkedom'

/** The part of the DOM that conversion needs: the server has no browser's types. */
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

// linkedom has no types of its own for what it parses; it is what a browser's DOM has.
export const parseDom = (html: string): DomDocument => parseHTML(wrapped(html)).document

/** linkedom needs an `html` element to tell a document from a fragment. */
const wrapped = (html: string): string =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`

export const selectAll = (root: DomParent, selector: string): DomElement[] => [
  ...root.querySelectorAll(selector),
]

export const readElementText = (element: DomElement | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

export function removeAll(root: DomParent, selector: string): void {
  for (const element of selectAll(root, selector)) element.remove()
}

/** Another element in the place of one, with its content unless other is given. */
export function replaceElement(
  element: DomElement,
  name: string,
  attributes: Record<string, string> = {},
  html = element.innerHTML,
): void {
  const made = element.ownerDocument.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.innerHTML = html
  element.replaceWith(made)
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
