export { ChangeRequestItem, ChangeRequestState } from './change-request-item.tsx'
