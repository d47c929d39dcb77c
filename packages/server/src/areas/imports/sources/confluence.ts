import { resolveRelativePath, type PageOutline } from '../../content/index.ts'
import { posix } from 'node:path'
import { Invalid } from '../../../common/errors.ts'
import { isReadPage, type SourceImporter } from './source.ts'
import { splitAddress } from './links.ts'
import { downloadArchive } from './download.ts'
import { collectFolder } from './folder.ts'

/**
 * An export of a Confluence space as HTML: `index.html` lists all pages as they stand below each other, a page is
 * `Title_12345.html` or `12345.html`, its files are in `attachments/12345/`.
 */
export const importConfluence: SourceImporter = async (context, url) => {
  const folder = await downloadArchive(context, url)
  const index = folder.paths
    .filter((path) => posix.basename(path) === 'index.html')
    .sort((one, other) => one.length - other.length)[0]
  if (index === undefined) {
    throw new Invalid('This is no HTML export of a Confluence space: it has no index.html.')
  }
  const [first] = await context.converter.read([
    { key: `${index}#outline`, format: 'html', flavour: 'confluence', body: await folder.read(index) },
  ])
  const outline = first && isReadPage(first) ? withPaths(first.navigation, index) : []
  return collectFolder(context, folder, {
    flavour: 'confluence',
    outline: () => outline,
    isIndex: (path) => path === index,
  })
}

/** The list of pages with the paths they have in the archive. */
const withPaths = (outline: PageOutline[], index: string): PageOutline[] =>
  outline.map(({ title, address, children }) => {
    const path = address === undefined ? undefined : resolveRelativePath(index, splitAddress(address).path)
    return {
      ...(title !== undefined && { title }),
      ...(path !== undefined && { address: path }),
      children: withPaths(children, index),
    }
  })
