import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema } from '../../http/schemas.ts'
import { taskStatuses } from '../../jobs/tasks.ts'

const Status = Type.Enum([...taskStatuses], { type: 'string', 'x-name': 'JobStatus' })

export const Job = Type.Object(
  {
    object: Type.Literal('job'),
    id: Type.String(),
    type: Type.String({ description: 'The kind of work, such as `git-import`.' }),
    status: Status,
    space: Type.Optional(Type.String({ description: 'The space that the job works on.' })),
    progress: Type.Object({
      done: Type.Integer(),
      total: Type.Optional(Type.Integer({ description: 'Absent until it is known.' })),
      step: Type.Optional(
        Type.String({ description: 'What the numbers count, where the work has several steps.' }),
      ),
    }),
    attempts: Type.Integer({ description: 'How often the job was started.' }),
    error: Type.Optional(
      Type.String({ description: 'The error of the last attempt; for a pending job, why it is retried.' }),
    ),
    createdAt: TimestampSchema,
    startedAt: Type.Optional(TimestampSchema),
    retryAt: Type.Optional(Type.String({ ...TimestampSchema, description: 'When the job is retried.' })),
    finishedAt: Type.Optional(TimestampSchema),
  },
  { 'x-name': 'Job' },
)
export type Job = Static<typeof Job>

export const ListJobs = Type.Object({
  status: Type.Optional(Status),
  type: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 10,
      description: 'Only jobs of this type, or of one of several: `type=git-import&type=git-export`.',
    }),
  ),
  space: Type.Optional(IdSchema),
  site: Type.Optional(
    Type.String({
      ...IdSchema,
      description: 'Only the imports and exports of this site. No other list has them.',
    }),
  ),
  translation: Type.Optional(Type.String({ ...IdSchema, description: 'Only the runs of this translation.' })),
})
export type ListJobs = Static<typeof ListJobs>
