import { emailPattern } from '../../../common/email.ts'

/** What a provider says about the person who signs in. */
export interface OidcProfile {
  issuer: string
  /** Names the person within the issuer, and never changes. */
  subject: string
  email: string | undefined
  /** Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined
  displayName: string | undefined
}

const MAX_SUBJECT_LENGTH = 255
const MAX_NAME_LENGTH = 200

/** Reads the claims of a person. Claims of a wrong type count as missing. */
export function readOidcProfile(
  { issuer, subject }: Pick<OidcProfile, 'issuer' | 'subject'>,
  claims: Readonly<Record<string, unknown>>,
): OidcProfile {
  const { email, email_verified: verified, name, preferred_username: username } = claims
  const address = typeof email === 'string' ? email.trim().toLowerCase() : ''
  return {
    issuer,
    subject,
    email: emailPattern.test(address) ? address : undefined,
    // Some providers send the text instead of the boolean.
    isEmailVerified: verified === undefined ? undefined : verified === true || verified === 'true',
    displayName: readName(name) ?? readName(username),
  }
}

export const isUsableSubject = (subject: string): boolean =>
  subject !== '' && subject.length <= MAX_SUBJECT_LENGTH && !subject.includes('\0')

function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return name === '' ? undefined : name.slice(0, MAX_NAME_LENGTH)
}

/** The address, if it is the person's: the provider says so, or it is trusted where it says nothing. */
export const readVerifiedEmail = (
  { email, isEmailVerified }: OidcProfile,
  { trustsEmails }: { trustsEmails: boolean },
): string | undefined => ((isEmailVerified ?? trustsEmails) ? email : undefined)
