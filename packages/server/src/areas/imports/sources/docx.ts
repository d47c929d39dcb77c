import { Invalid } from '../../../common/errors.ts'
import { importLimits, type SourceImporter } from './source.ts'
import { download, isZip } from './download.ts'
import { collectPage } from './single-page.ts'

/** One Word document, with the pictures in it. */
export const importDocx: SourceImporter = async (context, url) => {
  const answer = await download(context, url, { maxBytes: importLimits.archiveBytes, timeoutMs: importLimits.downloadMs })
  if (!isZip(answer.body)) throw new Invalid('What is at this URL is not a Word document (.docx).')
  return collectPage(context, answer, { format: 'docx', flavour: 'docx' })
}
