import type { TestableOperation } from '../../src/render/openapi/tester-data.ts'

/** What the reader filled in, by the names of the fields. */
export type FormValues = ReadonlyMap<string, string>

/** The names of the fields of the form. */
export const fieldNames = {
  server: 'server',
  bodyType: 'body-type',
  body: 'body',
  parameter: (index: number) => `parameter-${index}`,
  secret: (index: number) => `secret-${index}`,
  user: (index: number) => `user-${index}`,
}

export interface TestRequest {
  url: string
  method: string
  headers: [string, string][]
  body: string | undefined
}

/** The request that an operation and the values of the reader make. */
export function buildRequest(operation: TestableOperation, values: FormValues): TestRequest {
  const { method, parameters, authentication, bodies } = operation
  const read = (name: string): string => values.get(name) ?? ''
  const query: [string, string][] = []
  const headers: [string, string][] = []
  let { path } = operation
  parameters.forEach(({ name, in: location }, index) => {
    const value = read(fieldNames.parameter(index))
    if (location === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') (location === 'query' ? query : headers).push([name, value])
  })
  authentication.forEach(({ kind, name }, index) => {
    const secret = read(fieldNames.secret(index)).trim()
    if (kind === 'basic') {
      const user = read(fieldNames.user(index))
      if (user !== '' || secret !== '') headers.push([name, `Basic ${encodeBase64(`${user}:${secret}`)}`])
    } else if (secret !== '') {
      if (kind === 'query') query.push([name, secret])
      else headers.push([name, kind === 'bearer' ? `Bearer ${secret}` : secret])
    }
  })
  const hasBody = bodies.length > 0 && method !== 'GET' && method !== 'HEAD'
  if (hasBody) headers.push(['Content-Type', read(fieldNames.bodyType)])
  const queryText = new URLSearchParams(query).toString()
  return {
    url: `${read(fieldNames.server).replace(/\/+$/, '')}${path}${queryText === '' ? '' : `?${queryText}`}`,
    method,
    headers,
    body: hasBody ? read(fieldNames.body) : undefined,
  }
}

const encodeBase64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

export interface TestResponse {
  status: number
  statusText: string
  milliseconds: number
  headers: [string, string][]
  text: string
  isCutOff: boolean
}

const MAX_SHOWN_CHARACTERS = 200_000

/** Sends a request as the reader's browser, without cookies: a page must not act for somebody who is signed in elsewhere. */
export async function sendRequest(request: TestRequest, signal: AbortSignal): Promise<TestResponse> {
  const start = performance.now()
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
    ...(request.body !== undefined && { body: request.body }),
  })
  const milliseconds = Math.round(performance.now() - start)
  const text = formatBody(await response.text(), response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    headers: [...response.headers],
    text: text.slice(0, MAX_SHOWN_CHARACTERS),
    isCutOff: text.length > MAX_SHOWN_CHARACTERS,
  }
}

function formatBody(text: string, type: string): string {
  if (!/[/+]json\b/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
