import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { SecretCipher } from '../../../common/secret-cipher.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { generateSshKey } from '../../../git/ssh-key.ts'
import type { GitSSHKeyRepository, GitSSHKeyRow } from './repository.ts'
import type { GitSSHKey, GitSSHKeyList } from './schema.ts'

type Space = Subjects['space']

/** Enough to replace one; servers refuse a client that tries many. */
const MAX_KEYS_PER_SPACE = 3

interface GitSSHKeyServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  sshKeys: GitSSHKeyRepository
  seal: SecretCipher
}

/** The keys that spaces use for their repositories. A private half leaves the database only for the program ssh. */
export class GitSSHKeyService {
  readonly #deps: GitSSHKeyServiceDependencies

  constructor(deps: GitSSHKeyServiceDependencies) {
    this.#deps = deps
  }

  async list(space: Space): Promise<GitSSHKeyList> {
    const items = (await this.#deps.sshKeys.list(this.#deps.database, space.id)).map(presentKey)
    return { items, count: items.length }
  }

  create(caller: Caller, space: Space): Promise<GitSSHKey> {
    const id = newId()
    const host = new URL(this.#deps.urls.location('/')).hostname
    const { publicKey, privateKey, fingerprint } = generateSshKey(`verso-${space.id}@${host}`)
    return this.#deps.database.transaction(async (tx) => {
      if ((await this.#deps.sshKeys.lockAndCount(tx, space.id)) >= MAX_KEYS_PER_SPACE) {
        throw new Conflict(
          `A space has at most ${MAX_KEYS_PER_SPACE} keys. Delete one that is no longer in use first.`,
        )
      }
      const key = {
        id,
        spaceId: space.id,
        publicKey,
        fingerprint,
        privateKey: this.#deps.seal.encrypt(privateKey, makeSealContext(id)),
        userId: caller.userId,
      }
      return presentKey(await this.#deps.sshKeys.insert(tx, key, this.#deps.clock.now()))
    })
  }

  delete(space: Space, id: string): Promise<boolean> {
    return this.#deps.sshKeys.delete(this.#deps.database, space.id, id)
  }

  /** Reads the private keys of a space, newest first, so that a new one is used as soon as the repository accepts it. */
  async readPrivateKeys(spaceId: string): Promise<string[]> {
    const rows = await this.#deps.sshKeys.listPrivateKeys(this.#deps.database, spaceId)
    return rows.map(({ id, privateKey }) => this.#deps.seal.decrypt(privateKey, makeSealContext(id)))
  }
}

/** A sealed key cannot be moved to another row. */
const makeSealContext = (id: string): string => `git ssh key ${id}`

const presentKey = ({ id, publicKey, fingerprint, createdAt }: GitSSHKeyRow): GitSSHKey => ({
  object: 'git-ssh-key',
  id,
  publicKey,
  fingerprint,
  createdAt,
})
