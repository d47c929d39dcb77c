import { emptyRevision, type Hash } from '@verso/revisions'

/** The root of a revision without any content. The migrations store its object. */
export const emptyRootHash: Hash = emptyRevision().root

/** `@verso/revisions` writes hashes as text, the database stores them as bytes. */
export const hashToBytes = (hash: Hash): Buffer => Buffer.from(hash, 'base64url')
export const bytesToHash = (bytes: Buffer): Hash => bytes.toString('base64url')
