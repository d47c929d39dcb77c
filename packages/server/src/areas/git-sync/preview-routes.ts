import { created, createRouteBuilder, object, type Route } from '../../http/route.ts'
import { GitSyncPreview, StartGitSyncPreview } from './preview-schema.ts'
import type { GitSyncPreviewService } from './preview-service.ts'

const route = createRouteBuilder('Git synchronisation')

export const gitSyncPreviewRoutes = (previews: GitSyncPreviewService): Route[] => [
  route.post(
    '/spaces/:spaceId/git/previews',
    {
      operationId: 'startGitSyncPreview',
      summary: 'Preview the first synchronisation with a repository',
      description:
        'Starts a job that reads the branch and finds out what the first import would change in the space, or the first ' +
        'export in the branch. Nothing is written on either side, and nothing is configured. An earlier preview of the ' +
        'space that has not ended is canceled. 409 when the space and the repository have a commit in common already.',
      permission: 'space.admin',
      body: StartGitSyncPreview,
      response: created(GitSyncPreview),
    },
    ({ caller, subject, body }) => previews.start(caller, subject, body),
  ),
  route.get(
    '/spaces/:spaceId/git/previews/:gitPreviewId',
    {
      operationId: 'getGitSyncPreview',
      summary: 'Get a preview of a synchronisation',
      description: 'Its result is there once its status is `completed`, and is kept for 30 days.',
      permission: 'space.admin',
      response: object(GitSyncPreview),
    },
    ({ subject, params }) => previews.get(subject, params.gitPreviewId),
  ),
]
