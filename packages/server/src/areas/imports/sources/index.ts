import type { SourceImporter } from './source.ts'
import { importConfluence } from './confluence.ts'
import { importDocx } from './docx.ts'
import { importGitHubWiki } from './github-wiki.ts'
import { importGoogleDocs } from './google-docs.ts'
import { importHtml } from './html.ts'
import { importMarkdown } from './markdown.ts'
import { importNotion } from './notion.ts'
import { importWebsite } from './website.ts'
import { importZip } from './zip.ts'

/** The kinds of source that an import can read, as the API names them. */
export const importSources = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const

export const sourceImporters: Record<(typeof importSources)[number], SourceImporter> = {
  website: importWebsite,
  docx: importDocx,
  markdown: importMarkdown,
  html: importHtml,
  zip: importZip,
  confluence: importConfluence,
  'github-wiki': importGitHubWiki,
  notion: importNotion,
  'google-docs': importGoogleDocs,
}
