import { findMisplacedBlock } from '@verso/editor'
import { Plugin } from 'prosemirror-state'

/** Refuses a change that would put a block into a table cell that cannot be written there. */
export function createCellGuard(): Plugin {
  return new Plugin({
    filterTransaction: (transaction, state) =>
      !transaction.docChanged ||
      findMisplacedBlock(transaction.doc) === undefined ||
      // A page that has such a block already stays editable.
      findMisplacedBlock(state.doc) !== undefined,
  })
}
