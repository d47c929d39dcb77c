import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Unavailable } from '../../../common/errors.ts'

const deriveKey = promisify(argon2)

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** Each takes one of libuv's few threads for some tenths of a second; files and name lookups need those too. */
const MAX_CONCURRENT_HASHES = 2
/** Whoever is further behind would wait for many seconds. */
const MAX_WAITING_HASHES = 40

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password for storage, as a PHC string that names its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derive(password, {
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  })
  const parameters = `m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}`
  return `$argon2id$v=19$${parameters}$${encode(nonce)}$${encode(tag)}`
}

/** A hash that no password has. Verifying against it takes as long as against a real one. */
const placeholderHash = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(Buffer.alloc(SALT_BYTES))}$${encode(Buffer.alloc(TAG_BYTES))}`

/**
 * Says whether this is the password. Without a hash it takes the same time and says no, so that nobody learns by the time
 * an answer takes who has an account or a password.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { tag, ...parameters } = parseHash(hash ?? placeholderHash)
  const derived = await derive(password, { ...parameters, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && hash !== undefined
}

function parseHash(hash: string): Omit<Argon2Parameters, 'message' | 'tagLength'> & { tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? []
  if (memory === undefined) throw new Error('A stored password hash cannot be read.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running >= MAX_CONCURRENT_HASHES) {
    if (waiting.length >= MAX_WAITING_HASHES) {
      throw new Unavailable('Too many people are signing in at this moment. Try again in a few seconds.')
    }
    // Whoever ends hands over their place, so that nobody who comes in between takes it too.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    // The same password can be typed as different sequences of code points, depending on the keyboard.
    return await deriveKey('argon2id', { ...parameters, message: password.normalize('NFKC') })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
