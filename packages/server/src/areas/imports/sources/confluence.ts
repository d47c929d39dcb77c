import { resolveRelativePath, type PageOutline } from '../../content/index.ts'
import { posix } from 'node:path'
import { Invalid } from '../../../common/errors.ts'
import { isReadPage, type SourceImporter } from './source.ts'
import { splitAddress } from './links.ts'
import { downloadArchive } from './download.ts'
import { collectFolder } from './folder.ts'

/**
 * Imports the HTML export of a Confluence space. `index.html` has the tree of all pages, a page is `Title_12345.html` or
 * `12345.html`, and its files are in `attachments/12345/`.
 */
export const importConfluence: SourceImporter = async (context, url) => {
  const folder = await downloadArchive(context, url)
  const index = folder.paths
    .filter((path) => posix.basename(path) === 'index.html')
    .sort((one, other) => one.length - other.length)[0]
  if (index === undefined) {
    throw new Invalid('This is not an HTML export of a Confluence space: it has no index.html.')
  }
  const [first] = await context.converter.read([
    { key: `${index}#outline`, format: 'html', flavour: 'confluence', body: await folder.read(index) },
  ])
  const outline = first && isReadPage(first) ? resolvePaths(first.navigation, index) : []
  return collectFolder(context, folder, {
    flavour: 'confluence',
    outline: () => outline,
    isIndex: (path) => path === index,
  })
}

/** Replaces the addresses of an outline by paths in the archive. */
const resolvePaths = (outline: PageOutline[], index: string): PageOutline[] =>
  outline.map(({ title, address, children }) => {
    const path = address === undefined ? undefined : resolveRelativePath(index, splitAddress(address).path)
    return {
      ...(title !== undefined && { title }),
      ...(path !== undefined && { address: path }),
      children: resolvePaths(children, index),
    }
  })
