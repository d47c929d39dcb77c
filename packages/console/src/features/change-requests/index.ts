export { ChangeRequestItem, ChangeRequestState } from './change-request-item.tsx'
export { EditButton, useEdit } from './edit-button.tsx'
