export { UndoMergeDialog } from './undo-merge-dialog.tsx'
