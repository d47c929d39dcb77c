import { type Static, Type } from 'typebox'
import { TimestampSchema, WebUrlSchema } from '../../http/schemas.ts'
import { GitProvider, SpaceGitSync } from '../content/index.ts'

const shared = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'The URL of the repository, over https, http or ssh. Credentials in it are used and never returned, and are stored only for a webhook.',
  }),
  ref: Type.String({ minLength: 1, maxLength: 255, description: 'A branch, such as `refs/heads/main`.' }),
  repoCacheID: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'Operations with the same id share a cache of what was fetched.',
    }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({
      ...WebUrlSchema,
      description: 'The URL before the paths of files that are not part of the content.',
    }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ ...WebUrlSchema, description: 'The URL before the id of a commit.' }),
  ),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The folder of the repository that holds the project.' }),
  ),
  gitInfo: Type.Optional(
    Type.Object(
      { provider: Type.Optional(GitProvider), url: Type.Optional(WebUrlSchema) },
      { 'x-name': 'UpdateSpaceGitInfo' },
    ),
  ),
}

const order = {
  timestamp: Type.Optional(
    Type.String({
      ...TimestampSchema,
      description:
        'When the event that led to this happened. An operation older than the last one that finished is skipped.',
    }),
  ),
  force: Type.Optional(Type.Boolean()),
}

export const ImportGitRepository = Type.Object(
  {
    ...shared,
    ...order,
    standalone: Type.Optional(
      Type.Boolean({ description: 'Create a revision and leave the current content of the space as it is.' }),
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

export const SetGitWebhook = Type.Object(shared, { 'x-name': 'SetGitWebhook' })
export type SetGitWebhook = Static<typeof SetGitWebhook>

export const GitWebhook = Type.Object(
  {
    url: Type.String({ description: 'The URL to which GitHub or GitLab sends pushes, as JSON.' }),
    secret: Type.String({
      description: 'GitHub signs with it, GitLab sends it as its token. Returned only once.',
    }),
  },
  { 'x-name': 'GitWebhook' },
)
export type GitWebhook = Static<typeof GitWebhook>

export const GitWebhookPayload = Type.Object(
  {},
  { additionalProperties: true, description: 'The event that GitHub or GitLab sends.' },
)

export const GitOperation = Type.Object(
  {
    direction: Type.Enum(['import', 'export'], { type: 'string' }),
    status: Type.Enum(['running', 'success', 'failure', 'skipped'], { type: 'string' }),
    state: Type.Enum(['running', 'success', 'failure'], {
      type: 'string',
      description: 'The status as newer clients read it: what was skipped is a success.',
    }),
    startedAt: TimestampSchema,
    finishedAt: Type.Optional(TimestampSchema),
    endedAt: Type.Optional(Type.String({ ...TimestampSchema, description: 'The same as `finishedAt`.' })),
    error: Type.Optional(Type.String()),
    problems: Type.Optional(Type.Array(Type.String(), { description: 'What was skipped, and why.' })),
    commit: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String()),
    changeRequest: Type.Optional(
      Type.String({
        description:
          'Contains both sides of what could not be merged. Merge or archive it to resolve the conflict.',
      }),
    ),
  },
  { 'x-name': 'GitOperation' },
)

export const GitSyncState = Type.Object(
  {
    ...SpaceGitSync.properties,
    installationId: Type.String({
      description: 'The id of the space: each has a synchronisation of its own.',
    }),
    parentInstallationId: Type.Optional(
      Type.String({
        description:
          'The site that synchronises the space together with its other spaces. The space then has no imports and exports of its own.',
      }),
    ),
    installationStatus: Type.Enum(['active', 'pending'], {
      type: 'string',
      description: '`pending` until the space and the branch have had a commit in common.',
    }),
    ref: Type.String(),
    repoURL: Type.Optional(
      Type.String({
        description: 'The URL that is fetched from, without credentials. For those who may synchronise.',
      }),
    ),
    repoProjectDirectory: Type.Optional(
      Type.String({ description: 'The folder that holds the project. For those who may synchronise.' }),
    ),
    commit: Type.Optional(
      Type.String({ description: 'The last commit that the space and the branch had in common.' }),
    ),
    webhook: Type.Boolean({ description: 'Whether pushes are imported automatically.' }),
    webhookUrl: Type.Optional(
      Type.String({
        description: 'The URL to which pushes are sent, where they are imported automatically.',
      }),
    ),
    operation: Type.Optional(GitOperation),
  },
  { 'x-name': 'GitSyncState' },
)
export type GitSyncState = Static<typeof GitSyncState>
