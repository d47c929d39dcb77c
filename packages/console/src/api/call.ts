import { gatherRead } from './batch.ts'
import { ApiError } from './errors.ts'
import { type Answer, fetchAnswer, send } from './fetch-answer.ts'
import type { Operation } from './operation.ts'
import { createSession } from './operations.ts'

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** The parts of any input. What an operation takes is checked by its own type. */
interface AnyInput {
  query?: Record<string, QueryValue>
  body?: unknown
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Whether the request goes on when its window is closed. Its body may then have some tens of kilobytes only. */
  keepalive?: boolean
  /** Whether a read is a request of its own. Others are sent together with those that are asked for at the same time. */
  isAlone?: boolean
  /** Whether a read may wait a moment for others that it can be sent with. */
  canWait?: boolean
}

/** Called when the server no longer knows the session, so that a person can sign in without losing what they typed. */
type SignedOutListener = () => void

const signedOutListeners = new Set<SignedOutListener>()

export function onSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** Asks the person to sign in again. Says whether they did. */
type SignInConfirmer = () => Promise<boolean>

let confirmSignIn: SignInConfirmer | undefined

/** Sets who asks for a new sign-in when an operation wants one of the last minutes. */
export function setSignInConfirmer(confirmer: SignInConfirmer): () => void {
  confirmSignIn = confirmer
  return () => {
    if (confirmSignIn === confirmer) confirmSignIn = undefined
  }
}

/** Asks the API. The browser sends the session's cookie; no token is ever in reach of a script. */
export async function call<Input extends object, Result>(
  operation: Operation<Input, Result>,
  ...[input, options]: object extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]
): Promise<Result> {
  const { method, path } = operation
  // Every generated input has this form besides the parameters of its path.
  const { query, body, ...params } = (input ?? {}) as AnyInput & Record<string, unknown>
  const url = `${fillPath(path, params)}${writeQuery(query)}`
  const request = (): Promise<Answer> =>
    method === 'GET' && options?.isAlone !== true && options?.keepalive !== true
      ? gatherRead(url, options)
      : fetchAnswer(`/v1${url}`, {
          method,
          ...(body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
          ...(options?.signal && { signal: options.signal }),
          ...(options?.keepalive === true && { keepalive: true }),
        })
  let answer = await request()
  if (answer.needsRecentSignIn && (await confirmSignIn?.()) === true) answer = await request()
  if (answer.status >= 400) throw createError(answer, operation)
  // The server holds its answers to the schemas that the types were made from.
  return answer.body as Result
}

function createError(
  { status, body, requestId, needsRecentSignIn }: Answer,
  { id }: Pick<Operation<never, unknown>, 'id'>,
): ApiError {
  // A password that is wrong ends no session.
  if (status === 401 && id !== createSession.id) for (const listener of signedOutListeners) listener()
  return new ApiError(findMessage(body) ?? `The server answered ${status}.`, {
    status,
    requestId,
    needsRecentSignIn,
  })
}

function findMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' ? error.message : undefined
}

const fillPath = (path: string, params: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

function writeQuery(query: Record<string, QueryValue> | undefined): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) parts.append(name, String(item))
  }
  const text = parts.toString()
  return text === '' ? '' : `?${text}`
}

/** Ends the session, and returns where to go then: the identity provider that has a session of its own, or the console. */
export async function endSession(): Promise<string> {
  const answer = await fetchAnswer('/sso/logout', {
    method: 'POST',
    headers: { accept: 'application/json' },
  })
  if (answer.status >= 400) throw createError(answer, { id: 'endSession' })
  return (answer.body as { url: string }).url
}

/** An icon that pages can show, with the words that people look for it by. */
export interface NamedIcon {
  name: string
  terms: string[]
}

/** The list of all icons. It belongs to the console, not to the API. */
export async function listIcons(): Promise<NamedIcon[]> {
  const response = await send('/app/icons.json', { cache: 'default' })
  if (!response.ok) throw new Error('The list of icons could not be loaded.')
  return (await response.json()) as NamedIcon[]
}
