import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

const name = Type.String({ minLength: 1, maxLength: 100 })
const encoded = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' })
const credential = {
  id: Type.String({ minLength: 1, maxLength: 2000, pattern: '^[A-Za-z0-9_-]+$' }),
  rawId: Type.String({ minLength: 1, maxLength: 2000, pattern: '^[A-Za-z0-9_-]+$' }),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 50 })),
}

export const Passkey = Type.Object(
  {
    object: Type.Literal('passkey'),
    id: Type.String(),
    name,
    createdAt: TimestampSchema,
    lastUsedAt: Type.Optional(TimestampSchema),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

const RegistrationResponse = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object(
    {
      ...credential,
      response: Type.Object({
        clientDataJSON: encoded,
        attestationObject: encoded,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
      }),
    },
    { description: 'What `navigator.credentials.create` returned, as JSON.' },
  ),
)

export const AuthenticationResponse = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object(
    {
      ...credential,
      response: Type.Object({
        clientDataJSON: encoded,
        authenticatorData: encoded,
        signature: encoded,
        userHandle: Type.Optional(Type.String({ maxLength: 200 })),
      }),
    },
    { description: 'What `navigator.credentials.get` returned, as JSON.' },
  ),
)

export const CreatePasskey = Type.Object({ name, response: RegistrationResponse })
export type CreatePasskey = Static<typeof CreatePasskey>

export const UpdatePasskey = Type.Object({ name })
export type UpdatePasskey = Static<typeof UpdatePasskey>

/** The options of the browser's own interface, which WebAuthn defines. */
export const PasskeyCreationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>({
  type: 'object',
  additionalProperties: true,
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`.',
})

export const PasskeyRequestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>({
  type: 'object',
  additionalProperties: true,
  description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`.',
})

export const CreateSessionWithPasskey = Type.Object({ response: AuthenticationResponse })
export type CreateSessionWithPasskey = Static<typeof CreateSessionWithPasskey>
