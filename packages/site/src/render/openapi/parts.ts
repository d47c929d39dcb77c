import { createHash } from 'node:crypto'
import { html, type SafeHtml, trustHtml } from '../../html/html.ts'
import { renderOrFallback } from './fallback.ts'
import type { RenderContext } from '../context.ts'

/** Characters of API descriptions in a page, after which what is closed at first comes on demand. */
const MAX_CLOSED_CHARACTERS = 25_000
/** Characters after which the details of whole operations come on demand, too. */
const MAX_OPEN_CHARACTERS = 60_000
const VERSION_LENGTH = 16

/** A part of a page: what it is about, and how to render it. */
interface QueuedPart {
  key: string
  label: string
  render: () => SafeHtml
}

/** The parts of a page in the document that has them, and what tells it from other versions. */
export interface RenderedParts {
  version: string
  html: SafeHtml
}

/**
 * The parts of a page that browsers get on demand, all with one request: schemas, samples and operations beyond the first
 * ones. Each is rendered once, however often the page shows it, so a schema may contain itself. Where a part belongs
 * there is a link to it. `client/page-parts` replaces the links that readers see; without it they can be followed.
 */
export class PageParts {
  /** The keys of parts, by the schema or the code that they show. */
  readonly #keys = new Map<unknown, string>()
  readonly #queue: QueuedPart[] = []
  #characters = 0
  #isRenderingParts = false

  /** Counts what the page itself shows. */
  count(characters: number): void {
    this.#characters += characters
  }

  /** Whether what is closed at first is a part: a nested schema, a response, another language of a sample. */
  get areClosedParts(): boolean {
    return this.#isRenderingParts || this.#characters > MAX_CLOSED_CHARACTERS
  }

  /** Whether the details of a whole operation are a part. */
  get areOpenParts(): boolean {
    return !this.#isRenderingParts && this.#characters > MAX_OPEN_CHARACTERS
  }

  /** Renders the link that stands for a part. */
  add(source: unknown, label: string, context: RenderContext, render: () => SafeHtml): SafeHtml {
    let key = this.#keys.get(source)
    if (key === undefined) {
      key = `part-${this.#keys.size + 1}`
      this.#keys.set(source, key)
      this.#queue.push({ key, label, render })
    }
    const link = html`<a data-part href="?parts#${key}">${context.locale.showAll}</a>`
    if (!this.#isRenderingParts) this.count(link.text.length)
    return link
  }

  /** Renders all parts, and those that they show themselves. Undefined if there are none. */
  render(): RenderedParts | undefined {
    this.#isRenderingParts = true
    let text = ''
    // The queue grows while it is read.
    for (const { key, label, render } of this.#queue) {
      const content = renderOrFallback(render, () => html`<p>${label}</p>`)
      // Scripts find a part by these comments, which nothing that an author writes can contain.
      text += `<section id="${key}">${html`<h2>${label}</h2>`.text}<!--${key}-->${content.text}<!--/--></section>`
    }
    if (text === '') return undefined
    // Code may get its colours after the first readers came, which changes no part.
    const words = text.replaceAll(/<[^>!][^>]*>/g, '')
    const version = createHash('sha256').update(words).digest('hex').slice(0, VERSION_LENGTH)
    return { version, html: trustHtml(text) }
  }
}
