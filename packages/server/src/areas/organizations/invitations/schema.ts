import { type Static, Type } from 'typebox'
import { nullable, RoleOrGuestSchema, TimestampSchema } from '../../../http/schemas.ts'
import { User } from '../../identity/index.ts'

const properties = {
  object: Type.Literal('invitation'),
  id: Type.String(),
  role: RoleOrGuestSchema,
  createdAt: TimestampSchema,
  expiresAt: TimestampSchema,
  invitedBy: User,
}

/** An invitation as the admins of the organization see it: nothing of the account but its address, which they gave. */
export const SentInvitation = Type.Object(
  {
    ...properties,
    email: Type.String(),
    sso: Type.Boolean(),
    user: nullable(
      Type.String({ description: 'The account that the invitation made; null for one that existed before.' }),
    ),
    firstSignIn: Type.Boolean({
      description:
        'The person is a member already, and has not signed in yet. Otherwise they are asked first.',
    }),
    expired: Type.Boolean({ description: 'The link has ended. Sending the invitation again makes another.' }),
  },
  { 'x-name': 'SentInvitation' },
)
export type SentInvitation = Static<typeof SentInvitation>

/** An invitation as the invited person sees it. */
export const ReceivedInvitation = Type.Object(
  { ...properties, organization: Type.Object({ id: Type.String(), title: Type.String() }) },
  { 'x-name': 'ReceivedInvitation' },
)
export type ReceivedInvitation = Static<typeof ReceivedInvitation>
