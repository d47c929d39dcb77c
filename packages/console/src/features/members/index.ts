export { describeRole, RoleSelect } from './role-select.tsx'
export { PeopleTabs } from './people-tabs.tsx'
