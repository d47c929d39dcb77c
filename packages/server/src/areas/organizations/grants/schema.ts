import { type Static, Type } from 'typebox'
import { IdSchema, RoleSchema, RoleOrGuestSchema, TimestampSchema } from '../../../http/schemas.ts'
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

export const AccessExplanation = Type.Object(
  {
    object: Type.Literal('access-explanation'),
    user: User,
    role: Type.Union([RoleSchema, Type.Null()], { description: 'Null for somebody without access.' }),
    rules: Type.Array(
      Type.Object({
        kind: Type.Enum(['disabled', 'admin', 'grant', 'team-grant', 'default-level', 'organization-role'], {
          type: 'string',
          description:
            'A disabled member has no access; an admin of the organization is admin of all its content; otherwise what was ' +
            'granted to the person or to teams of theirs, the default level, and at last the role in the organization.',
        }),
        role: Type.Union([RoleSchema, Type.Null()]),
        on: Type.Object({
          object: Type.Enum(['space', 'collection', 'site', 'organization'], { type: 'string' }),
          id: Type.String(),
          title: Type.String(),
        }),
        team: Type.Optional(Type.Object({ id: Type.String(), title: Type.String() })),
        decides: Type.Boolean({ description: 'Whether this is the rule that gives the role.' }),
      }),
      { description: 'Every rule that applies to the person, the strongest first.' },
    ),
  },
  { 'x-name': 'AccessExplanation' },
)
export type AccessExplanation = Static<typeof AccessExplanation>

export const AggregateQuery = Type.Object({ role: Type.Optional(RoleSchema) })

export const SiteAccess = Type.Object(
  {
    permission: RoleSchema,
    user: User,
    origin: Type.Union(
      [
        Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
        Type.Object({
          type: Type.Literal('site'),
          site: Type.String(),
          reason: Type.Enum(['member', 'team', 'default'], { type: 'string' }),
          team: Type.Optional(Type.String({ description: 'The team whose grant counts.' })),
        }),
      ],
      { description: 'Where the role comes from.' },
    ),
    disabled: Type.Boolean({ description: 'Always false: disabled members have no access.' }),
    lastSeenAt: Type.Optional(TimestampSchema),
  },
  { 'x-name': 'UserSitePermission' },
)
export type SiteAccess = Static<typeof SiteAccess>

export const SiteAccessQuery = Type.Object({
  role: Type.Optional(
    Type.Union([RoleSchema, Type.Literal('guest')], {
      description: 'Only those who have this role on the site, or only guests of the organization.',
    }),
  ),
  search: Type.Optional(Type.String({ maxLength: 256, description: 'Part of a name or an address.' })),
  team: Type.Optional(Type.String({ ...IdSchema, description: 'Only members of this team.' })),
  sort: Type.Optional(Type.Enum(['joinedAt', 'lastSeenAt', 'name'], { type: 'string' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { type: 'string' })),
})
export type SiteAccessQuery = Static<typeof SiteAccessQuery>
