import { NetworkError } from './errors.ts'

/** What the server answered, parsed. */
export interface Answer {
  status: number
  /** Undefined where there is none, or none that is JSON. */
  body: unknown
  requestId?: string | undefined
  /** Whether the operation wants a sign-in of the last minutes. */
  needsRecentSignIn: boolean
}

/** Sends a request with the session's cookie, which no script can read. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', cache: 'no-cache', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkError(error)
  }
}

export async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  const response = await send(url, init)
  const { status, headers } = response
  const text = await response.text()
  return {
    status,
    body: response.ok ? parseBody(text) : parseErrorBody(text),
    requestId: headers.get('x-request-id') ?? undefined,
    needsRecentSignIn: status === 403 && headers.get('x-verso-sign-in') === 'recent',
  }
}

const parseBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

/** A proxy in front of the server answers with a page of its own. */
function parseErrorBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
