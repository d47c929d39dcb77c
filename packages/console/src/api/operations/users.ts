// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { NewToken, Preferences, Token, User } from './types.ts'

/** Create an access token. */
export const createToken = /* @__PURE__ */ defineOperation<
  {
    body: {
      name: string
      expiresAt?: string
      readOnly?: boolean
      organization?: string
      space?: string
      site?: string
    }
  },
  NewToken
>('createToken', 'POST', '/user/tokens')

/** Revoke an access token. */
export const deleteToken = /* @__PURE__ */ defineOperation<{ tokenId: string }, undefined>(
  'deleteToken',
  'DELETE',
  '/user/tokens/{tokenId}',
)

/** Get yourself. */
export const getAuthenticatedUser = /* @__PURE__ */ defineOperation<object, User>(
  'getAuthenticatedUser',
  'GET',
  '/user',
)

/** Get how you want the console to be. */
export const getPreferences = /* @__PURE__ */ defineOperation<object, Preferences>(
  'getPreferences',
  'GET',
  '/user/preferences',
)

/** Get a person you share an organization with. */
export const getUserById = /* @__PURE__ */ defineOperation<{ userId: string }, User>(
  'getUserById',
  'GET',
  '/users/{userId}',
)

/** List your access tokens. */
export const listTokens = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Token> }
>('listTokens', 'GET', '/user/tokens')

/** Change how you want the console to be. */
export const updatePreferences = /* @__PURE__ */ defineOperation<
  {
    body: {
      language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar' | null
      theme?: 'light' | 'dark' | 'system' | null
      notificationMail?: 'immediate' | 'daily' | 'never' | null
      console?: Record<string, unknown>
    }
  },
  Preferences
>('updatePreferences', 'PATCH', '/user/preferences')

/** Update your profile. */
export const updateUserById = /* @__PURE__ */ defineOperation<
  { userId: string; body: { displayName?: string; photoURL?: string } },
  User
>('updateUserById', 'PATCH', '/users/{userId}')
