import { createQuote, findQuote, readEditorText } from '@verso/editor'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIconButton, placeNear } from '../dom.ts'
import type { EditorComment, QuotedWords } from '../options.ts'

/** Longer quotes are refused by the API. */
const MAX_QUOTE_LENGTH = 2000

interface CommentMark {
  id: string
  from: number
  to: number
}

interface CommentMarks {
  marks: readonly CommentMark[]
  /** The comment whose thread is looked at. */
  activeId: string | undefined
}

interface CommentMarksChange {
  comments: readonly EditorComment[]
  activeId: string | undefined
}

const commentMarksKey = new PluginKey<CommentMarks>('comments')

/**
 * Marks the words that comments are on. A mark is looked up once and then moves with its words, so that what is typed here
 * and by others never leads it elsewhere.
 */
export function createCommentMarks({ options, labels }: EditorContext): Plugin<CommentMarks> {
  return new Plugin<CommentMarks>({
    key: commentMarksKey,
    state: {
      init: () => ({ marks: [], activeId: undefined }),
      apply: (transaction, value) => apply(transaction, value),
    },
    props: {
      decorations: (state) => decorate(state, labels.commented),
      handleClick: (view, position) => {
        const mark = findMark(view.state, position)
        if (mark) options.onOpenComment?.(mark.id, false)
        return false
      },
    },
  })
}

/** Shows the comments of a page. */
export const showComments = (transaction: Transaction, change: CommentMarksChange): Transaction =>
  transaction.setMeta(commentMarksKey, change).setMeta('addToHistory', false)

/** Brings the words of a comment into sight, with the cursor at their beginning. False when they are not in the text. */
export function goToComment(view: EditorView, id: string): boolean {
  const mark = getMarks(view.state).marks.find((candidate) => candidate.id === id)
  if (!mark) return false
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, mark.from)).scrollIntoView())
  return true
}

/** The words that comments are on, in their order in the text. */
export const listCommentMarks = (state: EditorState): CommentMark[] =>
  getMarks(state).marks.toSorted((one, other) => one.from - other.from)

/**
 * `Alt-Mod-m` comments on what is selected, or goes to the comment at the cursor. `Alt-Mod-n` and `Alt-Mod-p` lead to the next and the previous
 * commented words.
 */
export const createCommentKeys = ({ options }: EditorContext): Plugin =>
  keymap({
    'Alt-Mod-m': (state) => {
      const quote = quoteSelection(state)
      const mark = findMark(state, state.selection.head)
      if (quote) options.onComment?.(quote)
      else if (mark) options.onOpenComment?.(mark.id, true)
      return quote !== undefined || mark !== undefined
    },
    'Alt-Mod-n': (state, _dispatch, view) => walk(state, view, 1, options.onOpenComment),
    'Alt-Mod-p': (state, _dispatch, view) => walk(state, view, -1, options.onOpenComment),
  })

function walk(
  state: EditorState,
  view: EditorView | undefined,
  step: 1 | -1,
  onOpen: EditorContext['options']['onOpenComment'],
): boolean {
  const marks = listCommentMarks(state)
  const { head } = state.selection
  const next =
    step === 1
      ? (marks.find(({ from }) => from > head) ?? marks[0])
      : (marks.findLast(({ from }) => from < head) ?? marks.at(-1))
  if (!next || !view) return false
  goToComment(view, next.id)
  onOpen?.(next.id, false)
  return true
}

/** The selected words; undefined where none are. A selected block is all of its words. */
export function quoteSelection({ doc, selection }: EditorState): QuotedWords | undefined {
  if (selection.empty) return undefined
  const { text, toOffset } = readEditorText(doc)
  const words = text.slice(toOffset(selection.from), toOffset(selection.to))
  const start = toOffset(selection.from) + words.length - words.trimStart().length
  const exact = words
    .trim()
    .slice(0, MAX_QUOTE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
  return exact === '' ? undefined : createQuote(text, { start, end: start + exact.length })
}

/** A button beside selected words, for whoever may comment and not write. Those who write have it in their toolbar. */
export function createCommentButton({ options, labels, overlay }: EditorContext): Plugin {
  return new Plugin({
    view: (view) => {
      const button = createIconButton(icons.comment, labels.comment, () => {
        const quote = quoteSelection(view.state)
        if (quote) options.onComment?.(quote)
      })
      const element = createElement('div', { class: 'float editor-toolbar', hidden: true }, button)
      overlay.append(element)
      return {
        update: ({ state }) => {
          element.hidden = state.selection.empty
          if (element.hidden) return
          const start = view.coordsAtPos(state.selection.from)
          placeNear(element, new DOMRect(start.left, start.top, 1, start.bottom - start.top), true)
        },
        destroy: () => element.remove(),
      }
    },
  })
}

const getMarks = (state: EditorState): CommentMarks =>
  commentMarksKey.getState(state) ?? { marks: [], activeId: undefined }

/** The shortest commented words at a position. */
const findMark = (state: EditorState, position: number): CommentMark | undefined =>
  getMarks(state)
    .marks.filter(({ from, to }) => from <= position && position <= to)
    .toSorted((one, other) => one.to - one.from - (other.to - other.from))[0]

function apply(transaction: Transaction, value: CommentMarks): CommentMarks {
  const marks = transaction.docChanged
    ? value.marks.flatMap(({ id, from, to }) => {
        const moved = { id, from: transaction.mapping.map(from, 1), to: transaction.mapping.map(to, -1) }
        return moved.from < moved.to ? [moved] : []
      })
    : value.marks
  // A plugin reads what it has set itself.
  const change = transaction.getMeta(commentMarksKey) as CommentMarksChange | undefined
  if (!change) return marks === value.marks ? value : { ...value, marks }
  return { marks: placeMarks(transaction.doc, marks, change.comments), activeId: change.activeId }
}

/** Marks that are there stay where they are; words of other comments are looked up. */
function placeMarks(
  doc: Node,
  marks: readonly CommentMark[],
  comments: readonly EditorComment[],
): readonly CommentMark[] {
  const byId = new Map(marks.map((mark) => [mark.id, mark]))
  if (comments.every(({ id }) => byId.has(id))) return comments.flatMap(({ id }) => byId.get(id) ?? [])
  const { text, toPosition } = readEditorText(doc)
  return comments.flatMap(({ id, quote }) => {
    const mark = byId.get(id)
    if (mark) return [mark]
    const range = findQuote(text, quote)
    if (typeof range === 'string') return []
    return [{ id, from: toPosition(range.start), to: toPosition(range.end - 1) + 1 }]
  })
}

function decorate(state: EditorState, label: string): DecorationSet | null {
  const { marks, activeId } = getMarks(state)
  if (marks.length === 0) return null
  return DecorationSet.create(
    state.doc,
    marks.map(({ id, from, to }) =>
      Decoration.inline(from, to, {
        nodeName: 'mark',
        class: id === activeId ? 'editor-commented is-active' : 'editor-commented',
        'aria-description': label,
        'data-comment': id,
      }),
    ),
  )
}
