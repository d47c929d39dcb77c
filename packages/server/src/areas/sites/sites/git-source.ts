import { type Static, Type } from 'typebox'
import { presentGitSource, SpaceGitSync } from '../../content/index.ts'
import { GitOperation } from '../../git-sync/index.ts'
import type { SiteGitSource } from './columns.ts'

export const SiteGitSync = Type.Object(
  {
    ...SpaceGitSync.properties,
    installationId: Type.String({
      description: 'The id of the site: each has a synchronisation of its own.',
    }),
    installationStatus: Type.Enum(['active', 'pending'], {
      type: 'string',
      description: '`pending` until the site and the branch have had a commit in common.',
    }),
    ref: Type.String(),
    commit: Type.Optional(
      Type.String({ description: 'The last commit that the site and the branch had in common.' }),
    ),
    operation: Type.Optional(GitOperation),
  },
  { 'x-name': 'SiteGitSync' },
)
export type SiteGitSync = Static<typeof SiteGitSync>

/** Presents the repository that a site is synchronised with as a whole. */
export const presentSiteGitSync = (siteId: string, source: SiteGitSource): SiteGitSync => ({
  ...presentGitSource(source),
  installationId: siteId,
  installationStatus: source.commitOid === null ? 'pending' : 'active',
  ref: source.ref,
  ...(source.commitOid !== null && { commit: source.commitOid }),
  ...(source.operation !== null && {
    operation: {
      ...source.operation,
      state: source.operation.status,
      ...(source.operation.finishedAt !== undefined && { endedAt: source.operation.finishedAt }),
    },
  }),
})
