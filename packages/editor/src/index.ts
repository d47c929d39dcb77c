/**
 * The document of a page as the editor's state: a ProseMirror schema, and the conversion to and from the document of the
 * API. It runs in browsers and on the server.
 */
export {
  createQuote,
  findQuote,
  formatReference,
  isSafeAddress,
  parseMediaReference,
  parseReference,
} from '@verso/markdown'
export type { ContentRef, Document, MediaRef } from '@verso/markdown'
export { findMisplacedBlock } from './check-cells.ts'
export type { MisplacedBlock } from './check-cells.ts'
export { fromEditor } from './convert/from-editor.ts'
export { toEditor } from './convert/to-editor.ts'
export { type EditorText, readEditorText } from './editor-text.ts'
export { InvalidEditorDocument } from './errors.ts'
export {
  addLocalSteps,
  createLocalState,
  type LiveCommit,
  type LocalState,
  type LocalStep,
  markSent,
  markUnsent,
  receiveCommit,
} from './live/local-steps.ts'
export { checkChangedBlocks, InvalidSteps, readEditorNode, readSteps } from './live/read-steps.ts'
export { type RebasedSteps, rebaseSteps } from './live/rebase-steps.ts'
export { restoreLocalSteps, storeLocalSteps, type StoredSteps, transferSteps } from './live/stored-steps.ts'
export { schema, SCHEMA_VERSION } from './schema/schema.ts'
export { stepsBetween } from './steps-between.ts'
export type { Node as EditorNode } from 'prosemirror-model'
export type { Step as EditorStep } from 'prosemirror-transform'
