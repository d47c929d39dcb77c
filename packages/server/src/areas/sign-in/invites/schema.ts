import { type Static, Type } from 'typebox'
import { IdSchema, RoleOrGuestSchema } from '../../../http/schemas.ts'
import { Collection, Space } from '../../content/index.ts'
const Email = Type.String({ minLength: 3, maxLength: 320 })

export const InviteUsers = Type.Object({
  emails: Type.Array(Type.Union([Email, Type.Object({ email: Email, role: RoleOrGuestSchema })]), {
    maxItems: 500,
  }),
  role: Type.Optional(RoleOrGuestSchema),
  sso: Type.Optional(Type.Boolean()),
})
export type InviteUsers = Static<typeof InviteUsers>

export const InvitedUsers = Type.Object({
  users: Type.Array(Type.String(), { description: 'The ids of all the people that were named.' }),
  invited: Type.Integer({
    description: 'How many of them became members now. Who has an account is asked first.',
  }),
  failedSSOEmails: Type.Array(Type.String()),
})
export type InvitedUsers = Static<typeof InvitedUsers>

/** To the organization: `role`. To a space or a collection: `level` and one of the two. */
export const InviteLink = Type.Object(
  {
    object: Type.Literal('invite'),
    id: Type.String(),
    role: Type.Optional(RoleOrGuestSchema),
    level: Type.Optional(RoleOrGuestSchema),
    space: Type.Optional(Space),
    collection: Type.Optional(Collection),
    redundant: Type.Boolean({ description: 'Whether it would give you nothing that you do not have.' }),
  },
  { 'x-name': 'OrganizationInviteLink' },
)
export type InviteLink = Static<typeof InviteLink>

export const CreateInviteLink = Type.Object(
  {
    role: Type.Optional(RoleOrGuestSchema),
    level: Type.Optional(RoleOrGuestSchema),
    space: Type.Optional(IdSchema),
    collection: Type.Optional(IdSchema),
  },
  { description: '`role` invites to the organization; `level` with `space` or `collection` to that.' },
)
export type CreateInviteLink = Static<typeof CreateInviteLink>

export const UpdateInviteLink = Type.Object({
  role: Type.Optional(RoleOrGuestSchema),
  level: Type.Optional(RoleOrGuestSchema),
})
export type UpdateInviteLink = Static<typeof UpdateInviteLink>
