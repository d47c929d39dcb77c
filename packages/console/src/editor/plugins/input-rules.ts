import { schema } from '@verso/editor'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Plugin } from 'prosemirror-state'
import { TextSelection } from 'prosemirror-state'
import { createBlock, createParagraph, nodeType } from '../blocks.ts'

/** What is typed as Markdown becomes what it says. Undo brings the typed characters back. */
export function createInputRules(): Plugin {
  return inputRules({
    rules: [
      // Level 1 is the title of the page, so one sign is the largest heading in its text.
      textblockTypeInputRule(/^(#{1,4})\s$/, nodeType('heading'), (match) => ({
        level: Math.max(2, match[1]?.length ?? 2),
      })),
      // A task is read first: it starts as a bullet does.
      createTaskRule(/^(?:[-*+]\s)?\[( |x)?\]\s$/),
      wrappingInputRule(/^[-*+]\s$/, nodeType('list_unordered')),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodeType('list_ordered'),
        (match) => ({ start: Number(match[1]) === 1 ? null : Number(match[1]) }),
        (match, node) => node.childCount + Number(node.attrs['start'] ?? 1) === Number(match[1]),
      ),
      wrappingInputRule(/^>\s$/, nodeType('blockquote')),
      createCodeRule(),
      createDividerRule(),
      createMarkRule(/(?:^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 'bold'),
      createMarkRule(/(?:^|[^*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, 'italic'),
      createMarkRule(/(?:^|[^_\w])_([^_\s](?:[^_]*[^_\s])?)_$/, 'italic'),
      createMarkRule(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, 'strikethrough'),
      createMarkRule(/(?:^|[^`])`([^`]+)`$/, 'mono'),
    ],
  })
}

function createTaskRule(pattern: RegExp): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const $start = state.doc.resolve(start)
    if ($start.parent.type.name !== 'paragraph') return null
    const checked = match[1] === 'x'
    const transaction = state.tr.delete(start, end)
    const item = $start.node(-1)
    if (item.type.name === 'list_item') {
      return transaction.setNodeAttribute($start.before(-1), 'checked', checked)
    }
    const range = transaction.doc.resolve(start).blockRange()
    if (!range) return null
    return transaction.wrap(range, [
      { type: nodeType('list_tasks') },
      { type: nodeType('list_item'), attrs: { checked } },
    ])
  })
}

function createCodeRule(): InputRule {
  return new InputRule(/^```([\w+#.-]*)\s$/, (state, match, start) => {
    const $start = state.doc.resolve(start)
    if ($start.parent.type.name !== 'paragraph') return null
    const code = createBlock('code', { syntax: match[1] || null })
    const transaction = state.tr.replaceWith($start.before(), $start.after(), code)
    return transaction.setSelection(TextSelection.create(transaction.doc, $start.before() + 2))
  })
}

function createDividerRule(): InputRule {
  return new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
    const $start = state.doc.resolve(start)
    if ($start.parent.type.name !== 'paragraph' || $start.depth > 1) return null
    const transaction = state.tr.replaceWith($start.before(), $start.after(), [
      createBlock('divider'),
      createParagraph(),
    ])
    return transaction.setSelection(TextSelection.create(transaction.doc, $start.before() + 2))
  })
}

function createMarkRule(pattern: RegExp, name: string): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1] ?? ''
    const $start = state.doc.resolve(start)
    if ($start.parent.type.spec.code === true || !$start.parent.type.allowsMarkType(schema.mark(name).type))
      return null
    const delimiterStart =
      start + match[0].indexOf(text) - (match[0].length - match[0].lastIndexOf(text) - text.length)
    const textStart = start + match[0].indexOf(text)
    const transaction = state.tr
    const textEnd = textStart + text.length
    if (end > textEnd) transaction.delete(textEnd, end)
    transaction.delete(delimiterStart, textStart)
    transaction.addMark(delimiterStart, delimiterStart + text.length, schema.mark(name))
    return transaction.removeStoredMark(schema.mark(name))
  })
}
