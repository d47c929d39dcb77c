import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

export interface SshKeyPair {
  /** One line, as in `authorized_keys`. */
  publicKey: string
  /** A file that `ssh` reads. */
  privateKey: string
  /** As `ssh-keygen -l` shows it: `SHA256:` and 43 characters. */
  fingerprint: string
}

const keyType = 'ssh-ed25519'

/**
 * Generates an Ed25519 key. Node writes such keys only in formats that older versions of ssh do not read, so the file is
 * written here, as OpenSSH's PROTOCOL.key describes it.
 */
export function generateSshKey(comment: string): SshKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publicBytes = readKeyBytes(publicKey, 'x')
  const seed = readKeyBytes(privateKey, 'd')
  const publicBlob = Buffer.concat([writeField(keyType), writeField(publicBytes)])
  return {
    publicKey: `${keyType} ${publicBlob.toString('base64')} ${comment}`,
    privateKey: writePrivateKeyFile({ publicBlob, publicBytes, seed, comment }),
    fingerprint: `SHA256:${createHash('sha256').update(publicBlob).digest('base64').replaceAll('=', '')}`,
  }
}

function readKeyBytes(key: KeyObject, part: 'x' | 'd'): Buffer {
  const value = key.export({ format: 'jwk' })[part]
  if (value === undefined) throw new Error('the key has no such part')
  return Buffer.from(value, 'base64url')
}

const CIPHER_BLOCK_BYTES = 8
const LINE_CHARACTERS = 70

function writePrivateKeyFile(key: {
  publicBlob: Buffer
  publicBytes: Buffer
  seed: Buffer
  comment: string
}): string {
  const check = randomBytes(4)
  const secrets = Buffer.concat([
    check,
    check,
    writeField(keyType),
    writeField(key.publicBytes),
    writeField(Buffer.concat([key.seed, key.publicBytes])),
    writeField(key.comment),
  ])
  const padding = Buffer.from(
    Array.from({ length: -secrets.length & (CIPHER_BLOCK_BYTES - 1) }, (_, index) => index + 1),
  )
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    // Without a passphrase there is neither a cipher nor a key derivation, and no options for it.
    writeField('none'),
    writeField('none'),
    writeField(''),
    Buffer.from([0, 0, 0, 1]),
    writeField(key.publicBlob),
    writeField(Buffer.concat([secrets, padding])),
  ])
  const lines = file.toString('base64').match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

/** Writes a text or bytes with their length before them. */
function writeField(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
