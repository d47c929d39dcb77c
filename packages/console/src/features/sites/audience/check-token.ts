/** What is wrong with a visitor's token, or that nothing is. */
export type TokenVerdict =
  | { kind: 'valid'; claims: Record<string, unknown>; expires: Date | undefined }
  | { kind: 'not-a-token' | 'wrong-algorithm' | 'wrong-key' }
  | { kind: 'expired'; at: Date }

const readPart = (part: string): Record<string, unknown> | undefined => {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Checks a JWT as the site does: its form, its algorithm, its signature and its end. It stays in this browser. */
export async function checkToken(token: string, privateKey: string): Promise<TokenVerdict> {
  const [head = '', body = '', signature, ...rest] = token.trim().split('.')
  const [header, claims] = [readPart(head), readPart(body)]
  if (!header || !claims || signature === undefined || rest.length > 0) return { kind: 'not-a-token' }
  if (header['alg'] !== 'HS256') return { kind: 'wrong-algorithm' }
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(privateKey), algorithm, false, ['sign'])
  const expected = encode(await crypto.subtle.sign(algorithm.name, key, text.encode(`${head}.${body}`)))
  if (signature !== expected) return { kind: 'wrong-key' }
  const expires = typeof claims['exp'] === 'number' ? new Date(claims['exp'] * 1000) : undefined
  if (expires && expires.getTime() <= Date.now()) return { kind: 'expired', at: expires }
  return { kind: 'valid', claims, expires }
}
