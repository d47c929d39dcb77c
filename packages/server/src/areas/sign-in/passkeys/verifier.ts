import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Clock, minutes } from '../../../common/clock.ts'
import { Invalid, Unauthenticated } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { ChallengePurpose, PasskeyRepository, PasskeyRow } from './repository.ts'

/** How long people may take to unlock their authenticator. */
const CHALLENGE_LIFETIME_MS = 5 * minutes

/** Whether browsers have passkeys on pages of this address: they want https, and a name rather than an IP address. */
export const hasPasskeys = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  hostname === 'localhost' || (protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('['))

interface PasskeyVerifierDependencies {
  database: Database
  passkeys: PasskeyRepository
  clock: Clock
  urls: Urls
}

/** Makes challenges for authenticators, and verifies what they sign. Any process can verify what another one asked. */
export class PasskeyVerifier {
  readonly #deps: PasskeyVerifierDependencies

  constructor(deps: PasskeyVerifierDependencies) {
    this.#deps = deps
  }

  async createRegistrationOptions(user: {
    id: string
    email: string
    displayName: string
  }): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { database, passkeys, urls } = this.#deps
    const existing = await passkeys.listAll(database, user.id)
    const options = await generateRegistrationOptions({
      rpName: 'Verso',
      rpID: urls.home.hostname,
      userID: new TextEncoder().encode(user.id),
      userName: user.email,
      userDisplayName: user.displayName,
      timeout: CHALLENGE_LIFETIME_MS,
      excludeCredentials: existing.map(describeCredential),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    })
    await this.#storeChallenge(options.challenge, 'register', user.id)
    return options
  }

  /** Verifies a new passkey. Returns what is stored of it. */
  async verifyRegistration(
    userId: string,
    response: RegistrationResponseJSON,
  ): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
    const { urls } = this.#deps
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, 'register', userId),
      expectedOrigin: urls.home.origin,
      expectedRPID: urls.home.hostname,
      requireUserVerification: false,
    }).catch((error: unknown) => {
      throw new Invalid('body.response is not the answer of an authenticator to a challenge for you.', {
        cause: error,
      })
    })
    if (!result.verified) throw new Invalid('body.response could not be verified.')
    const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }
  }

  /** @param userId whose passkeys are accepted; without one, the passkey says who somebody is. */
  async createSignInOptions(userId: string | undefined): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { database, passkeys, urls } = this.#deps
    const allowed = userId === undefined ? undefined : await passkeys.listAll(database, userId)
    const options = await generateAuthenticationOptions({
      rpID: urls.home.hostname,
      timeout: CHALLENGE_LIFETIME_MS,
      // As the only factor, the passkey has to know its owner; beside a password, having it is enough.
      userVerification: userId === undefined ? 'required' : 'preferred',
      ...(allowed && { allowCredentials: allowed.map(describeCredential) }),
    })
    await this.#storeChallenge(options.challenge, getPurpose(userId), userId ?? null)
    return options
  }

  /** Verifies the answer of an authenticator. Returns whose passkey it is. */
  async verifySignIn(response: AuthenticationResponseJSON, userId: string | undefined): Promise<string> {
    const { database, passkeys, urls, clock } = this.#deps
    const passkey = await passkeys.findByCredential(database, response.id)
    if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw createRefusal()
    const { userHandle } = response.response
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) {
      throw createRefusal()
    }
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, getPurpose(userId), userId ?? null),
      expectedOrigin: urls.home.origin,
      expectedRPID: urls.home.hostname,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: userId === undefined,
    }).catch((error: unknown) => {
      throw createRefusal(error)
    })
    if (!result.verified) throw createRefusal()
    const counter = result.authenticationInfo.newCounter
    if (!(await passkeys.recordUse(database, { id: passkey.id, counter }, clock.now()))) throw createRefusal()
    return passkey.userId
  }

  #storeChallenge(text: string, purpose: ChallengePurpose, userId: string | null): Promise<void> {
    const { database, passkeys, clock } = this.#deps
    const expiresAt = new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS)
    return passkeys.insertChallenge(database, { text, purpose, userId, expiresAt })
  }

  #takeChallenge(text: string, purpose: ChallengePurpose, userId: string | null): Promise<boolean> {
    const { database, passkeys, clock } = this.#deps
    return passkeys.takeChallenge(database, { text, purpose, userId }, clock.now())
  }
}

const getPurpose = (userId: string | undefined): ChallengePurpose =>
  userId === undefined ? 'sign-in' : 'second-factor'

const describeCredential = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports })

/** One answer for all reasons, so that nobody learns which passkeys there are. */
const createRefusal = (cause?: unknown): Unauthenticated =>
  new Unauthenticated('This passkey does not sign you in here. Try again, or sign in in another way.', {
    cause,
  })
