import { importLimits, type SourceImporter } from './source.ts'
import { download, isZip, openArchive } from './download.ts'
import { collectFolder } from './folder.ts'
import { collectPage } from './single-page.ts'

/**
 * Imports a document of Google Docs: by the link that people share, which must work for everyone who has it, or from a
 * file that Google exports (Word, or a web page, which may be zipped with its pictures).
 */
export const importGoogleDocs: SourceImporter = async (context, url) => {
  const response = await download(context, toExportUrl(url), {
    maxBytes: importLimits.archiveBytes,
    timeoutMs: importLimits.downloadMs,
  })
  if (!isZip(response.body)) return collectPage(context, response, { format: 'html', flavour: 'google-docs' })
  const folder = await openArchive(response)
  if (folder.paths.includes('word/document.xml')) {
    return collectPage(context, response, { format: 'docx', flavour: 'docx' })
  }
  return collectFolder(context, folder, { flavour: 'google-docs' })
}

/** Returns the URL of the document as Word, which has more information than its HTML. */
export function toExportUrl(url: string): string {
  const id =
    /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/([\w-]{10,})(?:\/(?!e\/|pub)|$|\?)/.exec(
      url,
    )?.[1]
  if (id === undefined || id === 'e') return url
  return `https://docs.google.com/document/d/${id}/export?format=docx`
}
