import { limits, type ImportContext, type Source } from './source.ts'
import { cloneFolder } from './clone.ts'
import { download, openFolder } from './download.ts'
import { collectFolder } from './folder.ts'

/**
 * A wiki of GitHub: by the address it is read at, or that of its repository (`….wiki.git`), which is cloned; or a zip
 * archive of it.
 */
export const importGitHubWiki: Source = async (context, url) => {
  const repository = repositoryOf(url)
  const folder =
    repository === undefined ? await downloaded(context, url) : await cloneFolder(context, repository)
  const site = repository?.replace(/\.wiki\.git$/, '/wiki')
  return collectFolder(context, folder, {
    flavour: 'wiki',
    // Pages link to each other by the address they are read at, too.
    pageAt: (address) =>
      site !== undefined && address.startsWith(`${site}/`) ? address.slice(site.length + 1) : undefined,
    nameOf: (path) =>
      path
        .replace(/^.*\//, '')
        .replace(/\.[^.]+$/, '')
        .replaceAll('-', ' '),
    first: (path) => /^home\.[^./]+$/i.test(path),
  })
}

async function downloaded(context: ImportContext, url: string) {
  const answer = await download(context, url, { maxBytes: limits.archiveBytes, timeoutMs: limits.downloadMs })
  return openFolder(answer)
}

/** Where to clone a wiki from; undefined for the address of an archive. */
export function repositoryOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const path = parsed.pathname.replace(/\/+$/, '')
  const wiki = /^(.*\/[^/]+\/[^/]+)\/wiki(\/.*)?$/.exec(path)?.[1]
  if (wiki !== undefined) return `${parsed.origin}${wiki}.wiki.git`
  if (path.endsWith('.git')) return `${parsed.origin}${path}`
  const isProject = parsed.hostname === 'github.com' && /^\/[^/]+\/[^/]+$/.test(path)
  return isProject ? `${parsed.origin}${path}.wiki.git` : undefined
}
