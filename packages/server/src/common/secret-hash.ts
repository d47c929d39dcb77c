import { createHash } from 'node:crypto'

/** What is stored of a secret that Verso made. It is random and long, so a plain SHA-256 cannot be guessed back. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
