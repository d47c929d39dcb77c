import { importLimits, type ImportContext, type SourceImporter } from './source.ts'
import { cloneFolder } from './clone.ts'
import { download, openArchive } from './download.ts'
import { collectFolder } from './folder.ts'

/**
 * A wiki of GitHub: by the address it is read at, or that of its repository (`….wiki.git`), which is cloned; or a zip
 * archive of it.
 */
export const importGitHubWiki: SourceImporter = async (context, url) => {
  const repository = findRepositoryUrl(url)
  const folder =
    repository === undefined ? await downloaded(context, url) : await cloneFolder(context, repository)
  const site = repository?.replace(/\.wiki\.git$/, '/wiki')
  return collectFolder(context, folder, {
    flavour: 'wiki',
    // Pages link to each other by the address they are read at, too.
    resolvePage: (address) =>
      site !== undefined && address.startsWith(`${site}/`) ? address.slice(site.length + 1) : undefined,
    deriveName: (path) =>
      path
        .replace(/^.*\//, '')
        .replace(/\.[^.]+$/, '')
        .replaceAll('-', ' '),
    isFirst: (path) => /^home\.[^./]+$/i.test(path),
  })
}

async function downloaded(context: ImportContext, url: string) {
  const answer = await download(context, url, { maxBytes: importLimits.archiveBytes, timeoutMs: importLimits.downloadMs })
  return openArchive(answer)
}

/** Where to clone a wiki from; undefined for the address of an archive. */
export function findRepositoryUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const path = parsed.pathname.replace(/\/+$/, '')
  const wiki = /^(.*\/[^/]+\/[^/]+)\/wiki(\/.*)?$/.exec(path)?.[1]
  if (wiki !== undefined) return `${parsed.origin}${wiki}.wiki.git`
  if (path.endsWith('.git')) return `${parsed.origin}${path}`
  const isProject = parsed.hostname === 'github.com' && /^\/[^/]+\/[^/]+$/.test(path)
  return isProject ? `${parsed.origin}${path}.wiki.git` : undefined
}
