import { type Static, Type } from 'typebox'
import { IdSchema, TeamRoleSchema, TimestampSchema } from '../../../http/schemas.ts'
import { Member } from '../members/schema.ts'

const TeamTitle = Type.String({ minLength: 1, maxLength: 64 })

export const Team = Type.Object(
  {
    object: Type.Literal('team'),
    id: Type.String(),
    title: TeamTitle,
    members: Type.Integer(),
    spaces: Type.Integer({ description: 'How many spaces were granted to it, directly or in collections.' }),
    createdAt: TimestampSchema,
    permissions: Type.Object({ admin: Type.Boolean(), view: Type.Boolean() }),
  },
  { 'x-name': 'OrganizationTeam' },
)
export type Team = Static<typeof Team>

const TeamMembership = Type.Object({ role: TeamRoleSchema }, { 'x-name': 'TeamMember' })

export const TeamMember = Type.Object(
  {
    organization: Member,
    team: TeamMembership,
    permissions: Type.Object({ view: Type.Boolean() }),
  },
  { 'x-name': 'OrganizationTeamMember' },
)
export type TeamMember = Static<typeof TeamMember>

export const MemberTeam = Type.Object({ team: Team, member: TeamMembership })
export type MemberTeam = Static<typeof MemberTeam>

/** A member, by id or e-mail address. */
const MemberName = Type.String({ minLength: 1, maxLength: 320 })

export const CreateTeam = Type.Object({
  title: TeamTitle,
  members: Type.Optional(Type.Array(MemberName, { maxItems: 1000 })),
})
export type CreateTeam = Static<typeof CreateTeam>

export const UpdateTeam = Type.Object({ title: TeamTitle })

export const UpdateTeamMembers = Type.Object({
  add: Type.Optional(Type.Array(MemberName, { maxItems: 1000 })),
  remove: Type.Optional(Type.Array(MemberName, { maxItems: 1000 })),
  memberships: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 320 }), TeamMembership, {
      description: 'From a member to their role in the team; who is not in it is added.',
    }),
  ),
})
export type UpdateTeamMembers = Static<typeof UpdateTeamMembers>

export const SetTeamMember = Type.Object({ role: Type.Optional(TeamRoleSchema) })

export const ListTeams = Type.Object({
  owner: Type.Optional(Type.String({ ...IdSchema, description: 'Only teams that this member can manage.' })),
  title: Type.Optional(Type.String({ maxLength: 64, description: 'Part of the title, in any case.' })),
})
export type ListTeams = Static<typeof ListTeams>
