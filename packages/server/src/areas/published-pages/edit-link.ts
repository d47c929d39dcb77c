import { readOrigin } from '../../git-layout/index.ts'
import type { PageEntry } from './page-index.ts'

/** The Git branch that a space is synchronized with. */
export interface GitBranch {
  provider: 'github' | 'gitlab' | 'github-legacy' | null
  /** The URL of the repository, without credentials. */
  url: string
  ref: string
  /** The URL of the files of the branch on the Git host, if it was configured. */
  treeUrl: string | null
}

/** The URL at which the file of a page is edited; undefined for a page without a file or an unknown Git host. */
export function buildEditLink(
  git: GitBranch | null,
  { page }: PageEntry,
): { href: string; provider: string } | undefined {
  const path = readOrigin(page.fields)?.path
  if (!git || path === undefined) return undefined
  const tree = git.treeUrl ?? buildTreeUrl(git)
  if (tree === undefined || !/^https?:\/\//.test(tree)) return undefined
  const isGitlab = git.provider === 'gitlab' || tree.includes('/-/tree/')
  // GitHub and GitLab open their editor at this URL. On other hosts the file itself has to do.
  const editUrl =
    git.provider === null && !/^https:\/\/(?:github|gitlab)\.com\//.test(tree)
      ? tree
      : tree.replace(/^(https?:\/\/[^/]+\/.+?\/(?:-\/)?)(?:tree|blob)\//, '$1edit/')
  return {
    href: `${editUrl.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`,
    provider: isGitlab ? 'gitlab' : 'github',
  }
}

/** The URL of the files of the branch, on a Git host whose URLs are known. */
function buildTreeUrl({ provider, url, ref }: GitBranch): string | undefined {
  if (provider === null || !/^https?:\/\//.test(url)) return undefined
  const branch = ref
    .replace(/^refs\/(?:heads|tags)\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  return `${url.replace(/(?:\.git)?\/*$/, '')}/${provider === 'gitlab' ? '-/' : ''}tree/${branch}`
}
