import { errors, jwtVerify } from 'jose'
import type { PlainObject } from './claims.ts'

/** What a token says of itself, and not of the visitor. */
const registered = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'unsigned'])

/** Clocks of two machines differ by so many seconds. */
const clockTolerance = 5

const longest = 8192

export interface SignedClaims {
  claims: PlainObject
  expires: number | undefined
}

/**
 * The claims of a JWT that the organization signed with the site's key; nothing for any other text. HS256 alone: a
 * token that chooses its own algorithm chooses whether it is checked.
 */
export async function verifyVisitorJwt(
  jwt: string,
  secret: string,
  now: Date,
): Promise<SignedClaims | undefined> {
  if (jwt.length > longest) return undefined
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance,
    })
    return {
      claims: Object.fromEntries(Object.entries(payload).filter(([name]) => !registered.has(name))),
      expires: payload.exp,
    }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
