import { Invalid } from '../../../common/errors.ts'
import { importLimits, type SourceImporter } from './source.ts'
import { download, isZip } from './download.ts'
import { collectPage } from './single-page.ts'

/** Imports one Word document with its pictures. */
export const importDocx: SourceImporter = async (context, url) => {
  const response = await download(context, url, {
    maxBytes: importLimits.archiveBytes,
    timeoutMs: importLimits.downloadMs,
  })
  if (!isZip(response.body)) throw new Invalid('What is at this URL is not a Word document (.docx).')
  return collectPage(context, response, { format: 'docx', flavour: 'docx' })
}
