import { readEditorText, schema } from '@verso/editor'
import fc from 'fast-check'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { englishLabels } from '../labels.ts'
import { createCommentMarks, listCommentMarks, quoteSelection, showComments } from './comment-marks.ts'

const lines = ['Relay waits for an answer.', 'It tries again, and again.', 'Then it stops.']

/** An editor's state with a text, in which some words are commented on. */
function createState(exact: string, suffix = ''): EditorState {
  const paragraphs = lines.map((line) => schema.node('paragraph', null, schema.text(line)))
  const doc = schema.node('doc', null, paragraphs)
  // The plugin needs nothing of a page but its words.
  const context = { options: {}, labels: englishLabels } as Parameters<typeof createCommentMarks>[0]
  const state = EditorState.create({ doc, plugins: [createCommentMarks(context)] })
  const comment = { id: 'c1', quote: { exact, prefix: '', suffix } }
  return state.apply(showComments(state.tr, { comments: [comment], activeId: undefined }))
}

const readMarked = (state: EditorState): string[] =>
  listCommentMarks(state).map(({ from, to }) => state.doc.textBetween(from, to, '\n'))

test('a mark stays with its words, whatever is typed, split and deleted around them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ place: fc.nat(10_000), length: fc.nat(6), kind: fc.nat(2) }), { maxLength: 25 }),
      (edits) => {
        let state = createState('tries again')
        for (const { place, length, kind } of edits) {
          const [mark] = listCommentMarks(state)
          const from = place % state.doc.content.size
          const to = Math.min(from + length, state.doc.content.size)
          const isInside = mark !== undefined && to > mark.from && from < mark.to
          const $from = state.doc.resolve(from)
          if (isInside || !$from.parent.isTextblock || state.doc.resolve(to).parent !== $from.parent) continue
          const transaction = state.tr
          if (kind === 0) transaction.insertText('new ', from)
          else if (kind === 1) transaction.delete(from, to)
          else transaction.split(from)
          state = state.apply(transaction)
        }
        expect(readMarked(state)).toEqual(['tries again'])
      },
    ),
    { numRuns: 300, seed: 1 },
  )
})

test('a mark is gone with its words, and back with them', () => {
  const state = createState('tries again')
  const [mark] = listCommentMarks(state)
  const deleted = state.apply(state.tr.delete(mark?.from ?? 0, mark?.to ?? 0))
  expect(readMarked(deleted)).toEqual([])
  const back = deleted.apply(deleted.tr.insertText('tries again', mark?.from ?? 0))
  const comment = { id: 'c1', quote: { exact: 'tries again', prefix: 'It ', suffix: ', and' } }
  const shown = back.apply(showComments(back.tr, { comments: [comment], activeId: undefined }))
  expect(readMarked(shown)).toEqual(['tries again'])
})

test('words that occur several times are marked where what stands around them is the same, or nowhere', () => {
  expect(readMarked(createState('again'))).toEqual([])
  const [mark] = listCommentMarks(createState('again', '.'))
  const { text, toOffset } = readEditorText(createState('x').doc)
  expect(toOffset(mark?.from ?? 0)).toBe(text.lastIndexOf('again'))
})

test('a quote of the selection has no blanks at its ends, and says what stands around it', () => {
  const state = createState('x')
  const from = 1 + 'Relay waits'.length
  const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, from + 5)))
  expect(quoteSelection(selected)).toMatchObject({ exact: 'for', prefix: 'Relay waits ' })
  expect(quoteSelection(state)).toBeUndefined()
})
