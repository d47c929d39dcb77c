/** What came back. */
export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  /** Undefined when there was none, or it was not JSON. */
  body: Body
}

export interface Asked {
  method?: string
  token?: string | undefined
  body?: unknown
}

/** One request, with nothing but `fetch` between the test and the server. */
export async function ask<Body = unknown>(
  url: string,
  { method = 'GET', token, body }: Asked = {},
): Promise<Answer<Body>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    // Whoever asks says what they expect to read, and then checks it.
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  }
}
