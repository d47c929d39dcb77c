import { type Static, Type } from 'typebox'
import { nullable, RoleOrGuest, Timestamp, Url, WebUrl } from '../../../http/schemas.ts'
import { Team } from '../../organizations/index.ts'

const label = Type.String({ minLength: 1, maxLength: 30 })
const entityID = Type.String({ maxLength: 1024 })
const certificate = Type.String({
  maxLength: 10_000,
  description:
    'In PEM, or only its base64. Several, one after another, while one takes the place of another.',
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
    defaultRole: RoleOrGuest,
    createdAt: Timestamp,
    status: Type.Union([Type.Literal('pending'), Type.Literal('active')], {
      description: '`active` once entity id, sign-on URL and certificate are all there.',
    }),
    service: Type.Object({
      acsURL: Url,
      startURL: Url,
      entityID: Type.String(),
      logoutURL: Url,
    }),
    urls: Type.Object({ location: Url }),
  },
  { 'x-name': 'SamlProvider' },
)
export type SamlProvider = Static<typeof SamlProvider>

const changes = {
  entityID: Type.Optional(entityID),
  certificate: Type.Optional(certificate),
  ssoURL: Type.Optional(WebUrl),
  logoutURL: Type.Optional(
    nullable({ ...WebUrl, description: 'Where the provider ends its sessions, if it does.' }),
  ),
  defaultTeam: Type.Optional(nullable(Type.String())),
  defaultRole: Type.Optional(RoleOrGuest),
}

export const CreateSamlProvider = Type.Object({ label, ...changes })
export type CreateSamlProvider = Static<typeof CreateSamlProvider>

export const UpdateSamlProvider = Type.Object({ label: Type.Optional(label), ...changes })
export type UpdateSamlProvider = Static<typeof UpdateSamlProvider>

export const SsoLogins = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String(), label, startURL: Url })),
})
export type SsoLogins = Static<typeof SsoLogins>
