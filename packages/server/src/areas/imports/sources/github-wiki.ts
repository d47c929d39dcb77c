import type { SourceImporter } from './source.ts'
import { cloneFolder } from './clone.ts'
import { downloadArchive } from './download.ts'
import { collectFolder } from './folder.ts'

/**
 * Imports a wiki of GitHub: by the URL of the wiki or of its repository (`….wiki.git`), which is cloned, or from a zip
 * archive.
 */
export const importGitHubWiki: SourceImporter = async (context, url) => {
  const repository = findRepositoryUrl(url)
  const folder =
    repository === undefined ? await downloadArchive(context, url) : await cloneFolder(context, repository)
  const site = repository?.replace(/\.wiki\.git$/, '/wiki')
  return collectFolder(context, folder, {
    flavour: 'wiki',
    // Pages also link to each other by their URLs.
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

/** Returns the URL to clone a wiki from, or undefined for the URL of an archive. */
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
