export { listLanguages } from './languages.ts'
