import { findMisplacedBlock } from '@verso/editor'
import { Plugin } from 'prosemirror-state'
import { getReceivedChange } from './live-steps.ts'

/** Refuses a change that would put a block into a table cell that cannot be written there. */
export function createCellGuard(): Plugin {
  return new Plugin({
    filterTransaction: (transaction, state) =>
      !transaction.docChanged ||
      // What the server has is here too, or the documents would part.
      getReceivedChange(transaction) !== undefined ||
      findMisplacedBlock(transaction.doc) === undefined ||
      // A page that has such a block already stays editable.
      findMisplacedBlock(state.doc) !== undefined,
  })
}
