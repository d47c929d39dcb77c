/**
 * A tree of HTML, told apart from the DOM so that it can be compared and tested without a browser. `source` is the node that
 * it was read from.
 */
export type MarkupNode<Source> = MarkupElement<Source> | MarkupText<Source>

export interface MarkupText<Source> {
  kind: 'text'
  source: Source
  text: string
}

export interface MarkupElement<Source> {
  kind: 'element'
  source: Source
  name: string
  /** What the element itself is, without what is in it: its name and those attributes that readers notice. */
  identity: string
  /** How it is laid out: it holds other elements, or a line of words, or is one thing such as a picture. */
  form: 'container' | 'words' | 'atom'
  /** It stands within a line of words. */
  isInline: boolean
  children: MarkupNode<Source>[]
}

/** Where words are in the text of their element, in which each atom counts as one character. */
export interface Range {
  start: number
  end: number
}

/** Words that differ: those that were there, and those that are there now. */
export interface WordChange {
  before: Range
  after: Range
}

/** A piece of a line of words, inside of the elements that format it. */
export interface Piece<Source> {
  kind: 'same' | 'added' | 'removed'
  /** Which of the changes of its element it belongs to. */
  change: number | undefined
  text: string
  /** What stands there instead of a text. */
  atom: Source | undefined
  /** The elements around it, outermost first. */
  path: readonly MarkupElement<Source>[]
}

/** Two trees as one, with what came and what went. */
export type Merged<Source> =
  | { kind: 'same' | 'added' | 'removed'; node: MarkupNode<Source> }
  | { kind: 'picture'; before: Source; after: Source }
  | {
      kind: 'changed'
      before: MarkupElement<Source>
      after: MarkupElement<Source>
      children: Merged<Source>[]
    }
  | {
      kind: 'words'
      before: MarkupElement<Source>
      after: MarkupElement<Source>
      pieces: Piece<Source>[]
      changes: WordChange[]
    }

/** Stands for an atom in the text of an element, as it does in the words of a document. */
export const ATOM_CHARACTER = '\uFFFC'

/** The text of an element as its document has it. */
export function readMarkupText<Source>(node: MarkupNode<Source>): string {
  if (node.kind === 'text') return node.text
  if (node.form === 'atom') return node.name === 'br' ? '\n' : ATOM_CHARACTER
  return node.children.map(readMarkupText).join('')
}
