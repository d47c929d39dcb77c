import { parseServerHtml } from '../../../../app/trusted-html.ts'
import { createSheet } from '../../../pages/index.ts'
import { prepareContent } from './read-markup.ts'

/** A page as the server renders it. */
export interface RenderedPage {
  html: string
  styles: string
}

/** Two versions of a page, whose blocks are found by their keys. */
export class RenderedPages {
  /** The rules that the blocks need besides those of every page. */
  readonly sheets: readonly CSSStyleSheet[]
  readonly #before: ReadonlyMap<string, Element>
  readonly #after: ReadonlyMap<string, Element>
  readonly #icons = new Map<string, Element>()

  constructor(before: RenderedPage, after: RenderedPage) {
    this.sheets = [createSheet(`${before.styles}${after.styles}`)]
    this.#before = this.#readBlocks(before)
    this.#after = this.#readBlocks(after)
  }

  findBefore(key: string): Element | undefined {
    return this.#before.get(key)
  }

  findAfter(key: string): Element | undefined {
    return this.#after.get(key)
  }

  /** Copies the icons that some content uses: a shadow root sees only those that are in it. */
  copyIcons(content: ParentNode): Element {
    const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    sheet.setAttribute('hidden', '')
    const ids = [...content.querySelectorAll('use')].map((use) => use.getAttribute('href')?.slice(1) ?? '')
    for (const id of new Set(ids)) {
      const icon = this.#icons.get(id)
      if (icon) sheet.append(icon.cloneNode(true))
    }
    return sheet
  }

  #readBlocks({ html }: RenderedPage): Map<string, Element> {
    const { body } = parseServerHtml(html)
    prepareContent(body)
    for (const icon of body.querySelectorAll('symbol')) this.#icons.set(icon.id, icon)
    const blocks = new Map<string, Element>()
    for (const element of body.querySelectorAll('[data-block]')) {
      const key = element.getAttribute('data-block') ?? ''
      // What a reusable content includes may be a copy of a block of the page itself, which comes first or is not inside.
      if (!blocks.has(key) || element.parentElement === body) blocks.set(key, element)
    }
    return blocks
  }
}
