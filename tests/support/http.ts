/** A response, with its JSON body parsed. */
export interface HttpResponse<Body = unknown> {
  status: number
  headers: Headers
  /** Undefined when there is no body, or it is not JSON. */
  body: Body
}

export interface RequestOptions {
  method?: string
  token?: string | undefined
  body?: unknown
}

/** Sends one request with `fetch`. */
export async function sendRequest<Body = unknown>(
  url: string,
  { method = 'GET', token, body }: RequestOptions = {},
): Promise<HttpResponse<Body>> {
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
    // Each test names the type that it expects, and then checks the value.
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  }
}
