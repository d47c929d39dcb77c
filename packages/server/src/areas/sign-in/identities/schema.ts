import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

export const LinkedIdentity = Type.Object(
  {
    object: Type.Literal('identity'),
    id: Type.String(),
    provider: Type.Optional(
      Type.String({ description: 'The provider of the installation, unless it has been removed since.' }),
    ),
    label: Type.String({ description: 'What people call the provider.' }),
    issuer: Type.String(),
    email: Type.Optional(Type.String({ description: 'The address at the provider, at the last sign-in.' })),
    createdAt: TimestampSchema,
    lastLoginAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'Identity' },
)
export type LinkedIdentity = Static<typeof LinkedIdentity>

export const LinkIdentity = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 64, description: 'One of the installation.' }),
  redirect: Type.Optional(
    Type.String({ maxLength: 2000, description: 'The path of Verso to open afterwards.' }),
  ),
})
export type LinkIdentity = Static<typeof LinkIdentity>

export const IdentityLinkStart = Type.Object(
  { url: Type.String({ format: 'uri', description: 'The page of the provider to open in this browser.' }) },
  { 'x-name': 'IdentityLink' },
)
export type IdentityLinkStart = Static<typeof IdentityLinkStart>

export const SignInProviders = Type.Object(
  {
    items: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), startURL: UrlSchema })),
  },
  { 'x-name': 'SignInProviders' },
)
export type SignInProviders = Static<typeof SignInProviders>
