import type { Inline, InlineContent, Leaf, Mark, Text } from '@verso/markdown'

/** Builds inline content as parsing does: adjacent text is one node, and adjacent text with the same marks one leaf. */
export class InlineBuilder {
  readonly #nodes: InlineContent[] = []
  readonly #isCode: boolean
  #text: Text | undefined

  /** With `isCode`, all content is code, as in a code block. */
  constructor(isCode: boolean) {
    this.#isCode = isCode
  }

  addInline(node: Inline): void {
    this.#nodes.push(node)
    this.#text = undefined
  }

  /** Adds markup that stays as the author wrote it. In code it is ordinary text. */
  addRaw(source: string, marks: Mark[]): void {
    if (this.#isInCode(marks)) {
      this.addText(source, marks)
      return
    }
    this.#addLeaf({ object: 'leaf', text: source, marks, raw: true })
  }

  addText(text: string, marks: Mark[]): void {
    const isCode = this.#isInCode(marks)
    // No leaf of text contains `{%`, so that nothing takes it for a tag.
    for (const part of isCode ? [text] : text.split(betweenBraceAndPercent)) {
      const lastLeaf = this.#text?.leaves.at(-1)
      const isSplitTag = !isCode && lastLeaf?.text.endsWith('{') === true && part.startsWith('%')
      if (lastLeaf && !lastLeaf.raw && !isSplitTag && haveSameMarks(lastLeaf.marks, marks))
        lastLeaf.text += part
      else this.#addLeaf({ object: 'leaf', text: part, marks })
    }
  }

  #isInCode(marks: readonly Mark[]): boolean {
    return this.#isCode || marks.some((mark) => mark.type === 'code')
  }

  #addLeaf(leaf: Leaf): void {
    if (!this.#text) {
      this.#text = { object: 'text', leaves: [] }
      this.#nodes.push(this.#text)
    }
    this.#text.leaves.push(leaf)
  }

  finish(): InlineContent[] {
    if (this.#nodes.length > 0) return this.#nodes
    return [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }]
  }
}

const betweenBraceAndPercent = /(?<=\{)(?=%)/

/** Marks of the editor are in one order, and their data has its properties in one order. */
function haveSameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
