import { type Static, Type } from 'typebox'
import { Timestamp, WebUrl } from '../../http/schemas.ts'
import { GitProvider, SpaceGitSync } from '../content/index.ts'

const shared = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'The repository, over https, http or ssh. Credentials in it are used and neither shown again nor kept, but for a webhook.',
  }),
  ref: Type.String({ minLength: 1, maxLength: 255, description: 'A branch, as `refs/heads/main`.' }),
  repoCacheID: Type.Optional(
    Type.String({ maxLength: 256, description: 'Operations with the same one share what was fetched.' }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({
      ...WebUrl,
      description: 'Stands before the paths of files that are not part of the content.',
    }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ ...WebUrl, description: 'Stands before the name of a commit in its URL.' }),
  ),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The folder of the repository that holds the project.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object(
      { provider: Type.Optional(GitProvider), url: Type.Optional(WebUrl) },
      { 'x-name': 'UpdateSpaceGitInfo' },
    ),
  ),
}

const order = {
  timestamp: Type.Optional(
    Type.String({
      ...Timestamp,
      description:
        'When what led to this happened. What is older than the last operation that finished is left out.',
    }),
  ),
  force: Type.Optional(Type.Boolean()),
}

export const ImportGitRepository = Type.Object(
  {
    ...shared,
    ...order,
    standalone: Type.Optional(
      Type.Boolean({ description: 'Make a revision and leave what the space shows as it is.' }),
    ),
  },
  { 'x-name': 'ImportGitRepository' },
)
export type ImportGitRepository = Static<typeof ImportGitRepository>

export const ExportToGitRepository = Type.Object(
  { ...shared, ...order, commitMessage: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { 'x-name': 'ExportToGitRepository' },
)
export type ExportToGitRepository = Static<typeof ExportToGitRepository>

export const SetWebhook = Type.Object(shared, { 'x-name': 'SetGitWebhook' })
export type SetWebhook = Static<typeof SetWebhook>

export const Webhook = Type.Object(
  {
    url: Type.String({ description: 'Where GitHub or GitLab is to send pushes to, as JSON.' }),
    secret: Type.String({
      description: 'GitHub signs with it, GitLab sends it as its token. Shown this once.',
    }),
  },
  { 'x-name': 'GitWebhook' },
)
export type Webhook = Static<typeof Webhook>

export const Delivery = Type.Object(
  {},
  { additionalProperties: true, description: 'Whatever GitHub or GitLab sends.' },
)

const GitOperation = Type.Object(
  {
    direction: Type.Enum(['import', 'export'], { type: 'string' }),
    status: Type.Enum(['running', 'success', 'failure', 'skipped'], { type: 'string' }),
    startedAt: Timestamp,
    finishedAt: Type.Optional(Timestamp),
    error: Type.Optional(Type.String()),
    problems: Type.Optional(Type.Array(Type.String(), { description: 'What was left aside, and why.' })),
    commit: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String()),
    changeRequest: Type.Optional(
      Type.String({
        description: 'Has both sides of what could not be merged; merging or archiving it settles that.',
      }),
    ),
  },
  { 'x-name': 'GitOperation' },
)

export const GitSyncState = Type.Object(
  {
    ...SpaceGitSync.properties,
    ref: Type.String(),
    commit: Type.Optional(Type.String({ description: 'The commit that both sides last had.' })),
    webhook: Type.Boolean({ description: 'Whether pushes are imported by themselves.' }),
    operation: Type.Optional(GitOperation),
  },
  { 'x-name': 'GitSyncState' },
)
export type GitSyncState = Static<typeof GitSyncState>
