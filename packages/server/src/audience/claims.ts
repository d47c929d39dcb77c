/** JSON as it comes from outside: only own properties of it are ever read. */
export type PlainObject = { readonly [key: string]: unknown }

export type Claims = PlainObject & { readonly unsigned: PlainObject }

export const noClaims: Claims = { unsigned: {} }

/** The names that a visitor's conditions may use. */
export const scopeOf = (claims: Claims) => ({ visitor: { claims } })

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const byteLength = (value: object): number => Buffer.byteLength(JSON.stringify(value))
