export { NotificationsBell } from './notifications-bell.tsx'
