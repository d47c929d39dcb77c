import { createRouteBuilder, deletion, noContent, object, type Route } from '../../../http/route.ts'
import { GitWebhook, GitWebhookPayload, SetGitWebhook } from '../../git-sync/index.ts'
import { ExportSiteToGitRepository, ImportSiteGitRepository, SiteGitSyncState } from './schema.ts'
import type { SiteGitSyncService } from './service.ts'

const route = createRouteBuilder('Git synchronisation')
const git = '/orgs/:organizationId/sites/:siteId/git'

export const siteGitSyncRoutes = (syncs: SiteGitSyncService): Route[] => [
  route.post(
    `${git}/import`,
    {
      operationId: 'importSiteGitRepository',
      summary: 'Import a site from a Git repository',
      description:
        'Starts a job. The file `gitbook-docs.yaml` (or `docs.yaml`) of the project directory says what the site consists ' +
        'of and which directory each space has. Spaces that the site does not have are created. The state is in `gitSync` ' +
        'of the site.',
      permission: 'site.admin',
      body: ImportSiteGitRepository,
      response: noContent,
    },
    ({ caller, subject, body }) => syncs.startImport(caller, subject, body),
  ),
  route.post(
    `${git}/export`,
    {
      operationId: 'exportSiteToGitRepository',
      summary: 'Export a site to a Git repository',
      description:
        'Starts a job that pushes the changes of the site and of all its spaces as one commit on top of the branch. New ' +
        'commits of the branch are imported first.',
      permission: 'site.admin',
      body: ExportSiteToGitRepository,
      response: noContent,
    },
    ({ caller, subject, body }) => syncs.startExport(caller, subject, body),
  ),
  route.get(
    `${git}/info`,
    {
      operationId: 'getSiteGitInfo',
      summary: 'Get the Git synchronisation of a site',
      permission: 'site.view',
      response: object(SiteGitSyncState),
    },
    ({ subject }) => syncs.getInfo(subject),
  ),
  route.delete(
    git,
    {
      operationId: 'removeSiteGitSync',
      summary: 'End the Git synchronisation of a site',
      description: 'The site, its spaces and the repository stay as they are.',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject }) => syncs.remove(subject),
  ),
  route.put(
    `${git}/webhook`,
    {
      operationId: 'setSiteGitWebhook',
      summary: 'Import a site automatically on every push',
      description: 'Creates a secret for the webhook of GitHub or GitLab, which replaces the previous one.',
      permission: 'site.admin',
      body: SetGitWebhook,
      response: object(GitWebhook),
    },
    ({ caller, subject, body }) => syncs.setWebhook(caller, subject, body),
  ),
  route.delete(
    `${git}/webhook`,
    {
      operationId: 'removeSiteGitWebhook',
      summary: 'Stop importing a site automatically',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject }) => syncs.removeWebhook(subject),
  ),
  route.post(
    `${git}/webhook`,
    {
      operationId: 'receiveSiteGitWebhook',
      summary: 'Receive a push to the repository of a site',
      description:
        'For GitHub (`X-Hub-Signature-256`) and GitLab (`X-Gitlab-Token`), with the secret of the webhook instead of a ' +
        'token. 401 for a wrong signature, 409 for a delivery that was received before.',
      permission: 'public',
      body: GitWebhookPayload,
      response: noContent,
    },
    ({ params, request, body }) =>
      syncs.receiveWebhook(params.organizationId, params.siteId, {
        headers: request.headers,
        text: request.bodyText ?? '',
        body,
      }),
  ),
]
