import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface SourceEditorOptions {
  element: HTMLElement
  text: string
  /** Names the field for screen readers. */
  label: string
  placeholder: string
  isReadOnly: boolean
  onChange: (text: string) => void
  onBlur: () => void
}

export interface MountedSourceEditor {
  /** Shows another text. The cursor stays at its place where the texts are the same around it. */
  setText: (text: string) => void
  focus: () => void
  /** The line of the cursor, counted from 0. */
  getLine: () => number
  setLine: (line: number) => void
  destroy: () => void
}

const fromOutside = Annotation.define<boolean>()

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5rem', fontWeight: '600' },
  { tag: tags.heading2, fontSize: '1.25rem', fontWeight: '600' },
  { tag: tags.heading3, fontSize: '1.125rem', fontWeight: '600' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-code)', fontSize: '0.9375em' },
  { tag: [tags.link, tags.url], color: 'var(--primary-text)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.comment], color: 'var(--t-comment)' },
  { tag: [tags.tagName, tags.angleBracket, tags.keyword], color: 'var(--t-keyword)' },
  { tag: [tags.attributeName, tags.labelName], color: 'var(--t-function)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--t-string)' },
  { tag: tags.number, color: 'var(--t-number)' },
])

const look = EditorView.theme({
  '&': { color: 'var(--ink)', font: '1rem / 1.65 var(--font)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'var(--primary-text)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-panels': { background: 'var(--overlay)', color: 'var(--ink)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-textfield': { border: '1px solid var(--line-control)', background: 'var(--raised)', color: 'inherit' },
  '.cm-button': { border: '1px solid var(--line-control)', background: 'var(--raised)', color: 'inherit' },
  '.cm-searchMatch': { backgroundColor: 'var(--commented)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--commented-active)' },
})

/**
 * An editor of Markdown. It is in a shadow tree because its styles are then set by script, which the content security policy
 * allows, and not by a `style` element, which it refuses.
 */
export function mountSourceEditor(options: SourceEditorOptions): MountedSourceEditor {
  const host = document.createElement('div')
  options.element.append(host)
  const root = host.attachShadow({ mode: 'open' })
  // Lines keep the ends that they have: where both kinds are mixed, the carriage return is a character of its line.
  const separator = /(?:^|[^\r])\n/.test(options.text) ? '\n' : /\r\n/.test(options.text) ? '\r\n' : '\n'
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorState.lineSeparator.of(separator),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        markdown({ base: markdownLanguage, completeHTMLTags: false, addKeymap: true }),
        syntaxHighlighting(highlighting),
        highlightSelectionMatches(),
        EditorView.lineWrapping,
        placeholder(options.placeholder),
        look,
        EditorState.readOnly.of(options.isReadOnly),
        EditorView.editable.of(!options.isReadOnly),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          spellcheck: 'true',
          autocapitalize: 'sentences',
          // A text that is only read can be reached by key too.
          ...(options.isReadOnly && { tabindex: '0', 'aria-readonly': 'true' }),
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          if (update.transactions.some((transaction) => transaction.annotation(fromOutside) === true)) return
          options.onChange(update.state.sliceDoc())
        }),
        EditorView.domEventHandlers({
          blur: () => {
            options.onBlur()
          },
          beforeinput: replaceSelection,
        }),
      ],
    }),
  })
  return {
    setText: (text) => {
      const change = findChange(view.state.sliceDoc(), text, separator)
      if (change) view.dispatch({ changes: change, annotations: fromOutside.of(true) })
    },
    focus: () => view.focus(),
    getLine: () => view.state.doc.lineAt(view.state.selection.main.head).number - 1,
    setLine: (line) => {
      const { doc } = view.state
      const { from } = doc.line(Math.min(Math.max(line + 1, 1), doc.lines))
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
    },
    destroy: () => {
      view.destroy()
      host.remove()
    },
  }
}

/**
 * Replaces a selection by what is typed. Left to itself, the browser would keep the look of what it removes in a `style`
 * attribute, which the content security policy refuses with a message.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
  if (view.state.selection.main.empty || view.state.readOnly) return false
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
  event.preventDefault()
  return true
}

/** What is different between two texts, from the first to the last difference. */
function findChange(
  before: string,
  after: string,
  separator: string,
): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined
  if (separator === '\r\n') {
    // Places are counted with one character for each end of a line.
    return findChange(before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n'), '\n')
  }
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
