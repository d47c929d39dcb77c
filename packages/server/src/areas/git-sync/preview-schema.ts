import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../http/schemas.ts'
import { taskStatuses } from '../../jobs/tasks.ts'
import { SetGitWebhook } from './schema.ts'

export const syncDirections = ['import', 'export'] as const
export type SyncDirection = (typeof syncDirections)[number]

const Direction = Type.Enum([...syncDirections], { type: 'string', 'x-name': 'GitSyncDirection' })

export const StartGitSyncPreview = Type.Object(
  { ...SetGitWebhook.properties, direction: Direction },
  { 'x-name': 'StartGitSyncPreview' },
)
export type StartGitSyncPreview = Static<typeof StartGitSyncPreview>

const PreviewItem = Type.Object(
  {
    change: Type.Enum(['remove', 'change', 'add'], { type: 'string' }),
    kind: Type.Enum(['page', 'file', 'reusable-content', 'variable'], {
      type: 'string',
      description: 'Of the space for an import. For an export everything is a file of the branch.',
    }),
    name: Type.String({ description: 'The title of a page, or the name of what it is.' }),
    path: Type.Optional(Type.String({ description: 'The path of the file in the repository.' })),
  },
  { 'x-name': 'GitSyncPreviewItem' },
)
export type PreviewItem = Static<typeof PreviewItem>

const PreviewResult = Type.Object(
  {
    commit: Type.Optional(
      Type.String({ description: 'What the branch is at. Absent where an export creates the branch.' }),
    ),
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    items: Type.Array(PreviewItem, {
      description: 'What is removed, then what is changed, then what is added; at most 300 of them.',
    }),
    problems: Type.Array(Type.String(), { description: 'What would be skipped, and why.' }),
  },
  { 'x-name': 'GitSyncPreviewResult' },
)
export type PreviewResult = Static<typeof PreviewResult>

export const GitSyncPreview = Type.Object(
  {
    object: Type.Literal('git-sync-preview'),
    id: Type.String({ description: 'Also the id of its job.' }),
    direction: Direction,
    status: Type.Enum([...taskStatuses], { type: 'string' }),
    error: Type.Optional(Type.String({ description: 'Why it failed.' })),
    result: Type.Optional(PreviewResult),
    createdAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'GitSyncPreview' },
)
export type GitSyncPreview = Static<typeof GitSyncPreview>
