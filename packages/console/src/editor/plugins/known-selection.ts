import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What acts on the selection. */
const events = ['keydown', 'beforeinput', 'paste', 'cut', 'copy'] as const

/**
 * Lets the editor read the selection of the browser, and what was typed, before anything acts on it.
 *
 * A browser tells of a new selection in an event of its own, which may come after the next key, or after a change that somebody
 * else made. That key would act on the selection before, and that change would put the cursor back there. ProseMirror listens to
 * that event, and does nothing at it if it knows the selection already.
 */
export function readSelection(view: EditorView): void {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Reads the selection before what somebody does. Changes that come from elsewhere are to read it themselves. */
export const createKnownSelection = (): Plugin =>
  new Plugin({
    props: { handleDOMEvents: Object.fromEntries(events.map((event) => [event, readBeforeEvent])) },
  })

/** Says that the event has not been handled. */
function readBeforeEvent(view: EditorView): boolean {
  readSelection(view)
  return false
}
