export { ChangeRequestItem, ChangeRequestState } from './change-request-item.tsx'
export { EditButton, useEdit } from './edit-button.tsx'
export { PageComments } from './lazy-page-comments.ts'
export type { FilledContent } from './page-comments/page-comments.tsx'
