import type { ContentImportFormat } from '../../api/operations.ts'

/** What can be imported, the most frequent first. */
export const sources: readonly ContentImportFormat[] = [
  'website',
  'zip',
  'markdown',
  'docx',
  'notion',
  'confluence',
  'google-docs',
  'github-wiki',
  'html',
]

/** The files that a source takes from this computer. The others are read from their address. */
export const acceptedFiles: Partial<Record<ContentImportFormat, string>> = {
  zip: '.zip',
  markdown: '.md,.markdown,.mdx',
  docx: '.docx',
  notion: '.zip',
  confluence: '.zip',
  html: '.html,.htm',
}
