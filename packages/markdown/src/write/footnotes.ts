import type { Annotation, Block } from '../document/types.ts'

/** Gives footnotes their labels. */
export interface FootnoteLabels {
  add(annotation: Annotation): string
}

/** Numbers the footnotes of a page in order, and collects their bodies for the end of the page. */
export class FootnoteWriter implements FootnoteLabels {
  readonly #bodies: Array<{ label: string; body: readonly Block[] }> = []
  readonly #reservedLabels: ReadonlySet<string>
  #lastNumber = 0

  /** `reservedLabels` are the labels of footnotes that stay in the text as source. */
  constructor(reservedLabels: ReadonlySet<string>) {
    this.#reservedLabels = reservedLabels
  }

  add(annotation: Annotation): string {
    do this.#lastNumber++
    while (this.#reservedLabels.has(String(this.#lastNumber)))
    const label = String(this.#lastNumber)
    this.#bodies.push({ label, body: annotation.fragments.flatMap((fragment) => fragment.nodes) })
    return label
  }

  /** Yields the bodies of all footnotes. Writing a body may add more of them. */
  *listBodies(): Generator<{ label: string; body: readonly Block[] }> {
    for (let index = 0; index < this.#bodies.length; index++) {
      const entry = this.#bodies[index]
      if (entry) yield entry
    }
  }
}
