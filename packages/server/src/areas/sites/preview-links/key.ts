import { randomBytes } from 'node:crypto'

/** Tells the key of a preview link from the token of a preview, which is a JWT and has dots. */
const PREFIX = 'link-'

/** A secret that nobody can guess. */
export const createPreviewLinkKey = (): string => PREFIX + randomBytes(32).toString('base64url')

export const isPreviewLinkKey = (text: string): boolean => /^link-[\w-]{43}$/.test(text)
