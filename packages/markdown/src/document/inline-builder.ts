import { addMark, sameMarks } from './marks.ts'
import { leaf, text } from './create-nodes.ts'
import type { Inline, InlineContent, Leaf, Mark, Text } from './types.ts'

const NO_MARKS: Mark[] = []

/**
 * Collects text and inlines in their normal form: neighbouring text is one node, neighbouring text with the same
 * marks is one leaf, and nothing is empty.
 */
export class InlineBuilder {
  readonly #nodes: InlineContent[] = []
  #text: Text | undefined
  #last: Leaf | undefined
  #marks: Mark[] = NO_MARKS
  readonly #isCode: boolean
  /** Known from the piece added last: asking the growing text itself would copy it each time. */
  #endsWithBrace = false

  /** `isCode` says that all of it is code, as in a block of code. */
  constructor(isCode = false) {
    this.#isCode = isCode
  }

  get marks(): Mark[] {
    return this.#marks
  }

  set marks(marks: Mark[]) {
    this.#marks = marks
  }

  mark(mark: Mark): void {
    this.#marks = addMark(this.#marks, mark)
  }

  text(value: string): void {
    if (value === '') return
    // No leaf holds `{%`, so that whoever looks for a tag that was left behind finds none that is only text.
    const isCode = this.#inCode()
    if (!isCode && value.includes('{%')) {
      for (const part of value.split(BEFORE_PERCENT)) this.#append(part, false)
    } else this.#append(value, isCode)
  }

  #append(value: string, isCode: boolean): void {
    const last = this.#last
    if (last && last.raw === undefined && sameMarks(last.marks, this.#marks)) {
      if (isCode || !this.#endsWithBrace || !value.startsWith('%')) {
        last.text += value
        this.#endsWithBrace = value.endsWith('{')
        return
      }
    }
    this.#leaf(leaf(value, this.#marks))
    this.#endsWithBrace = value.endsWith('{')
  }

  #inCode(): boolean {
    return this.#isCode || this.#marks.some((mark) => mark.type === 'code')
  }

  /** Markup that stays as the author wrote it. In code, that is what code is. */
  raw(source: string): void {
    if (this.#inCode()) {
      this.text(source)
      return
    }
    this.#leaf({ ...leaf(source, this.#marks), raw: true })
  }

  #leaf(added: Leaf): void {
    if (!this.#text) {
      this.#text = { object: 'text', leaves: [] }
      this.#nodes.push(this.#text)
    }
    this.#text.leaves.push(added)
    this.#last = added
  }

  inline(node: Inline): void {
    this.#nodes.push(node)
    this.#text = undefined
    this.#last = undefined
  }

  add(nodes: readonly InlineContent[]): void {
    for (const node of nodes) {
      if (node.object === 'inline') this.inline(node)
      else for (const each of node.leaves) this.addLeaf(each)
    }
  }

  addLeaf(added: Leaf): void {
    const marks = this.#marks
    this.#marks = added.marks
    if (added.raw) this.raw(added.text)
    else this.text(added.text)
    this.#marks = marks
  }

  /** Takes back the word that ends the text so far, to be annotated. */
  takeLastWord(): Text {
    const last = this.#last
    const current = this.#text
    if (!last || !current || last.raw) return text('')
    const word = lastWord(last.text)
    if (word === '') return text('')
    last.text = last.text.slice(0, last.text.length - word.length)
    if (last.text === '') {
      current.leaves.pop()
      if (current.leaves.length === 0) {
        this.#nodes.pop()
        this.#text = undefined
      }
      this.#last = this.#text?.leaves.at(-1)
    }
    this.#endsWithBrace = this.#last?.text.endsWith('{') === true
    return { object: 'text', leaves: [leaf(word, last.marks)] }
  }

  finish(): InlineContent[] {
    return this.#nodes.length === 0 ? [text('')] : this.#nodes
  }
}

const BEFORE_PERCENT = /(?<=\{)(?=%)/

/** What stands after the last blank. */
export function lastWord(value: string): string {
  let start = value.length
  while (start > 0 && !/\s/.test(value.charAt(start - 1))) start--
  return value.slice(start)
}
