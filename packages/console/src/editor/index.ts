/** The editor of a page's text. It knows nothing of the rest of the console: a document comes in, changes go out. */
export { englishLabels } from './labels.ts'
export type { EditorLabels } from './labels.ts'
export type { LiveDocument, LivePerson } from './live-page.ts'
export { mountPageEditor } from './mount-page-editor.ts'
export type {
  EditorComment,
  LiveOptions,
  PageEditorHandle,
  PageEditorOptions,
  PageSuggestion,
  QuotedWords,
} from './options.ts'
