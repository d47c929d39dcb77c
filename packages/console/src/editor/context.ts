import type { EditorLabels } from './labels.ts'
import type { PageEditorOptions } from './options.ts'

/** What views and plugins of one editor share. */
export interface EditorContext {
  options: PageEditorOptions
  labels: EditorLabels
  /** Holds menus and forms, above the text and outside of what is edited. */
  overlay: HTMLElement
}
