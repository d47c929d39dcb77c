import { type Static, Type } from 'typebox'
import { IdSchema, RoleSchema, RoleOrGuestSchema } from '../../../http/schemas.ts'
import { Team } from '../teams/schema.ts'
import { User } from '../../identity/index.ts'

export const UserGrant = Type.Object(
  { permission: RoleSchema, user: User },
  { 'x-name': 'UserContentPermission' },
)
export type UserGrant = Static<typeof UserGrant>

export const TeamGrant = Type.Object(
  { permission: RoleSchema, team: Team },
  { 'x-name': 'TeamContentPermission' },
)
export type TeamGrant = Static<typeof TeamGrant>

export const InviteUsersAndTeams = Type.Object(
  {
    role: RoleOrGuestSchema,
    users: Type.Optional(Type.Array(IdSchema, { minItems: 1, maxItems: 500 })),
    teams: Type.Optional(Type.Array(IdSchema, { minItems: 1, maxItems: 500 })),
  },
  { description: 'At least one of `users` and `teams`. A null `role` takes back what was granted.' },
)
export type InviteUsersAndTeams = Static<typeof InviteUsersAndTeams>

export const UpdateGrant = Type.Object({ role: Type.Optional(RoleOrGuestSchema) })
export type UpdateGrant = Static<typeof UpdateGrant>

export const AggregateQuery = Type.Object({ role: Type.Optional(RoleSchema) })
