import { Invalid } from '../../../common/errors.ts'
import { importLimits, type SourceImporter } from './source.ts'
import { download, isZip } from './download.ts'
import { collectPage } from './single-page.ts'

/** Imports the content of one HTML page, without what surrounds it. */
export const importHtml: SourceImporter = async (context, url) => {
  const response = await download(context, url, {
    maxBytes: importLimits.pageBytes,
    timeoutMs: importLimits.requestMs,
    accept: 'text/html, application/xhtml+xml',
  })
  if (isZip(response.body))
    throw new Invalid('There is a zip archive at this URL: import it with the source zip.')
  if (response.body.includes(0)) throw new Invalid('What is at this URL is not text.')
  return collectPage(context, response, { format: 'html', flavour: 'website' })
}
