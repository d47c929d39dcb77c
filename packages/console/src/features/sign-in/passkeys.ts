import { call } from '../../api/index.ts'
import {
  createPasskey,
  createPasskeyOptions,
  createPasskeySignInOptions,
  createSessionWithPasskey,
  createSessionWithSecondFactor,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import type { SignInWords } from '../../locales/features/sign-in.ts'

/** Loaded when somebody uses a passkey: most people never do. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>
type RequestOptions = Parameters<WebAuthn['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<WebAuthn['startRegistration']>[0]['optionsJSON']

/** Browsers have passkeys on https and on localhost only. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

async function askForPasskey(ticket?: string) {
  const [{ startAuthentication }, options] = await Promise.all([
    loadWebAuthn(),
    call(createPasskeySignInOptions, { body: ticket === undefined ? {} : { ticket } }),
  ])
  // The API describes these options as what the browser's own interface takes.
  const answer = await startAuthentication({ optionsJSON: options as unknown as RequestOptions })
  return { ...answer, clientExtensionResults: {} }
}

export async function signInWithPasskey() {
  return call(createSessionWithPasskey, { body: { response: await askForPasskey() } })
}

export async function answerWithPasskey(ticket: string) {
  return call(createSessionWithSecondFactor, { body: { ticket, response: await askForPasskey(ticket) } })
}

export async function addPasskey(name: string) {
  const [{ startRegistration }, options] = await Promise.all([loadWebAuthn(), call(createPasskeyOptions)])
  // As above: these are the options of the browser's own interface.
  const answer = await startRegistration({ optionsJSON: options as unknown as CreationOptions })
  return call(createPasskey, { body: { name, response: { ...answer, clientExtensionResults: {} } } })
}

/** What went wrong with a passkey, for a person. Browsers say the same whether somebody refused, or took too long. */
export function describePasskeyError(error: unknown, words: SignInWords): string {
  const { signIn } = words
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return signIn.passkeyKnown
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return signIn.passkeyUnsupported
  const isStopped =
    code === 'ERROR_CEREMONY_ABORTED' ||
    (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
  return isStopped ? signIn.passkeyStopped : describeError(error, words)
}
