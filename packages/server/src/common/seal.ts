import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** Hides what is stored but not meant to be read in the database, such as the passwords of others' services. */
export class SecretCipher {
  readonly #key: Buffer

  constructor(secret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'verso seal', 32))
  }

  /** What is sealed for one place opens nowhere else. */
  encrypt(text: string, place: string): Buffer {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  decrypt(sealed: Buffer, place: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
    const text = decipher.update(sealed.subarray(nonceLength + tagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  }
}
