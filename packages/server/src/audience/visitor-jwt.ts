import { errors, jwtVerify } from 'jose'
import type { PlainObject } from './claims.ts'

/** Claims about the token rather than the visitor, and the name that is reserved for unsigned claims. */
const registeredClaims = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'unsigned'])

/** How far the clocks of two machines may differ. */
const CLOCK_TOLERANCE_SECONDS = 5

const MAX_JWT_LENGTH = 8192

export interface SignedClaims {
  claims: PlainObject
  /** In seconds since 1970. */
  expires: number | undefined
}

/**
 * The claims of a JWT that the organization signed with the site's key; undefined for anything else. Only HS256 is
 * accepted: a token that could choose `none` would not be checked at all.
 */
export async function verifyVisitorJwt(
  jwt: string,
  secret: string,
  now: Date,
): Promise<SignedClaims | undefined> {
  if (jwt.length > MAX_JWT_LENGTH) return undefined
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    return {
      claims: Object.fromEntries(Object.entries(payload).filter(([name]) => !registeredClaims.has(name))),
      expires: payload.exp,
    }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
