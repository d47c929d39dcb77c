import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useReviewWords } from '../../../../locales/features/reviews.ts'
import { createSheet, followLinks, openContentRoot } from '../../../pages/index.ts'
import { countLetters, listLetters } from '../letters.ts'
import { DiffBuilder } from './build-diff.ts'
import type { DocumentRow, LetterMark } from './document-rows.ts'
import { mergeElements } from './merge-markup.ts'
import { readMarkup } from './read-markup.ts'
import styles from './rendered-diff.css?inline'
import type { RenderedPages } from './rendered-pages.ts'
import { findWordRevert, type WordRevert } from './word-revert.ts'

interface BlockContentProps {
  row: DocumentRow
  pages: RenderedPages
  marks: readonly LetterMark[]
  onRevertWords?: ((words: WordRevert) => void) | undefined
  /** Is given the root whenever it is filled. */
  onFill: (root: ShadowRoot) => void
}

let diffSheet: CSSStyleSheet | undefined

/** A block as readers see it, with what came and what went. It is in a shadow root, as pages are. */
export function BlockContent({ row, pages, marks, onRevertWords, onFill }: BlockContentProps) {
  const { changes } = useReviewWords()
  const ref = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const canRevertWords = onRevertWords !== undefined
  const revertWords = useEffectEvent((words: WordRevert) => onRevertWords?.(words))
  useEffect(() => {
    const host = ref.current
    if (!host) return undefined
    diffSheet ??= createSheet(styles)
    const root = openContentRoot(host, [...pages.sheets, diffSheet])
    const content = document.createElement('div')
    content.className = 'content'
    const builder = new DiffBuilder({
      texts: changes.rendered,
      createRevert: (words) => {
        const revert = canRevertWords ? findWordRevert(row, words) : undefined
        return revert && (() => revertWords(revert))
      },
    })
    content.append(buildRow(row, pages, builder))
    if (content.childNodes.length === 0) content.append(createNote(changes.rendered.invisible))
    markLetters(content, marks)
    root.replaceChildren(content, pages.copyIcons(content))
    onFill(root)
    return followLinks(root, router)
  }, [row, pages, marks, changes, canRevertWords, onFill, router])
  return <div ref={ref} className="page-content" />
}

function buildRow({ kind, before, after }: DocumentRow, pages: RenderedPages, builder: DiffBuilder): Node {
  const old = before && pages.findBefore(before.key)
  const now = after && pages.findAfter(after.key)
  if (kind === 'changed' && old && now) return builder.build(mergeElements(readMarkup(old), readMarkup(now)))
  const parts = document.createDocumentFragment()
  if (kind === 'same') parts.append(...(now ? [now.cloneNode(true)] : []))
  else {
    if (old) parts.append(builder.markNode(old.cloneNode(true), 'removed', false))
    if (now) parts.append(builder.markNode(now.cloneNode(true), 'added', false))
  }
  return parts
}

function createNote(text: string): HTMLElement {
  const note = document.createElement('p')
  note.textContent = text
  return note
}

/** Text that is no text of the page as it is now. */
const notNow = 'del, [data-diff="removed"], .picture-before, .picture-label, .sr'

function* listTexts(root: Node): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest(notNow)) yield node
  }
}

/** Marks commented words, given by their letters. */
function markLetters(content: HTMLElement, marks: readonly LetterMark[]): void {
  for (const { first, count } of marks) {
    let at = 0
    // What is marked is divided, and would be found again.
    const texts = [...listTexts(content)]
    for (const text of texts) {
      const letters = listLetters(text.data)
      const [from, to] = [Math.max(first - at, 0), Math.min(first + count - at, letters.length)]
      const [isBegun, goesOn] = [first < at, first + count > at + letters.length]
      at += letters.length
      const [firstLetter, lastLetter] = [letters[from], letters[to - 1]]
      if (from >= to || firstLetter === undefined || lastLetter === undefined) continue
      // What stands between two words is marked with them.
      const start = isBegun ? 0 : firstLetter
      const end = goesOn ? text.length : lastLetter + 1
      const mark = document.createElement('mark')
      mark.className = 'commented'
      const words = text.splitText(start)
      words.splitText(end - start)
      words.replaceWith(mark)
      mark.append(words)
    }
  }
}

/** Which letters of a block are selected, without those that are removed; undefined where none are. */
export function readSelectedLetters(root: ShadowRoot): { first: number; count: number } | undefined {
  const [selected] = document.getSelection()?.getComposedRanges({ shadowRoots: [root] }) ?? []
  if (!selected || !root.contains(selected.startContainer) || !root.contains(selected.endContainer))
    return undefined
  const range = document.createRange()
  range.setStart(selected.startContainer, selected.startOffset)
  range.setEnd(selected.endContainer, selected.endOffset)
  let [first, count] = [0, 0]
  for (const text of listTexts(root)) {
    const [start, end] = [
      text === range.startContainer ? range.startOffset : 0,
      text === range.endContainer ? range.endOffset : text.length,
    ]
    const place = range.comparePoint(text, start)
    if (place < 0) first += countLetters(text.data)
    else if (place === 0 && range.intersectsNode(text)) {
      first += countLetters(text.data.slice(0, start))
      count += countLetters(text.data.slice(start, end))
    }
  }
  return count === 0 ? undefined : { first, count }
}
