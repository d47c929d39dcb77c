import { Invalid } from '../../../common/errors.ts'
import { importLimits, type SourceImporter } from './source.ts'
import { download, isHtml, isZip } from './download.ts'
import { collectPage } from './single-page.ts'

/** Imports one Markdown file. The URL of GitHub's page for a file is accepted as well. */
export const importMarkdown: SourceImporter = async (context, url) => {
  const response = await download(context, toRawUrl(url), {
    maxBytes: importLimits.pageBytes,
    timeoutMs: importLimits.requestMs,
    accept: 'text/markdown, text/plain;q=0.9, */*;q=0.5',
  })
  if (isZip(response.body))
    throw new Invalid('There is a zip archive at this URL: import it with the source zip.')
  if (isHtml(response))
    throw new Invalid('There is an HTML page at this URL: import it with the source html.')
  if (response.body.includes(0)) throw new Invalid('What is at this URL is not text.')
  return collectPage(context, response, { format: 'markdown', flavour: 'plain' })
}

/** `github.com/o/r/blob/main/a.md` shows what is at `raw.githubusercontent.com/o/r/main/a.md`. */
export function toRawUrl(url: string): string {
  const match = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(url)
  return match ? `https://raw.githubusercontent.com/${match[1]}/${match[2]}` : url
}
