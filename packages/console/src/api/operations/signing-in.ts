// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  EmailChange,
  Identity,
  IdentityLink,
  MemberPasswordReset,
  OneTimeLink,
  Passkey,
  RecoveryCodes,
  SecondFactor,
  SecondFactorRequest,
  Session,
  SignInOptions,
  SignInProviders,
  User,
} from './types.ts'

/** Sign in for the first time, with the link of an invitation. */
export const completeFirstSignIn = /* @__PURE__ */ defineOperation<
  {
    body: {
      secret: string
      displayName: string
      password?: string
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'
    }
  },
  Session | SecondFactorRequest
>('completeFirstSignIn', 'POST', '/user/first-sign-in')

/** Set a new password with a link. */
export const completePasswordReset = /* @__PURE__ */ defineOperation<
  { body: { secret: string; password: string } },
  undefined
>('completePasswordReset', 'POST', '/user/password-resets/complete')

/** Set up the installation with the link of the first start. */
export const completeSetup = /* @__PURE__ */ defineOperation<
  {
    body: {
      secret: string
      displayName: string
      password?: string
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar'
      organization: string
    }
  },
  Session | SecondFactorRequest
>('completeSetup', 'POST', '/setup')

/** Confirm your new e-mail address with a link. */
export const confirmEmailChange = /* @__PURE__ */ defineOperation<{ body: { secret: string } }, User>(
  'confirmEmailChange',
  'POST',
  '/user/email/confirm',
)

/** Let a member set a new password. */
export const createMemberPasswordReset = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  MemberPasswordReset
>('createMemberPasswordReset', 'POST', '/orgs/{organizationId}/members/{userId}/password-reset')

/** Register a passkey. */
export const createPasskey = /* @__PURE__ */ defineOperation<
  {
    body: {
      name: string
      response: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: { clientDataJSON: string; attestationObject: string; transports?: Array<string> }
      }
    }
  },
  Passkey
>('createPasskey', 'POST', '/user/passkeys')

/** Begin to register a passkey. */
export const createPasskeyOptions = /* @__PURE__ */ defineOperation<object, Record<string, unknown>>(
  'createPasskeyOptions',
  'POST',
  '/user/passkeys/options',
)

/** Begin to sign in with a passkey. */
export const createPasskeySignInOptions = /* @__PURE__ */ defineOperation<
  { body?: { ticket?: string } },
  Record<string, unknown>
>('createPasskeySignInOptions', 'POST', '/sign-in/passkey-options')

/** Create recovery codes. */
export const createRecoveryCodes = /* @__PURE__ */ defineOperation<object, RecoveryCodes>(
  'createRecoveryCodes',
  'POST',
  '/user/recovery-codes',
)

/** Sign in with e-mail address and password. */
export const createSession = /* @__PURE__ */ defineOperation<
  { body: { email: string; password: string } },
  Session | SecondFactorRequest
>('createSession', 'POST', '/user/sessions')

/** Sign in with a one-time link. */
export const createSessionWithLink = /* @__PURE__ */ defineOperation<
  { body: { secret: string } },
  Session | SecondFactorRequest
>('createSessionWithLink', 'POST', '/user/sessions/link')

/** Sign in with a passkey. */
export const createSessionWithPasskey = /* @__PURE__ */ defineOperation<
  {
    body: {
      response: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
      }
    }
  },
  Session
>('createSessionWithPasskey', 'POST', '/user/sessions/passkey')

/** Sign in with the second factor, after the password or a link. */
export const createSessionWithSecondFactor = /* @__PURE__ */ defineOperation<
  {
    body: {
      ticket: string
      response?: {
        id: string
        rawId: string
        type: 'public-key'
        clientExtensionResults: Record<string, unknown>
        authenticatorAttachment?: string
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
      }
      recoveryCode?: string
    }
  },
  Session
>('createSessionWithSecondFactor', 'POST', '/user/sessions/second-factor')

/** Sign out. */
export const deleteCurrentSession = /* @__PURE__ */ defineOperation<object, undefined>(
  'deleteCurrentSession',
  'DELETE',
  '/user/session',
)

/** Sign out everywhere else. */
export const deleteOtherSessions = /* @__PURE__ */ defineOperation<object, undefined>(
  'deleteOtherSessions',
  'DELETE',
  '/user/sessions',
)

/** Delete a passkey. */
export const deletePasskey = /* @__PURE__ */ defineOperation<{ passkeyId: string }, undefined>(
  'deletePasskey',
  'DELETE',
  '/user/passkeys/{passkeyId}',
)

/** Get what your sign-in asks for beside the password or a link. */
export const getSecondFactor = /* @__PURE__ */ defineOperation<object, SecondFactor>(
  'getSecondFactor',
  'GET',
  '/user/second-factor',
)

/** Say how people can sign in here. */
export const getSignInOptions = /* @__PURE__ */ defineOperation<object, SignInOptions>(
  'getSignInOptions',
  'GET',
  '/sign-in/options',
)

/** Say what a one-time link is for, without using it. */
export const inspectSignInLink = /* @__PURE__ */ defineOperation<{ body: { secret: string } }, OneTimeLink>(
  'inspectSignInLink',
  'POST',
  '/sign-in/links/inspect',
)

/** Link an identity to your account. */
export const linkIdentity = /* @__PURE__ */ defineOperation<
  { body: { provider: string; redirect?: string } },
  IdentityLink
>('linkIdentity', 'POST', '/user/identities')

/** List your identities at identity providers. */
export const listIdentities = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Identity> }
>('listIdentities', 'GET', '/user/identities')

/** List your passkeys. */
export const listPasskeys = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Passkey> }
>('listPasskeys', 'GET', '/user/passkeys')

/** List the identity providers of the installation. */
export const listSignInProviders = /* @__PURE__ */ defineOperation<object, SignInProviders>(
  'listSignInProviders',
  'GET',
  '/sign-in/providers',
)

/** Change your e-mail address. */
export const requestEmailChange = /* @__PURE__ */ defineOperation<{ body: { email: string } }, EmailChange>(
  'requestEmailChange',
  'POST',
  '/user/email',
)

/** Ask for a mail with a link that sets a new password. */
export const requestPasswordReset = /* @__PURE__ */ defineOperation<{ body: { email: string } }, undefined>(
  'requestPasswordReset',
  'POST',
  '/user/password-resets',
)

/** Ask for a mail with a link that signs you in. */
export const requestSignInLink = /* @__PURE__ */ defineOperation<{ body: { email: string } }, undefined>(
  'requestSignInLink',
  'POST',
  '/user/sign-in-links',
)

/** Unlink an identity from your account. */
export const unlinkIdentity = /* @__PURE__ */ defineOperation<{ identityId: string }, undefined>(
  'unlinkIdentity',
  'DELETE',
  '/user/identities/{identityId}',
)

/** Rename a passkey. */
export const updatePasskey = /* @__PURE__ */ defineOperation<
  { passkeyId: string; body: { name: string } },
  Passkey
>('updatePasskey', 'PATCH', '/user/passkeys/{passkeyId}')

/** Change your password. */
export const updatePassword = /* @__PURE__ */ defineOperation<
  { body: { currentPassword: string; password: string } },
  undefined
>('updatePassword', 'PUT', '/user/password')

/** Require a second factor, or no longer. */
export const updateSecondFactor = /* @__PURE__ */ defineOperation<
  { body: { required: boolean } },
  SecondFactor
>('updateSecondFactor', 'PUT', '/user/second-factor')
