import { addLocalSteps, type LocalState } from '@verso/editor'
import { type EditorState, Plugin, PluginKey, type PluginSpec, type Transaction } from 'prosemirror-state'

/** What a commit of somebody changes here, or the answer to what was sent. */
export interface ReceivedChange {
  state: LocalState
  /** Who made the commit. Undefined where the document stays as it is. */
  client?: string
}

const liveKey = new PluginKey<LocalState>('live')

/** Keeps the steps that were made here and are not confirmed by the server. */
export function createLiveSteps(initial: LocalState): Plugin<LocalState> {
  const spec: PluginSpec<LocalState> & { historyPreserveItems: true } = {
    key: liveKey,
    state: {
      init: () => initial,
      apply: (transaction, state) =>
        getReceivedChange(transaction)?.state ??
        (transaction.docChanged ? addLocalSteps(state, transaction) : state),
    },
    // Steps are taken back and redone one by one, so the history must not make one of several.
    historyPreserveItems: true,
  }
  return new Plugin(spec)
}

export const getReceivedChange = (transaction: Transaction): ReceivedChange | undefined =>
  transaction.getMeta(liveKey) as ReceivedChange | undefined

export const setReceivedChange = (transaction: Transaction, change: ReceivedChange): Transaction =>
  transaction.setMeta(liveKey, change)

/** Undefined for a page that is not live. */
export const getLocalState = (state: EditorState): LocalState | undefined => liveKey.getState(state)
