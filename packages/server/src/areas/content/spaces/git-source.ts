import { type Static, Type } from 'typebox'
import type { GitSource } from './columns.ts'
import { TimestampSchema } from '../../../http/schemas.ts'

export const GitProvider = Type.Enum(['github', 'gitlab', 'github-legacy'], {
  type: 'string',
  'x-name': 'GitSyncProvider',
})
export type GitProvider = Static<typeof GitProvider>

export const SpaceGitSync = Type.Object(
  {
    repoName: Type.String(),
    installationProvider: Type.Optional(GitProvider),
    integration: Type.Optional(Type.String()),
    url: Type.Optional(
      Type.String({ description: "The address of the file tree on the provider's website." }),
    ),
    updatedAt: TimestampSchema,
  },
  { 'x-name': 'SpaceGitSync' },
)
export type SpaceGitSync = Static<typeof SpaceGitSync>

/** Presents the repository that a space is synchronised with, as part of the space. */
export const presentGitSource = ({ url, provider, treeUrl, updatedAt }: GitSource): SpaceGitSync => ({
  repoName: readRepositoryName(url),
  ...(provider !== null && { installationProvider: provider, integration: provider }),
  ...(treeUrl !== null && { url: treeUrl }),
  updatedAt,
})

/** The name of a repository as its provider shows it: `owner/name`. */
function readRepositoryName(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? url)
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean)
  const name = parts.slice(-2).join('/')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
