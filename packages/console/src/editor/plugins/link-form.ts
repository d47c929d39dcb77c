import { type ContentRef, formatReference, schema } from '@verso/editor'
import type { Mark } from 'prosemirror-model'
import { type EditorState, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorContext } from '../context.ts'
import { openReferenceForm } from '../menus/reference-form.ts'

/** `Mod-k` links what is selected, or changes the link at the cursor. */
export function createLinkForm(context: EditorContext): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        // With the capitals locked it is a capital.
        if (
          event.key.toLowerCase() !== 'k' ||
          !(event.ctrlKey || event.metaKey) ||
          event.shiftKey ||
          event.altKey
        )
          return false
        // Elsewhere in the console the same keys open the palette.
        event.stopPropagation()
        return openLinkForm(view, context)
      },
    },
  })
}

export interface LinkRange {
  from: number
  to: number
  mark: Mark | undefined
}

/** The selected text, or the whole link around the cursor. */
export function findLinkRange({ doc, selection }: EditorState): LinkRange | undefined {
  const { from, to, empty, $from } = selection
  const linkType = schema.marks['link']
  if (!linkType || !$from.parent.type.allowsMarkType(linkType)) return undefined
  if (!empty) {
    let mark: Mark | undefined
    doc.nodesBetween(from, to, (node) => {
      mark ??= linkType.isInSet(node.marks)
    })
    return { from, to, mark }
  }
  const mark =
    linkType.isInSet($from.marks()) ?? ($from.nodeAfter ? linkType.isInSet($from.nodeAfter.marks) : undefined)
  if (!mark) return undefined
  let [start, end] = [-1, -1]
  let offset = $from.start()
  for (const child of $from.parent.children) {
    const isPart = mark.isInSet(child.marks)
    if (isPart) {
      if (start < 0 || end < offset) start = offset
      end = offset + child.nodeSize
      if (end >= from) break
    }
    offset += child.nodeSize
  }
  return start < 0 ? undefined : { from: start, to: end, mark }
}

/** Links a part of the text, or takes its link away. */
export function setLink(view: EditorView, { from, to }: LinkRange, ref: ContentRef | undefined): void {
  const linkType = schema.marks['link']
  if (!linkType) return
  const transaction = view.state.tr.removeMark(from, to, linkType)
  if (ref) transaction.addMark(from, to, linkType.create({ ref }))
  view.dispatch(transaction)
}

/** Without words to link, the page's title or the address becomes the link's text. */
function insertLink(view: EditorView, context: EditorContext, ref: ContentRef): void {
  const linkType = schema.marks['link']
  if (!linkType) return
  const text = context.options.describePage?.(ref)?.title ?? formatReference(ref)
  const link = schema.text(text, [linkType.create({ ref })])
  view.dispatch(view.state.tr.replaceSelectionWith(link, false).scrollIntoView())
}

export function openLinkForm(view: EditorView, context: EditorContext): boolean {
  if (!view.editable) return false
  const { selection } = view.state
  const linkType = schema.marks['link']
  if (!linkType || !selection.$from.parent.type.allowsMarkType(linkType)) return false
  const range = findLinkRange(view.state)
  const { left, top, bottom } = view.coordsAtPos(range?.from ?? selection.from)
  openReferenceForm(context, {
    label: context.labels.link,
    value: range?.mark ? formatReference(range.mark.attrs['ref'] as ContentRef) : '',
    target: new DOMRect(left, top, 1, bottom - top),
    canRemove: range?.mark !== undefined,
    onApply: (ref) => {
      if (range) setLink(view, range, ref)
      else if (ref) insertLink(view, context, ref)
    },
    onClose: () => view.focus(),
  })
  return true
}
