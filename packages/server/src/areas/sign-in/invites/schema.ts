import { type Static, Type } from 'typebox'
import { IdSchema, nullable, RoleOrGuestSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { Collection, Space } from '../../content/index.ts'
import { InterfaceLanguageSchema } from '../../identity/index.ts'
import { EmailAddressSchema } from '../accounts/schema.ts'

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
    uses: Type.Integer({ description: 'How many people got something by it.' }),
    maxUses: Type.Optional(Type.Integer()),
    expiresAt: Type.Optional(TimestampSchema),
    emailDomains: Type.Array(Type.String(), {
      description: 'Whose addresses it is for; all, if there are none.',
    }),
    urls: Type.Object({ join: Type.String({ ...UrlSchema, description: 'The address to send to people.' }) }),
  },
  { 'x-name': 'OrganizationInviteLink' },
)
export type InviteLink = Static<typeof InviteLink>

const limits = {
  maxUses: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  expiresAt: Type.Optional(nullable(TimestampSchema)),
  emailDomains: Type.Optional(
    Type.Array(
      Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' }),
      {
        maxItems: 100,
      },
    ),
  ),
}

export const CreateInviteLink = Type.Object(
  {
    ...limits,
    role: Type.Optional(RoleOrGuestSchema),
    level: Type.Optional(RoleOrGuestSchema),
    space: Type.Optional(IdSchema),
    collection: Type.Optional(IdSchema),
  },
  { description: '`role` invites to the organization; `level` with `space` or `collection` to that.' },
)
export type CreateInviteLink = Static<typeof CreateInviteLink>

export const UpdateInviteLink = Type.Object({
  ...limits,
  role: Type.Optional(RoleOrGuestSchema),
  level: Type.Optional(RoleOrGuestSchema),
})
export type UpdateInviteLink = Static<typeof UpdateInviteLink>

/** What somebody who has an invite link may know before they join. */
export const InvitePreview = Type.Object(
  {
    object: Type.Literal('invite-preview'),
    organization: Type.Object({ id: Type.String(), title: Type.String() }),
    state: Type.Enum(['valid', 'expired', 'used-up', 'off'], {
      type: 'string',
      description: '`off` where the organization has turned its invite links off.',
    }),
    emailDomains: Type.Array(Type.String()),
  },
  { 'x-name': 'InvitePreview' },
)
export type InvitePreview = Static<typeof InvitePreview>

export const CreateAccountWithInvite = Type.Object({
  email: EmailAddressSchema,
  language: Type.Optional(InterfaceLanguageSchema),
})
export type CreateAccountWithInvite = Static<typeof CreateAccountWithInvite>

/** A link that goes to a person by mail or, where there is none, by hand. */
export const DeliveredLink = Type.Object(
  {
    object: Type.Literal('delivered-link'),
    email: Type.String(),
    sent: Type.Boolean({ description: 'Whether it goes out by mail.' }),
    link: Type.Optional(
      Type.String({
        ...UrlSchema,
        description: 'The link, where Verso cannot send mail. It is shown this once.',
      }),
    ),
    expiresAt: Type.Optional(TimestampSchema),
  },
  { 'x-name': 'DeliveredLink' },
)
export type DeliveredLink = Static<typeof DeliveredLink>
