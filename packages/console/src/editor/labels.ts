export { editor as englishLabels, type EditorLabels } from '../locales/editor/en.ts'
