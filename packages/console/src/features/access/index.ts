export { EveryoneSection } from './everyone-section.tsx'
export { ExplainAccessButton } from './explain-access-button.tsx'
export { GrantsSection } from './grants-section.tsx'
export type { GrantTarget } from './grant-target.ts'
