import { deletion, noContent, object, type Route, createRouteBuilder } from '../../http/route.ts'
import {
  GitWebhookPayload,
  ExportToGitRepository,
  GitSyncState,
  ImportGitRepository,
  SetGitWebhook,
  GitWebhook,
} from './schema.ts'
import type { GitSyncService } from './service.ts'

const route = createRouteBuilder('Git synchronisation')

export const gitSyncRoutes = (git: GitSyncService): Route[] => [
  route.post(
    '/spaces/:spaceId/git/import',
    {
      operationId: 'importGitRepository',
      summary: 'Import a Git repository',
      description:
        'Starts a job (see the jobs of the organization). Changes on both sides are merged. If they conflict, the space ' +
        'stays as it is and a change request with both sides is opened. 403 when `url`, `ref` or `repoProjectDirectory` ' +
        'are not what the space is synchronised with, unless you are an admin of the space.',
      permission: 'space.triggerGitSync',
      body: ImportGitRepository,
      response: noContent,
    },
    ({ caller, subject, body }) => git.startImport(caller, subject, body),
  ),
  route.post(
    '/spaces/:spaceId/git/export',
    {
      operationId: 'exportToGitRepository',
      summary: 'Export to a Git repository',
      description:
        'Starts a job that pushes the changes as one commit on top of the branch. New commits of the branch are ' +
        'imported first, unless `force` is set. 403 when `url`, `ref` or `repoProjectDirectory` are not what the space is ' +
        'synchronised with, unless you are an admin of the space.',
      permission: 'space.triggerGitSync',
      body: ExportToGitRepository,
      response: noContent,
    },
    ({ caller, subject, body }) => git.startExport(caller, subject, body),
  ),
  route.get(
    '/spaces/:spaceId/git/info',
    {
      operationId: 'getSpaceGitInfo',
      summary: 'Get the Git synchronisation of a space',
      permission: 'space.view',
      response: object(GitSyncState),
    },
    ({ subject }) => git.readState(subject),
  ),
  route.delete(
    '/spaces/:spaceId/git/legacy-installation',
    {
      operationId: 'deleteLegacyGitInstallation',
      summary: 'Remove a legacy Git installation',
      permission: 'space.admin',
      response: deletion,
    },
    ({ subject }) => git.removeLegacyInstallation(subject),
  ),
  route.put(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'setGitWebhook',
      summary: 'Import automatically on every push',
      description: 'Creates a secret for the webhook of GitHub or GitLab, which replaces the previous one.',
      permission: 'space.admin',
      body: SetGitWebhook,
      response: object(GitWebhook),
    },
    ({ caller, subject, body }) => git.setWebhook(caller, subject, body),
  ),
  route.delete(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'removeGitWebhook',
      summary: 'Stop importing automatically',
      permission: 'space.admin',
      response: deletion,
    },
    ({ subject }) => git.removeWebhook(subject),
  ),
  route.post(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'receiveGitWebhook',
      summary: 'Receive a push',
      description:
        'For GitHub (`X-Hub-Signature-256`) and GitLab (`X-Gitlab-Token`), with the secret of the webhook instead of a ' +
        'token. 401 for a wrong signature, 409 for a delivery that was received before.',
      permission: 'public',
      body: GitWebhookPayload,
      response: noContent,
    },
    ({ params, request, body }) =>
      git.receiveWebhook(params.spaceId, { headers: request.headers, text: request.bodyText ?? '', body }),
  ),
]
