import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema } from '../../../http/schemas.ts'

export const GitSSHKey = Type.Object(
  {
    object: Type.Literal('git-ssh-key'),
    id: IdSchema,
    publicKey: Type.String({
      description:
        'The public half, in one line. Add it to the repository, with the right to write if the space is exported.',
    }),
    fingerprint: Type.String({ description: 'As `ssh-keygen -l` shows it.' }),
    createdAt: TimestampSchema,
  },
  { 'x-name': 'GitSSHKey' },
)
export type GitSSHKey = Static<typeof GitSSHKey>

export const GitSSHKeyList = Type.Object(
  { items: Type.Array(GitSSHKey), count: Type.Integer() },
  { 'x-name': 'GitSSHKeyList' },
)
export type GitSSHKeyList = Static<typeof GitSSHKeyList>
