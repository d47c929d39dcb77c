import { type Static, Type } from 'typebox'
import { ExportToGitRepository, SetGitWebhook } from '../../git-sync/index.ts'
import { SiteGitSync } from '../sites/git-source.ts'

export const ImportSiteGitRepository = Type.Object(SetGitWebhook.properties, {
  'x-name': 'ImportSiteGitRepository',
})
export type ImportSiteGitRepository = Static<typeof ImportSiteGitRepository>

export const ExportSiteToGitRepository = Type.Object(
  { ...SetGitWebhook.properties, commitMessage: ExportToGitRepository.properties.commitMessage },
  { 'x-name': 'ExportSiteToGitRepository' },
)
export type ExportSiteToGitRepository = Static<typeof ExportSiteToGitRepository>

export const SiteGitSyncState = Type.Object(
  {
    ...SiteGitSync.properties,
    repoURL: Type.Optional(
      Type.String({ description: 'The URL that is fetched from, without credentials. For admins.' }),
    ),
    repoProjectDirectory: Type.Optional(
      Type.String({ description: 'The folder that holds the project. For admins.' }),
    ),
    webhook: Type.Boolean({ description: 'Whether pushes are imported automatically.' }),
    webhookUrl: Type.Optional(
      Type.String({
        description: 'The URL to which pushes are sent, where they are imported automatically.',
      }),
    ),
  },
  { 'x-name': 'SiteGitSyncState' },
)
export type SiteGitSyncState = Static<typeof SiteGitSyncState>
