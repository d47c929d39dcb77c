export { ExplainAccessButton } from './explain-access-button.tsx'
