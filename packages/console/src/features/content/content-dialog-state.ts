import type { Collection } from '../../api/operations.ts'
import type { ContentNode } from './use-content.ts'

/** Which dialog about collections and spaces is open. */
export type ContentDialogState =
  | { kind: 'create-space'; parent: string | undefined; startsWithTemplate: boolean }
  | { kind: 'create-collection'; parent: string | undefined }
  | { kind: 'edit' | 'move' | 'transfer'; node: ContentNode }
  | { kind: 'delete-collection'; collection: Collection }
