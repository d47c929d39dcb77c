import type { ContentRef } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import { NodeSelection, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ChosenKind } from '../block-choices.ts'
import { createBlock, nodeType } from '../blocks.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { EditorContext } from '../context.ts'
import { type ButtonSettings, openButtonForm } from '../menus/button-form.ts'
import { chooseIcon, chooseOperation, choosePage, chooseReusableContent } from '../menus/choosers.ts'

/** Whether the console has told the editor where to look for these. */
export function canChoose({ options }: EditorContext, kind: ChosenKind): boolean {
  switch (kind) {
    case 'reusableContent':
      return options.searchReusableContent !== undefined
    case 'openApi':
      return options.searchApiSpecs !== undefined && options.searchApiOperations !== undefined
    case 'icon':
      return options.searchIcons !== undefined
    case 'mention':
      return options.searchPages !== undefined
    case 'button':
      return true
  }
}

/** Opens a form at the cursor, and inserts what is chosen in it. */
export function insertChosen(view: EditorView, context: EditorContext, kind: ChosenKind): void {
  const target = findCursor(view)
  const onClose = (_query: string, isLeft: boolean): void => {
    if (!isLeft) view.focus()
  }
  switch (kind) {
    case 'reusableContent':
      return chooseReusableContent(context, {
        target,
        onClose,
        onChoose: (ref) => insert(view, createBlock('reusable_content', { ref })),
      })
    case 'openApi':
      return chooseOperation(context, {
        target,
        onClose,
        onChoose: ({ spec, path, method }) =>
          insert(view, createBlock('openapi_operation', { ref: { kind: 'openapi', spec }, path, method })),
      })
    case 'icon':
      return chooseIcon(context, {
        target,
        onClose,
        onChoose: (icon) => insert(view, nodeType('icon').create({ icon })),
      })
    case 'mention':
      return choosePage(context, { target, onClose, onChoose: (ref) => insert(view, createMention(ref)) })
    case 'button':
      return openButtonForm(context, {
        value: { label: '', kind: 'primary', ref: { kind: 'url', url: '' }, icon: null },
        target,
        onApply: (settings) => insert(view, nodeType('button').create(settings)),
        onClose: () => view.focus(),
      })
  }
}

const createMention = (ref: ContentRef): Node => nodeType('mention').create({ ref })

function findCursor(view: EditorView): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(view.state.selection.from)
  return new DOMRect(left, top, 1, bottom - top)
}

function insert(view: EditorView, node: Node): void {
  if (node.isInline) view.dispatch(view.state.tr.replaceSelectionWith(node, false).scrollIntoView())
  else insertBlock(node)(view.state, view.dispatch)
  view.focus()
}

/** Changes icons, mentions and buttons that are clicked, or selected when Enter is pressed. `@` mentions a page. */
export function createChoices(context: EditorContext): Plugin {
  return new Plugin({
    props: {
      handleClickOn: (view, _position, node, nodePosition) =>
        node.isInline && changeChosen(view, context, node, nodePosition),
      handleKeyDown: (view, event) => {
        const { selection } = view.state
        if (event.key !== 'Enter' || !(selection instanceof NodeSelection)) return false
        return selection.node.isInline && changeChosen(view, context, selection.node, selection.from)
      },
      handleTextInput: (view, from, _to, text, createDefault) => {
        if (text !== '@' || !canChoose(context, 'mention') || !canMention(view, from)) return false
        view.dispatch(createDefault())
        mentionPage(view, context, from)
        return true
      },
    },
  })
}

/** A mention begins a word. What has an `@` inside of it is an address. */
function canMention(view: EditorView, position: number): boolean {
  const $position = view.state.doc.resolve(position)
  const { parent } = $position
  if (parent.type.spec.code === true || !parent.type.inlineContent) return false
  if (!parent.type.contentMatch.matchType(nodeType('mention'))) return false
  const before = parent.textBetween(
    Math.max(0, $position.parentOffset - 1),
    $position.parentOffset,
    '',
    '\uFFFC',
  )
  return before === '' || /[\s([{]/.test(before)
}

/** The `@` at a position becomes a mention. Whoever meant an `@` goes on writing: what was typed stays as text. */
function mentionPage(view: EditorView, context: EditorContext, position: number): void {
  choosePage(context, {
    target: findCursor(view),
    onChoose: (ref) => {
      const { tr, doc } = view.state
      if (doc.textBetween(position, Math.min(position + 1, doc.content.size)) === '@')
        view.dispatch(tr.replaceRangeWith(position, position + 1, createMention(ref)).scrollIntoView())
      view.focus()
    },
    onClose: (query, isLeft) => {
      if (query !== '' && !isLeft) view.dispatch(view.state.tr.insertText(query))
      if (!isLeft) view.focus()
    },
  })
}

function changeChosen(view: EditorView, context: EditorContext, node: Node, position: number): boolean {
  if (!view.editable) return false
  const dom = view.nodeDOM(position)
  if (!(dom instanceof HTMLElement)) return false
  const target = dom.getBoundingClientRect()
  const change = (attrs: object): void => {
    // The text may have changed while the form was open.
    if (view.state.doc.nodeAt(position)?.type === node.type)
      view.dispatch(view.state.tr.setNodeMarkup(position, undefined, { ...node.attrs, ...attrs }))
    view.focus()
  }
  const onClose = (_query: string, isLeft: boolean): void => {
    if (!isLeft) view.focus()
  }
  switch (node.type.name) {
    case 'icon':
      if (!canChoose(context, 'icon')) return false
      chooseIcon(context, { target, onClose, onChoose: (icon) => change({ icon }) })
      return true
    case 'mention':
      if (!canChoose(context, 'mention')) return false
      choosePage(context, { target, onClose, onChoose: (ref) => change({ ref }) })
      return true
    case 'button':
      openButtonForm(context, {
        // The schema checks what a button has.
        value: node.attrs as ButtonSettings,
        target,
        // A button that gets another target leads there, and does not search any more.
        onApply: (settings) =>
          change(settings.ref === node.attrs['ref'] ? settings : { ...settings, action: null }),
        onClose: () => view.focus(),
      })
      return true
    default:
      return false
  }
}
