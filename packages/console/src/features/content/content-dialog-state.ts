import type { Collection } from '../../api/operations.ts'
import type { ContentNode } from './use-content.ts'

/** What a new space begins with. */
export type SpaceStart = 'empty' | 'template' | 'import'

/** Which dialog about collections and spaces is open. */
export type ContentDialogState =
  | { kind: 'create-space'; parent: string | undefined; start: SpaceStart }
  | { kind: 'create-collection'; parent: string | undefined }
  | { kind: 'edit' | 'move' | 'transfer'; node: ContentNode }
  | { kind: 'delete-collection'; collection: Collection }
