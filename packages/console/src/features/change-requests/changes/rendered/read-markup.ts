import type { MarkupElement, MarkupNode } from './markup.ts'

/** What readers do not see, or what does nothing in differences. */
const leftOut = '.anchor, .copy, .code-more, .code-more-label, [data-table-search], [data-player], template'

const inlineNames = new Set(
  'a abbr b br button code em i img input kbd label mark s small span strong sub sup svg time u'.split(' '),
)
const formatNames = new Set('a b code em i kbd mark s small span strong sub sup u'.split(' '))
const atomNames = new Set('img svg input br hr button'.split(' '))
/** Spans that are one thing, whatever is in them. */
const atomClasses = 'math katex emoji checkbox rating person tag mention button missing-image raw'.split(' ')
/** Elements whose children have a place each, even where all of them could stand in a line. */
const containers = '.code pre, pre > code, figure, .images, .tabs, .hint, .step, .files, .tags, .people'

const noticedAttributes = ['class', 'alt', 'title', 'aria-label', 'start', 'rowspan', 'colspan', 'datetime']

/** Prepares the HTML of a page for being compared: what only clutters differences is taken out, and all of it is shown. */
export function prepareContent(root: ParentNode): void {
  for (const element of root.querySelectorAll(leftOut)) element.remove()
  for (const details of root.querySelectorAll('details')) details.open = true
  for (const code of root.querySelectorAll('.collapsible')) code.classList.remove('collapsible')
}

/** Reads an element of a rendered page as a tree that can be compared. */
export function readMarkup(element: Element): MarkupElement<Node> {
  const form = findForm(element)
  return {
    kind: 'element',
    source: element,
    name: element.localName,
    identity: form === 'atom' ? identifyAtom(element) : identify(element),
    form,
    isInline: inlineNames.has(element.localName) && !element.classList.contains('line'),
    children: form === 'atom' ? [] : readChildren(element, form),
  }
}

function readChildren(element: Element, form: MarkupElement<Node>['form']): MarkupNode<Node>[] {
  return [...element.childNodes].flatMap((child): MarkupNode<Node>[] => {
    if (child instanceof Element) return [readMarkup(child)]
    if (!(child instanceof Text)) return []
    const isFormatting = form === 'container' && child.data.trim() === ''
    return isFormatting ? [] : [{ kind: 'text', source: child, text: child.data }]
  })
}

function findForm(element: Element): MarkupElement<Node>['form'] {
  if (atomNames.has(element.localName) || atomClasses.some((name) => element.classList.contains(name))) {
    return 'atom'
  }
  // The text of an item of a list is a block of its own.
  if (element.matches(containers) || element.querySelector(':scope > [data-block]')) return 'container'
  const isLine = [...element.children].every(
    (child) => inlineNames.has(child.localName) && (atomNames.has(child.localName) || isFormat(child)),
  )
  return isLine ? 'words' : 'container'
}

/** Whether an element only formats words, and holds no block. */
const isFormat = (element: Element): boolean =>
  atomClasses.some((name) => element.classList.contains(name)) ||
  (formatNames.has(element.localName) &&
    [...element.children].every((child) => atomNames.has(child.localName) || isFormat(child)))

function identify(element: Element): string {
  const attributes = noticedAttributes.flatMap((name) => {
    const value = element.getAttribute(name)
    return value === null ? [] : `${name}=${value}`
  })
  const href = element.getAttribute('href')
  if (href !== null) attributes.push(`href=${normalizeAddress(href)}`)
  return [element.localName, ...attributes].join(' ')
}

/** Signs of blocks, which come with a setting of theirs. */
const signs = '.hint-icon, .step-mark, summary, .prompt-icon'

/** A picture is known by its address: its size and its description are settings that are told in words. */
function identifyAtom(element: Element): string {
  if (element instanceof HTMLImageElement) {
    const mode = ['only-light', 'only-dark'].find((name) => element.classList.contains(name)) ?? ''
    return `img ${mode} ${normalizeAddress(element.getAttribute('src') ?? '')}`
  }
  if (element.localName === 'svg' && element.closest(signs)) return 'svg'
  const copy = element.cloneNode(true)
  if (copy instanceof Element) {
    for (const each of [copy, ...copy.querySelectorAll('[id], [data-block], [popovertarget]')]) {
      for (const name of ['id', 'data-block', 'popovertarget']) each.removeAttribute(name)
    }
    return copy.outerHTML
  }
  return element.localName
}

/**
 * Pages of a revision and of a change request link to themselves, and addresses of files expire: none of that is a
 * difference.
 */
function normalizeAddress(address: string): string {
  const inConsole = address.replace(/^(\/app\/spaces\/[^/]+)\/(?:revisions|change-requests)\/[^/]+/, '$1')
  return inConsole.startsWith('/') ? inConsole.replace(/\?.*$/, '') : inConsole
}
