import { created, createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { CreatePasskey, Passkey, PasskeyCreationOptions, UpdatePasskey } from './schema.ts'
import type { PasskeyService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const passkeyRoutes = (passkeys: PasskeyService): Route[] => [
  route.get(
    '/user/passkeys',
    {
      operationId: 'listPasskeys',
      summary: 'List your passkeys',
      permission: 'self',
      response: list(Passkey),
    },
    ({ caller, paging }) => passkeys.list(caller, paging),
  ),
  route.post(
    '/user/passkeys/options',
    {
      operationId: 'createPasskeyOptions',
      summary: 'Begin to register a passkey',
      description: 'Answers with a challenge for your authenticator, which is good once, for five minutes.',
      permission: 'self',
      recentSignIn: true,
      response: object(PasskeyCreationOptions),
    },
    ({ caller }) => passkeys.createOptions(caller),
  ),
  route.post(
    '/user/passkeys',
    {
      operationId: 'createPasskey',
      summary: 'Register a passkey',
      permission: 'self',
      recentSignIn: true,
      body: CreatePasskey,
      response: created(Passkey),
    },
    ({ caller, body }) => passkeys.create(caller, body),
  ),
  route.patch(
    '/user/passkeys/:passkeyId',
    {
      operationId: 'updatePasskey',
      summary: 'Rename a passkey',
      permission: 'self',
      body: UpdatePasskey,
      response: object(Passkey),
    },
    ({ caller, params, body }) => passkeys.rename(caller, params.passkeyId, body),
  ),
  route.delete(
    '/user/passkeys/:passkeyId',
    {
      operationId: 'deletePasskey',
      summary: 'Delete a passkey',
      description:
        'The last way you can sign in stays, and so does the last passkey while you require a second factor.',
      permission: 'self',
      recentSignIn: true,
      response: deletion,
    },
    ({ caller, params }) => passkeys.delete(caller, params.passkeyId),
  ),
]
