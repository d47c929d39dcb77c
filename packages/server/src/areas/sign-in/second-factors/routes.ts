import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../../database/database.ts'
import { created, createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { createSessionCookie } from '../../../http/session-cookie.ts'
import { Session, type SessionService } from '../../identity/index.ts'
import type { AccountService, SignedInSession } from '../accounts/service.ts'
import { readBrowser, readReplacedSecret, requireOwnPage } from '../accounts/sign-in-request.ts'
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

interface SecondFactorRouteOptions {
  accounts: AccountService
  sessions: SessionService
  origin: string
  secure: boolean
}

export const secondFactorRoutes = (
  secondFactors: SecondFactorService,
  { accounts, sessions, origin, secure }: SecondFactorRouteOptions,
): Route[] => {
  const startSession = (request: FastifyRequest, method: 'passkey' | 'password') => {
    const browser = readBrowser(request)
    const replacedSecret = readReplacedSecret(request, { secure })
    return (tx: Transaction, userId: string) =>
      accounts.startSession(tx, userId, { method, browser, replacedSecret })
  }
  const finish = ({ secret, expires, caller, id }: SignedInSession, setCookie: (header: string) => void) => {
    setCookie(createSessionCookie(secret, expires, { secure }))
    return sessions.get(caller, id)
  }
  return [
    route.get(
      '/user/second-factor',
      {
        operationId: 'getSecondFactor',
        summary: 'Get what your sign-in asks for beside the password',
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
          'Answers with a challenge for an authenticator, which is good once, for five minutes. With the ticket of a right ' +
          'password, the passkey is the second factor.',
        permission: 'public',
        body: CreatePasskeySignInOptions,
        bodyOptional: true,
        response: object(PasskeyRequestOptions),
      },
      ({ body, request }) => {
        requireOwnPage(request, origin)
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
        requireOwnPage(request, origin)
        const userId = await secondFactors.verifyPasskey(body.response)
        const start = startSession(request, 'passkey')
        return finish(await accounts.inTransaction((tx) => start(tx, userId)), setCookie)
      },
    ),
    route.post(
      '/user/sessions/second-factor',
      {
        operationId: 'createSessionWithSecondFactor',
        summary: 'Sign in with the second factor, after the password',
        description: 'The second factor is a passkey or a recovery code. Wrong tries are slowed down.',
        permission: 'public',
        body: CompleteSecondFactor,
        response: created(Session),
      },
      async ({ body, request, setCookie }) => {
        requireOwnPage(request, origin)
        const start = startSession(request, 'password')
        return finish(await secondFactors.verify(body, readBrowser(request), start), setCookie)
      },
    ),
  ]
}
