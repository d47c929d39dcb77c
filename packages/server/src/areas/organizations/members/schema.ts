import { type Static, Type } from 'typebox'
import { orderSchema, RoleOrGuestSchema, TimestampSchema } from '../../../http/schemas.ts'
import { roles } from '../../../access/roles.ts'
import { User } from '../../identity/index.ts'

export const Member = Type.Object(
  {
    object: Type.Literal('member'),
    id: Type.String(),
    role: RoleOrGuestSchema,
    user: User,
    disabled: Type.Boolean(),
    joinedAt: TimestampSchema,
    lastSeenAt: Type.Optional(TimestampSchema),
    sso: Type.Boolean(),
    spaces: Type.Integer({ description: 'How many spaces they have access to.' }),
    teams: Type.Integer({ description: 'How many teams they are in.' }),
    sites: Type.Integer({ description: 'How many sites they have access to.' }),
  },
  { 'x-name': 'OrganizationMember' },
)
export type Member = Static<typeof Member>

export const ListMembers = Type.Object({
  order: orderSchema,
  role: Type.Optional(Type.Enum([...roles, 'guest'], { type: 'string' })),
  search: Type.Optional(Type.String({ maxLength: 256, description: 'Part of a name or an address.' })),
  sort: Type.Optional(
    Type.Enum(['joinedAt', 'lastSeenAt'], {
      type: 'string',
      default: 'joinedAt',
      description: 'By `lastSeenAt`, only members who were seen are listed.',
    }),
  ),
})
export type ListMembers = Static<typeof ListMembers>

export const UpdateMember = Type.Object({ role: Type.Optional(RoleOrGuestSchema) })
export type UpdateMember = Static<typeof UpdateMember>

export const VisitorClaims = Type.Object({
  serviceVisitorClaims: Type.String({ description: 'A JWT about you, to attach to your visits.' }),
  gitbookVisitorClaims: Type.String({ description: 'The same, under its other name.' }),
})
export type VisitorClaims = Static<typeof VisitorClaims>
