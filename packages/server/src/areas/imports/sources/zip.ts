import type { SourceImporter } from './source.ts'
import { downloadArchive } from './download.ts'
import { collectFolder } from './folder.ts'

/** Imports an archive of Markdown, HTML and Word files with their pictures. */
export const importZip: SourceImporter = async (context, url) =>
  collectFolder(context, await downloadArchive(context, url), { flavour: 'plain' })
