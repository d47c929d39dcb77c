import { created, createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { Session } from '../../identity/index.ts'
import type { BrowserSignIn } from '../accounts/browser-sign-in.ts'
import { CreateSessionWithPasskey, PasskeyRequestOptions } from '../passkeys/schema.ts'
import {
  CompleteSecondFactor,
  CreatePasskeySignInOptions,
  RecoveryCodes,
  SecondFactor,
  UpdateSecondFactor,
} from './schema.ts'
import type { SecondFactorService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const secondFactorRoutes = (
  secondFactors: SecondFactorService,
  browserSignIn: BrowserSignIn,
): Route[] => [
  route.get(
    '/user/second-factor',
    {
      operationId: 'getSecondFactor',
      summary: 'Get what your sign-in asks for beside the password or a link',
      permission: 'self',
      response: object(SecondFactor),
    },
    ({ caller }) => secondFactors.get(caller),
  ),
  route.put(
    '/user/second-factor',
    {
      operationId: 'updateSecondFactor',
      summary: 'Require a second factor, or no longer',
      description: 'It needs a passkey, and recovery codes for the day it is lost.',
      permission: 'self',
      recentSignIn: true,
      body: UpdateSecondFactor,
      response: object(SecondFactor),
    },
    ({ caller, body }) => secondFactors.update(caller, body),
  ),
  route.post(
    '/user/recovery-codes',
    {
      operationId: 'createRecoveryCodes',
      summary: 'Create recovery codes',
      description: 'They are shown this once, and each works once. Those from before no longer work.',
      permission: 'self',
      recentSignIn: true,
      response: created(RecoveryCodes),
    },
    ({ caller }) => secondFactors.createRecoveryCodes(caller),
  ),
  route.post(
    '/sign-in/passkey-options',
    {
      operationId: 'createPasskeySignInOptions',
      summary: 'Begin to sign in with a passkey',
      description:
        'Answers with a challenge for an authenticator, which is good once, for five minutes. With a ticket, the ' +
        'passkey is the second factor.',
      permission: 'public',
      body: CreatePasskeySignInOptions,
      bodyOptional: true,
      response: object(PasskeyRequestOptions),
    },
    ({ body, request }) => {
      browserSignIn.readBrowser(request)
      return secondFactors.createPasskeyOptions(body?.ticket)
    },
  ),
  route.post(
    '/user/sessions/passkey',
    {
      operationId: 'createSessionWithPasskey',
      summary: 'Sign in with a passkey',
      permission: 'public',
      body: CreateSessionWithPasskey,
      response: created(Session),
    },
    async ({ body, request, setCookie }) => {
      const browser = browserSignIn.readBrowser(request)
      const session = await secondFactors.verifyPasskey(body.response, (tx, userId) =>
        browserSignIn.startVerified(tx, userId, 'passkey', browser),
      )
      return browserSignIn.finishVerified(session, setCookie)
    },
  ),
  route.post(
    '/user/sessions/second-factor',
    {
      operationId: 'createSessionWithSecondFactor',
      summary: 'Sign in with the second factor, after the password or a link',
      description: 'The second factor is a passkey or a recovery code. Wrong tries are slowed down.',
      permission: 'public',
      body: CompleteSecondFactor,
      response: created(Session),
    },
    async ({ body, request, setCookie }) => {
      const browser = browserSignIn.readBrowser(request)
      const session = await secondFactors.verify(body, browser, (tx, { userId, signedInWith }) =>
        browserSignIn.startVerified(tx, userId, signedInWith, browser),
      )
      return browserSignIn.finishVerified(session, setCookie)
    },
  ),
]
