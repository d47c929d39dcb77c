export { OrganizationFrame } from './organization-frame.tsx'
