import { Invalid } from '../../../common/errors.ts'
import { limits, type Source } from './source.ts'
import { download, isZip } from './download.ts'
import { collectPage } from './single.ts'

/** One Word document, with the pictures in it. */
export const importDocx: Source = async (context, url) => {
  const answer = await download(context, url, { maxBytes: limits.archiveBytes, timeoutMs: limits.downloadMs })
  if (!isZip(answer.body)) throw new Invalid('What is at this URL is not a Word document (.docx).')
  return collectPage(context, answer, { format: 'docx', flavour: 'docx' })
}
