import { deletion, nothing, object, type Route, routesOf } from '../../http/route.ts'
import {
  Delivery,
  ExportToGitRepository,
  GitSyncState,
  ImportGitRepository,
  SetWebhook,
  Webhook,
} from './schema.ts'
import type { GitSyncService } from './service.ts'

const route = routesOf('Git synchronisation')

export const gitSyncRoutes = (git: GitSyncService): Route[] => [
  route.post(
    '/spaces/:spaceId/git/import',
    {
      operationId: 'importGitRepository',
      summary: 'Import a Git repository',
      description:
        'Starts a job (see the jobs of the organization). What changed on both sides is merged; what cannot be merged ' +
        'leaves the space as it is and opens a change request with both sides.',
      permission: 'space.triggerGitSync',
      body: ImportGitRepository,
      answer: nothing,
    },
    ({ caller, subject, body }) => git.import(caller, subject, body),
  ),
  route.post(
    '/spaces/:spaceId/git/export',
    {
      operationId: 'exportToGitRepository',
      summary: 'Export to a Git repository',
      description:
        'Starts a job: one commit of what changed, on top of what the branch has. What it has that the space has not ' +
        'is imported first, unless `force` is set.',
      permission: 'space.triggerGitSync',
      body: ExportToGitRepository,
      answer: nothing,
    },
    ({ caller, subject, body }) => git.export(caller, subject, body),
  ),
  route.get(
    '/spaces/:spaceId/git/info',
    {
      operationId: 'getSpaceGitInfo',
      summary: 'Get what a space is synchronised with',
      permission: 'space.view',
      answer: object(GitSyncState),
    },
    ({ subject }) => git.info(subject),
  ),
  route.delete(
    '/spaces/:spaceId/git/legacy-installation',
    {
      operationId: 'deleteLegacyGitInstallation',
      summary: 'Forget a legacy Git installation',
      permission: 'space.admin',
      answer: deletion,
    },
    ({ subject }) => git.removeLegacy(subject),
  ),
  route.put(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'setGitWebhook',
      summary: 'Import by itself on every push',
      description: 'Makes a secret for the webhook of GitHub or GitLab, in place of the one before.',
      permission: 'space.admin',
      body: SetWebhook,
      answer: object(Webhook),
    },
    ({ caller, subject, body }) => git.setWebhook(caller, subject, body),
  ),
  route.delete(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'removeGitWebhook',
      summary: 'No longer import by itself',
      permission: 'space.admin',
      answer: deletion,
    },
    ({ subject }) => git.removeWebhook(subject),
  ),
  route.post(
    '/spaces/:spaceId/git/webhook',
    {
      operationId: 'receiveGitWebhook',
      summary: 'Hear of a push',
      description:
        'For GitHub (`X-Hub-Signature-256`) and GitLab (`X-Gitlab-Token`), with the secret of the webhook instead of a ' +
        'token. 401 for a wrong signature, 409 for what was sent before.',
      permission: 'public',
      body: Delivery,
      answer: nothing,
    },
    ({ params, request, body }) =>
      git.receive(params.spaceId, { headers: request.headers, text: request.bodyText ?? '', body }),
  ),
]
