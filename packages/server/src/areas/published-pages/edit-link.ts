import { originOf } from '../../git-layout/index.ts'
import type { ShownPage } from './space-index.ts'

/** The branch that a space is synchronised with. */
export interface GitPlace {
  provider: 'github' | 'gitlab' | 'github-legacy' | null
  /** Of the repository, without credentials. */
  url: string
  ref: string
  /** Where people see the files of the branch, as whoever set the synchronisation up said it. */
  treeUrl: string | null
}

/** Where the file of a page is edited; nothing for a page that is in no file, or a repository with no such place. */
export function editLink(
  git: GitPlace | null,
  { page }: ShownPage,
): { href: string; provider: string } | undefined {
  const path = originOf(page.fields)?.path
  if (!git || path === undefined) return undefined
  const tree = git.treeUrl ?? treeOf(git)
  if (tree === undefined || !/^https?:\/\//.test(tree)) return undefined
  const isGitlab = git.provider === 'gitlab' || tree.includes('/-/tree/')
  // The page of a file has a button for it; both hosts also have an address that opens the editor at once.
  const editing =
    git.provider === null && !/^https:\/\/(?:github|gitlab)\.com\//.test(tree)
      ? tree
      : tree.replace(/^(https?:\/\/[^/]+\/.+?\/(?:-\/)?)(?:tree|blob)\//, '$1edit/')
  return {
    href: `${editing.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`,
    provider: isGitlab ? 'gitlab' : 'github',
  }
}

/** The same for a repository of a host that is known. */
function treeOf({ provider, url, ref }: GitPlace): string | undefined {
  if (provider === null || !/^https?:\/\//.test(url)) return undefined
  const branch = ref
    .replace(/^refs\/(?:heads|tags)\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  return `${url.replace(/(?:\.git)?\/*$/, '')}/${provider === 'gitlab' ? '-/' : ''}tree/${branch}`
}
