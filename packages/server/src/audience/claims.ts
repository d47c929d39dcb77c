/** A JSON object from outside. Only its own properties may be read. */
export type PlainObject = { readonly [key: string]: unknown }

export type Claims = PlainObject & { readonly unsigned: PlainObject }

export const noClaims: Claims = { unsigned: {} }

/** The variables that a condition about a visitor may use. */
export const createExpressionScope = (claims: Claims) => ({ visitor: { claims } })

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const measureJsonBytes = (value: object): number => Buffer.byteLength(JSON.stringify(value))
