import { isSafeAddress, parseReference, schema, toEditor } from '@verso/editor'
import { Fragment, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { createBlock, nodeType } from '../blocks.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { EditorContext } from '../context.ts'

/** What pasting and dropping do besides what the schema reads from HTML. */
export function createPaste(context: EditorContext): Plugin {
  return new Plugin({
    props: {
      handlePaste: (view, event) => {
        const { clipboardData } = event
        if (!clipboardData) return false
        const text = clipboardData.getData('text/plain')
        if (pasteIntoCode(view, text) || pasteLink(view, text)) return true
        const hasHtml = clipboardData.types.includes('text/html')
        if (!hasHtml && insertFiles(view, context, clipboardData.files)) return true
        return !hasHtml && pasteMarkdown(view, context, text)
      },
      handleDrop: (view, event) => {
        const files = event.dataTransfer?.files
        if (!files || files.length === 0 || view.dragging) return false
        return insertFiles(view, context, files)
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

/** A URL that is pasted over words makes them a link. */
function pasteLink(view: EditorView, text: string): boolean {
  const { from, to, empty, $from } = view.state.selection
  const linkType = schema.marks['link']
  const address = text.trim()
  if (empty || !linkType || !/^https?:\/\/\S+$/.test(address) || !isSafeAddress(address)) return false
  if (!$from.parent.type.allowsMarkType(linkType)) return false
  view.dispatch(view.state.tr.addMark(from, to, linkType.create({ ref: parseReference(address) })))
  return true
}

/** Images become image blocks, other files become file blocks. */
function insertFiles(view: EditorView, { options, labels }: EditorContext, files: FileList): boolean {
  const { uploadFile } = options
  if (files.length === 0 || !uploadFile) return false
  const insertFile = async (file: File): Promise<void> => {
    try {
      const { ref } = await uploadFile(file)
      const node = file.type.startsWith('image/')
        ? createBlock('images', null, [createBlock('image', { ref })])
        : createBlock('file', { ref })
      insertBlock(node)(view.state, view.dispatch)
    } catch {
      options.onProblem?.(labels.uploadFailed)
    }
  }
  for (const file of files) void insertFile(file)
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
