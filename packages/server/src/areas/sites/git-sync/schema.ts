import { type Static, Type } from 'typebox'
import { ExportToGitRepository, SetGitWebhook } from '../../git-sync/index.ts'

export const ImportSiteGitRepository = Type.Object(SetGitWebhook.properties, {
  'x-name': 'ImportSiteGitRepository',
})
export type ImportSiteGitRepository = Static<typeof ImportSiteGitRepository>

export const ExportSiteToGitRepository = Type.Object(
  { ...SetGitWebhook.properties, commitMessage: ExportToGitRepository.properties.commitMessage },
  { 'x-name': 'ExportSiteToGitRepository' },
)
export type ExportSiteToGitRepository = Static<typeof ExportSiteToGitRepository>
