import { type IconPath, rotateLeft } from '../../../../ui/icon-paths.ts'
import type { MarkupElement, MarkupNode, Merged, Piece, WordChange } from './markup.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'

/** What is said in the differences. */
export interface DiffTexts {
  added: string
  removed: string
  before: string
  after: string
  comparePictures: string
  revertWords: string
}

/** Words of one element that can be reverted on their own. */
export interface RevertibleWords {
  before: MarkupElement<Node>
  after: MarkupElement<Node>
  change: WordChange
}

interface BuildOptions {
  texts: DiffTexts
  /** Gives what a button does that takes the change of some words back. Without it they have no button. */
  createRevert: (words: RevertibleWords) => (() => void) | undefined
}

/** Builds what is shown of differences: the elements of the page, with those that came and went marked. */
export class DiffBuilder {
  readonly #options: BuildOptions

  constructor(options: BuildOptions) {
    this.#options = options
  }

  build(merged: readonly Merged<Node>[]): DocumentFragment {
    const fragment = document.createDocumentFragment()
    for (const each of merged) fragment.append(this.#buildOne(each))
    return fragment
  }

  #buildOne(merged: Merged<Node>): Node {
    switch (merged.kind) {
      case 'same':
        return copy(merged.node)
      case 'added':
      case 'removed':
        return this.markNode(copy(merged.node), merged.kind, isInline(merged.node))
      case 'picture':
        return this.#comparePictures(merged.before, merged.after)
      case 'changed': {
        const element = merged.after.source.cloneNode(false)
        for (const child of merged.children) element.appendChild(this.#buildOne(child))
        return element
      }
      case 'words':
        return this.#buildWords(merged)
    }
  }

  /** Marks a whole node as added or removed, for those who see it and those who hear it. */
  markNode(node: Node, kind: 'added' | 'removed', isInlineNode: boolean): Node {
    if (isInlineNode || !(node instanceof Element)) {
      const mark = this.#createMark(kind)
      mark.append(node)
      return mark
    }
    node.setAttribute('data-diff', kind)
    const label = this.#createLabel(kind)
    if (node.localName === 'tr') (node.firstElementChild ?? node).prepend(label)
    else if (node.localName === 'table') node.querySelector('td, th')?.prepend(label)
    else if (node.localName === 'ul' || node.localName === 'ol') node.querySelector('li')?.prepend(label)
    else if (node.localName !== 'hr') node.prepend(label)
    return node
  }

  #createMark(kind: 'added' | 'removed'): HTMLElement {
    const mark = document.createElement(kind === 'added' ? 'ins' : 'del')
    mark.append(this.#createLabel(kind))
    return mark
  }

  #createLabel(kind: 'added' | 'removed'): HTMLElement {
    const label = document.createElement('span')
    label.className = 'sr'
    label.textContent = `${this.#options.texts[kind]} `
    return label
  }

  #buildWords({ before, after, pieces, changes }: Extract<Merged<Node>, { kind: 'words' }>): Node {
    const element = after.source.cloneNode(false)
    let marks: HTMLElement[] = []
    const writer = new PieceWriter(element, (kind) => {
      const mark = this.#createMark(kind)
      marks.push(mark)
      return mark
    })
    pieces.forEach((piece, index) => {
      writer.write(piece)
      const { change } = piece
      if (change === undefined || pieces[index + 1]?.change === change) return
      const words = changes[change]
      const button = words && this.#createRevertButton({ before, after, change: words })
      if (button) {
        writer.append(button)
        showWhilePointedAt(button, marks)
      }
      marks = []
    })
    return element
  }

  #createRevertButton(words: RevertibleWords): HTMLElement | undefined {
    const { createRevert, texts } = this.#options
    const revert = createRevert(words)
    if (!revert) return undefined
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'revert-words'
    button.title = texts.revertWords
    button.setAttribute('aria-label', texts.revertWords)
    button.append(createIcon(rotateLeft))
    button.addEventListener('click', revert)
    return button
  }

  /** Two pictures, one above the other, and a control that says how much of each is seen. */
  #comparePictures(before: Node, after: Node): Node {
    const { texts } = this.#options
    const frame = document.createElement('div')
    frame.className = 'picture-diff'
    const stage = document.createElement('div')
    stage.className = 'picture-stage'
    for (const [node, name, text] of [
      [after, 'picture-after', texts.after],
      [before, 'picture-before', texts.before],
    ] as const) {
      const side = document.createElement('div')
      side.className = name
      const picture = node.cloneNode(true)
      if (picture instanceof HTMLImageElement) picture.loading = 'eager'
      const label = document.createElement('span')
      label.className = 'picture-label'
      label.textContent = text
      side.append(picture, label)
      stage.append(side)
    }
    const slider = document.createElement('input')
    slider.type = 'range'
    slider.min = '0'
    slider.max = '100'
    slider.value = '50'
    slider.setAttribute('aria-label', texts.comparePictures)
    const show = (): void => {
      stage.style.setProperty('--split', `${slider.value}%`)
      slider.setAttribute('aria-valuetext', `${texts.before} ${slider.value} %`)
    }
    slider.addEventListener('input', show)
    show()
    frame.append(stage, slider)
    return frame
  }
}

function createIcon([viewBox, path]: IconPath): SVGElement {
  const icon = document.createElementNS(SVG_NAMESPACE, 'svg')
  const shape = document.createElementNS(SVG_NAMESPACE, 'path')
  icon.setAttribute('viewBox', viewBox)
  icon.setAttribute('aria-hidden', 'true')
  shape.setAttribute('d', path)
  icon.append(shape)
  return icon
}

const copy = (node: MarkupNode<Node>): Node => node.source.cloneNode(true)

const isInline = (node: MarkupNode<Node>): boolean => node.kind === 'text' || node.isInline

/** Shows a button while its words are pointed at: it stands over the line before them, which others read. */
function showWhilePointedAt(button: HTMLElement, marks: readonly HTMLElement[]): void {
  for (const mark of marks) {
    mark.addEventListener('pointerenter', () => button.toggleAttribute('data-shown', true))
    mark.addEventListener('pointerleave', () => button.toggleAttribute('data-shown', false))
  }
}

/** Writes pieces of a line of words one after another, each inside of the elements that format it. */
class PieceWriter {
  readonly #root: Node
  readonly #createMark: (kind: 'added' | 'removed') => HTMLElement
  /** The formatting elements that are open, outermost first. */
  #open: { identity: string; element: Node }[] = []
  /** The mark that is open in the innermost of them. */
  #mark: { kind: Piece<Node>['kind']; element: Node } | undefined

  constructor(root: Node, createMark: (kind: 'added' | 'removed') => HTMLElement) {
    this.#root = root
    this.#createMark = createMark
  }

  write({ kind, text, atom, path }: Piece<Node>): void {
    let shared = 0
    while (shared < path.length && this.#open[shared]?.identity === path[shared]?.identity) shared++
    if (shared < this.#open.length || shared < path.length) this.#mark = undefined
    this.#open = this.#open.slice(0, shared)
    for (const { identity, source } of path.slice(shared)) {
      const element = source.cloneNode(false)
      this.#innermost.appendChild(element)
      this.#open.push({ identity, element })
    }
    if (this.#mark?.kind !== kind) {
      const element = kind === 'same' ? this.#innermost : this.#createMark(kind)
      if (kind !== 'same') this.#innermost.appendChild(element)
      this.#mark = { kind, element }
    }
    const target = this.#mark?.element ?? this.#innermost
    if (atom) target.appendChild(atom.cloneNode(true))
    else if (target.lastChild instanceof Text) target.lastChild.appendData(text)
    else target.appendChild(document.createTextNode(text))
  }

  /** Adds something after what is written, outside of all formatting. */
  append(node: Node): void {
    this.#root.appendChild(node)
    this.#open = []
    this.#mark = undefined
  }

  get #innermost(): Node {
    return this.#open.at(-1)?.element ?? this.#root
  }
}
