import { type Static, Type } from 'typebox'
import {
  nullable,
  RoleOrGuestSchema,
  TimestampSchema,
  UrlSchema,
  WebUrlSchema,
} from '../../../http/schemas.ts'
import { Team } from '../../organizations/index.ts'

const label = Type.String({ minLength: 1, maxLength: 30 })
const entityID = Type.String({ maxLength: 1024 })
const certificate = Type.String({
  maxLength: 10_000,
  description:
    'In PEM, or only its base64. Several, one after another, while one takes the place of another.',
})

const idpInitiated = Type.Boolean({
  description:
    'Whether people may begin at the provider (IdP-initiated). Such a login is bound to no browser, so that somebody ' +
    'can be signed in to an account of somebody else without noticing. `false` unless it is set.',
})

export const SamlProvider = Type.Object(
  {
    object: Type.Literal('saml-provider'),
    id: Type.String(),
    label,
    ssoURL: Type.String({ format: 'uri', description: '`about:blank` until it is given.' }),
    entityID,
    certificate,
    logoutURL: Type.Optional(Type.String()),
    defaultTeam: Type.Optional(Team),
    defaultRole: RoleOrGuestSchema,
    idpInitiated,
    createdAt: TimestampSchema,
    status: Type.Union([Type.Literal('pending'), Type.Literal('active')], {
      description: '`active` once entity id, sign-on URL and certificate are all there.',
    }),
    service: Type.Object({
      acsURL: UrlSchema,
      startURL: UrlSchema,
      entityID: Type.String(),
      logoutURL: UrlSchema,
    }),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'SamlProvider' },
)
export type SamlProvider = Static<typeof SamlProvider>

const changes = {
  entityID: Type.Optional(entityID),
  certificate: Type.Optional(certificate),
  ssoURL: Type.Optional(WebUrlSchema),
  logoutURL: Type.Optional(
    nullable({ ...WebUrlSchema, description: 'Where the provider ends its sessions, if it does.' }),
  ),
  defaultTeam: Type.Optional(nullable(Type.String())),
  defaultRole: Type.Optional(RoleOrGuestSchema),
  idpInitiated: Type.Optional(idpInitiated),
}

export const CreateSamlProvider = Type.Object({ label, ...changes })
export type CreateSamlProvider = Static<typeof CreateSamlProvider>

export const UpdateSamlProvider = Type.Object({ label: Type.Optional(label), ...changes })
export type UpdateSamlProvider = Static<typeof UpdateSamlProvider>

export const SsoLogins = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String(), label, startURL: UrlSchema })),
})
export type SsoLogins = Static<typeof SsoLogins>
