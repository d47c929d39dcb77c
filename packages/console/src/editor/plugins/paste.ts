import { isSafeAddress, parseReference, schema, toEditor } from '@verso/editor'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import { createBlock, nodeType } from '../blocks.ts'
import type { EditorContext } from '../context.ts'
import { placeNear } from '../dom.ts'
import { Menu } from '../menus/menu.ts'
import { hideLooks } from '../paste/hide-looks.ts'
import { findPlaceAt, uploadFiles } from './uploads.ts'

/** What pasting and dropping do besides what the schema reads from HTML. */
export function createPaste(context: EditorContext): Plugin {
  return new Plugin({
    props: {
      handlePaste: (view, event) => {
        const { clipboardData } = event
        if (!clipboardData) return false
        const text = clipboardData.getData('text/plain')
        if (pasteIntoCode(view, text) || pasteLink(view, context, text)) return true
        const html = clipboardData.getData('text/html')
        const files = [...clipboardData.files]
        if (isPlain(html)) {
          return (
            uploadFiles(view, context, files) || pasteSheet(view, text) || pasteMarkdown(view, context, text)
          )
        }
        // A picture that is copied in a browser comes with the HTML of its element.
        return isOnlyImage(html) && uploadFiles(view, context, files)
      },
      transformPastedHTML: hideLooks,
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0 || view.dragging) return false
        const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        const place = position === undefined ? undefined : findPlaceAt(view.state, position)
        return uploadFiles(view, context, files, place)
      },
      clipboardTextSerializer: (slice) =>
        slice.content.textBetween(
          0,
          slice.content.size,
          '\n',
          (leaf) => leaf.type.spec.leafText?.(leaf) ?? '',
        ),
    },
  })
}

/** Editors of code put HTML into the clipboard that only says how the text looks. */
const isPlain = (html: string): boolean =>
  html === '' ||
  (/white-space:\s*pre/i.test(html) && !/<(?:p|h[1-6]|li|table|blockquote|pre)[\s>]/i.test(html))

const isOnlyImage = (html: string): boolean =>
  /<img[\s>]/i.test(html) && !/<(?:p|h[1-6]|li|table|td|blockquote|pre)[\s>]/i.test(html)

/** In code, everything is text. Each line of it becomes a line of the block. */
function pasteIntoCode(view: EditorView, text: string): boolean {
  const { $from, $to } = view.state.selection
  if ($from.parent.type.name !== 'code_line' || $to.node(-1) !== $from.node(-1) || text === '') return false
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => nodeType('code_line').create(null, line === '' ? [] : schema.text(line)))
  view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(lines), 1, 1)).scrollIntoView())
  return true
}

/** A URL that is pasted over words makes them a link. On an empty line it is offered as a link, an embed or a card. */
function pasteLink(view: EditorView, context: EditorContext, text: string): boolean {
  const { from, to, empty, $from } = view.state.selection
  const linkType = schema.marks['link']
  const address = text.trim()
  if (!linkType || !/^https?:\/\/\S+$/.test(address) || !isSafeAddress(address)) return false
  if (!$from.parent.type.allowsMarkType(linkType)) return false
  const mark = linkType.create({ ref: parseReference(address) })
  if (!empty) {
    view.dispatch(view.state.tr.addMark(from, to, mark))
    return true
  }
  view.dispatch(view.state.tr.replaceSelectionWith(schema.text(address, [mark]), false).scrollIntoView())
  const isEmptyLine =
    $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0 && $from.depth === 1
  if (isEmptyLine) offerForms(view, context, $from.before(), address)
  return true
}

function offerForms(view: EditorView, context: EditorContext, position: number, address: string): void {
  const { labels, overlay } = context
  const line = view.state.doc.nodeAt(position)
  const replaceLine = (node: Node): void => {
    // The line may be another one by now.
    if (!line || view.state.doc.nodeAt(position) !== line) return
    const transaction = view.state.tr.replaceWith(position, position + line.nodeSize, [
      node,
      createBlock('paragraph'),
    ])
    const behind = position + node.nodeSize + 1
    view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, behind)).scrollIntoView())
    view.focus()
  }
  const items = [
    { label: labels.keepLink, icon: icons.link, run: () => view.focus() },
    {
      label: labels.embed,
      icon: icons.display,
      run: () => replaceLine(createBlock('embed', { url: address })),
    },
    {
      label: labels.contentRef,
      icon: icons.fileLines,
      run: () => replaceLine(createBlock('content_ref', { ref: parseReference(address) })),
    },
  ]
  const menu = new Menu(overlay, labels.pasteAs, items, () => view.focus())
  const { left, top, bottom } = view.coordsAtPos(position + 1)
  placeNear(menu.element, new DOMRect(left, top, 1, bottom - top))
  menu.focus()
}

const writeText = (value: string): Node[] => (value.trim() === '' ? [] : [schema.text(value.trim())])

/** Cells of a spreadsheet, as plain text: a tab between two cells, a line for each row. */
function pasteSheet(view: EditorView, text: string): boolean {
  const rows = text
    .replace(/(?:\r\n?|\n)$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.split('\t'))
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.length < 2 || rows.some((row) => row.length !== width)) return false
  if (view.state.selection.$from.parent.type.name !== 'paragraph') return false
  const [head = [], ...body] = rows
  const table = createBlock('table', null, [
    createBlock(
      'table_head',
      null,
      head.map((title) => createBlock('table_title', null, writeText(title))),
    ),
    ...body.map((row) =>
      createBlock(
        'table_row',
        null,
        row.map((cell) => createBlock('table_cell', null, [createBlock('paragraph', null, writeText(cell))])),
      ),
    ),
  ])
  view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(table), 0, 0)).scrollIntoView())
  return true
}

/** Syntax of blocks, which plain sentences do not have. */
const blockSyntax = /^(?:#{1,6} |[-*+] |\d+[.)] |> |```|~~~|\||\{% )/m

function pasteMarkdown(view: EditorView, { options }: EditorContext, text: string): boolean {
  const { parseMarkdown } = options
  if (!parseMarkdown || !blockSyntax.test(text)) return false
  const insertMarkdown = async (): Promise<void> => {
    try {
      const { content } = toEditor(await parseMarkdown(text))
      view.dispatch(view.state.tr.replaceSelection(new Slice(content, 0, 0)).scrollIntoView())
    } catch {
      // What cannot be read as Markdown is text.
      view.dispatch(view.state.tr.insertText(text))
    }
  }
  void insertMarkdown()
  return true
}
