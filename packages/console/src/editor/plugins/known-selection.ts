import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What acts on the selection. */
const events = ['keydown', 'beforeinput', 'paste', 'cut', 'copy'] as const

/**
 * Lets the editor read the selection of the browser before anything acts on it.
 *
 * A browser tells of a new selection in an event of its own, which may come after the next key. A program that types for
 * somebody, or a fast hand on a busy machine, would have that key act on the selection before. ProseMirror listens to
 * that event, and does nothing at it if it knows the selection already.
 */
export const createKnownSelection = (): Plugin =>
  new Plugin({
    props: { handleDOMEvents: Object.fromEntries(events.map((event) => [event, readSelection])) },
  })

/** Says that the event has not been handled. */
function readSelection(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
  return false
}
