import { type Static, Type } from 'typebox'
import { nullable, RoleOrGuestSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { Team } from '../../organizations/index.ts'

const label = Type.String({ minLength: 1, maxLength: 30 })
const issuer = Type.String({
  format: 'uri',
  maxLength: 1024,
  pattern: '^https://',
  description: 'Written exactly as the provider writes it. Its discovery document is below it.',
})
const clientID = Type.String({ minLength: 1, maxLength: 500 })
const domains = Type.Array(
  Type.String({
    maxLength: 253,
    pattern: '^(\\*|[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*)$',
  }),
  {
    maxItems: 100,
    description:
      'People with a verified address in one of these domains become members when they sign in; `*` stands for everybody ' +
      'whom the provider knows. Others must be members already. Empty unless it is set.',
  },
)
const trustEmails = Type.Boolean({
  description:
    'Whether an address counts as verified when the provider does not say whether it is. `false` unless it is set.',
})

export const OidcProvider = Type.Object(
  {
    object: Type.Literal('oidc-provider'),
    id: Type.String(),
    label,
    issuer: Type.String(),
    clientID,
    hasClientSecret: Type.Boolean({ description: 'The secret itself is never shown.' }),
    domains: Type.Array(Type.String()),
    trustEmails,
    defaultTeam: Type.Optional(Team),
    defaultRole: RoleOrGuestSchema,
    createdAt: TimestampSchema,
    service: Type.Object({ callbackURL: UrlSchema, startURL: UrlSchema }),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'OidcProvider' },
)
export type OidcProvider = Static<typeof OidcProvider>

const changes = {
  clientSecret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Stored encrypted and never shown; null for a public client.',
      }),
    ),
  ),
  domains: Type.Optional(domains),
  trustEmails: Type.Optional(trustEmails),
  defaultTeam: Type.Optional(nullable(Type.String())),
  defaultRole: Type.Optional(RoleOrGuestSchema),
}

export const CreateOidcProvider = Type.Object({ label, issuer, clientID, ...changes })
export type CreateOidcProvider = Static<typeof CreateOidcProvider>

export const UpdateOidcProvider = Type.Object({
  label: Type.Optional(label),
  issuer: Type.Optional(issuer),
  clientID: Type.Optional(clientID),
  ...changes,
})
export type UpdateOidcProvider = Static<typeof UpdateOidcProvider>

export const OidcProviderCheck = Type.Object(
  {
    object: Type.Literal('oidc-provider-check'),
    ok: Type.Boolean(),
    problems: Type.Array(Type.String(), { description: 'What is wrong, in words.' }),
  },
  { 'x-name': 'OidcProviderCheck' },
)
export type OidcProviderCheck = Static<typeof OidcProviderCheck>
