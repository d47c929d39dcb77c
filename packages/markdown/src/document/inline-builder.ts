import { addMark, areSameMarks } from './marks.ts'
import { createLeaf, createText } from './create-nodes.ts'
import type { Inline, InlineContent, Leaf, Mark, Text } from './types.ts'

const noMarks: Mark[] = []

/**
 * Builds inline content in its normal form: adjacent text is one node, adjacent text with the same marks is one leaf,
 * and there are no empty leaves.
 */
export class InlineBuilder {
  readonly #nodes: InlineContent[] = []
  #currentText: Text | undefined
  #lastLeaf: Leaf | undefined
  #marks: Mark[] = noMarks
  readonly #isCode: boolean
  /** Whether the last added text ends with `{`. Looking at the growing text itself would copy it each time. */
  #endsWithBrace = false

  /** With `isCode`, all content is code, as in a code block. */
  constructor(isCode = false) {
    this.#isCode = isCode
  }

  get marks(): Mark[] {
    return this.#marks
  }

  set marks(marks: Mark[]) {
    this.#marks = marks
  }

  addMark(mark: Mark): void {
    this.#marks = addMark(this.#marks, mark)
  }

  addText(value: string): void {
    if (value === '') return
    // No leaf contains `{%`, so that a search for remaining tags does not find text that only looks like one.
    const isCode = this.#isInCode()
    if (!isCode && value.includes('{%')) {
      for (const part of value.split(betweenBraceAndPercent)) this.#appendText(part, false)
    } else this.#appendText(value, isCode)
  }

  #appendText(value: string, isCode: boolean): void {
    const lastLeaf = this.#lastLeaf
    if (lastLeaf && lastLeaf.raw === undefined && areSameMarks(lastLeaf.marks, this.#marks)) {
      if (isCode || !this.#endsWithBrace || !value.startsWith('%')) {
        lastLeaf.text += value
        this.#endsWithBrace = value.endsWith('{')
        return
      }
    }
    this.#addLeaf(createLeaf(value, this.#marks))
    this.#endsWithBrace = value.endsWith('{')
  }

  #isInCode(): boolean {
    return this.#isCode || this.#marks.some((mark) => mark.type === 'code')
  }

  /** Adds markup that stays as the author wrote it. In code it is ordinary text. */
  addRaw(source: string): void {
    if (this.#isInCode()) {
      this.addText(source)
      return
    }
    this.#addLeaf({ ...createLeaf(source, this.#marks), raw: true })
  }

  #addLeaf(newLeaf: Leaf): void {
    if (!this.#currentText) {
      this.#currentText = { object: 'text', leaves: [] }
      this.#nodes.push(this.#currentText)
    }
    this.#currentText.leaves.push(newLeaf)
    this.#lastLeaf = newLeaf
  }

  addInline(node: Inline): void {
    this.#nodes.push(node)
    this.#currentText = undefined
    this.#lastLeaf = undefined
  }

  addNodes(nodes: readonly InlineContent[]): void {
    for (const node of nodes) {
      if (node.object === 'inline') this.addInline(node)
      else for (const leaf of node.leaves) this.addLeaf(leaf)
    }
  }

  addLeaf(newLeaf: Leaf): void {
    const marks = this.#marks
    this.#marks = newLeaf.marks
    if (newLeaf.raw) this.addRaw(newLeaf.text)
    else this.addText(newLeaf.text)
    this.#marks = marks
  }

  /** Removes and returns the text of the last node, if that is a link within the page to this anchor. */
  takeLastLink(anchor: string): Text[] | undefined {
    const link = this.#nodes.at(-1)
    if (link?.object !== 'inline' || link.type !== 'link') return undefined
    const { ref } = link.data
    if (ref.kind !== 'anchor' || ref.page !== undefined || ref.anchor !== anchor) return undefined
    const texts = link.nodes.filter((node): node is Text => node.object === 'text')
    if (texts.length !== link.nodes.length) return undefined
    this.#nodes.pop()
    return texts
  }

  /** Removes and returns the last word of the text, so that it can be annotated. */
  takeLastWord(): Text {
    const lastLeaf = this.#lastLeaf
    const currentText = this.#currentText
    if (!lastLeaf || !currentText || lastLeaf.raw) return createText('')
    const word = findLastWord(lastLeaf.text)
    if (word === '') return createText('')
    lastLeaf.text = lastLeaf.text.slice(0, lastLeaf.text.length - word.length)
    if (lastLeaf.text === '') {
      currentText.leaves.pop()
      if (currentText.leaves.length === 0) {
        this.#nodes.pop()
        this.#currentText = undefined
      }
      this.#lastLeaf = this.#currentText?.leaves.at(-1)
    }
    this.#endsWithBrace = this.#lastLeaf?.text.endsWith('{') === true
    return { object: 'text', leaves: [createLeaf(word, lastLeaf.marks)] }
  }

  finish(): InlineContent[] {
    return this.#nodes.length === 0 ? [createText('')] : this.#nodes
  }
}

const betweenBraceAndPercent = /(?<=\{)(?=%)/

/** Returns the part after the last whitespace. */
export function findLastWord(value: string): string {
  let start = value.length
  while (start > 0 && !/\s/.test(value.charAt(start - 1))) start--
  return value.slice(start)
}
