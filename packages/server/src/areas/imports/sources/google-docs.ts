import { importLimits, type SourceImporter } from './source.ts'
import { download, isZip, openArchive } from './download.ts'
import { collectFolder } from './folder.ts'
import { collectPage } from './single-page.ts'

/**
 * A document of Google Docs: by the link that people share, which must be open to everyone who has it, or as one of
 * the files that Google makes of it (Word, or a web page, zipped with its pictures or not).
 */
export const importGoogleDocs: SourceImporter = async (context, url) => {
  const answer = await download(context, toExportUrl(url), {
    maxBytes: importLimits.archiveBytes,
    timeoutMs: importLimits.downloadMs,
  })
  if (!isZip(answer.body)) return collectPage(context, answer, { format: 'html', flavour: 'google-docs' })
  const folder = await openArchive(answer)
  if (folder.paths.includes('word/document.xml')) {
    return collectPage(context, answer, { format: 'docx', flavour: 'docx' })
  }
  return collectFolder(context, folder, { flavour: 'google-docs' })
}

/** The address at which Google gives the document as Word, which says more than its HTML. */
export function toExportUrl(url: string): string {
  const id =
    /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/([\w-]{10,})(?:\/(?!e\/|pub)|$|\?)/.exec(
      url,
    )?.[1]
  if (id === undefined || id === 'e') return url
  return `https://docs.google.com/document/d/${id}/export?format=docx`
}
