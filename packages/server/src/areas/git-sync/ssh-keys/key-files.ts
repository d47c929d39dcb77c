import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hours } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import type { GitSSHKeyService } from './service.ts'

/** The key of the operator, and whom it is for. */
export interface OperatorSshKey {
  file: string
  hosts: ReadonlySet<string>
  organizationIds: ReadonlySet<string>
}

/** Files with private keys for one run of ssh. They have to be deleted. */
export interface OpenSshKeys {
  files: string[]
  delete(): Promise<void>
}

interface SshKeyFilesDependencies {
  sshKeys: GitSSHKeyService
  operatorKey: OperatorSshKey | undefined
  /** The folder for the files, which only the account of the server reads. */
  folder: string
}

const folderPrefix = 'ssh-keys-'
const LEFTOVER_LIFETIME_MS = 24 * hours

/**
 * Gives ssh the keys of a space, or of those of a site: their own, and that of the operator where the operator named both the host and the
 * organization. Other keys of the account that Verso runs under are never used, because every tenant could use them.
 */
export class SshKeyFiles {
  readonly #deps: SshKeyFilesDependencies

  constructor(deps: SshKeyFilesDependencies) {
    this.#deps = deps
  }

  /** Throws Invalid when there is no key. */
  async open(user: {
    spaceIds: readonly string[]
    organizationId: string
    hostname: string
  }): Promise<OpenSshKeys> {
    const keysBySpace = await Promise.all(
      user.spaceIds.map((spaceId) => this.#deps.sshKeys.readPrivateKeys(spaceId)),
    )
    const privateKeys = keysBySpace.flat()
    const operatorFiles = this.#listOperatorFiles(user)
    if (privateKeys.length + operatorFiles.length === 0) {
      throw new Invalid(
        `The space has no SSH key. Create one with POST /v1/spaces/${user.spaceIds[0] ?? '{spaceId}'}/git/ssh-keys and add its public half to the repository.`,
      )
    }
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(this.#deps.folder, folderPrefix))
    try {
      const files = await Promise.all(
        privateKeys.map(async (privateKey, index) => {
          const file = join(folder, String(index))
          await writeFile(file, privateKey, { mode: 0o600, flag: 'wx' })
          return file
        }),
      )
      return {
        files: [...files, ...operatorFiles],
        delete: () => rm(folder, { recursive: true, force: true }),
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Deletes files that a process left when it was killed. */
  async deleteLeftovers(now: Date): Promise<void> {
    for (const name of await readdir(this.#deps.folder).catch(() => [])) {
      if (!name.startsWith(folderPrefix)) continue
      const path = join(this.#deps.folder, name)
      const folder = await stat(path).catch(() => undefined)
      if (folder && now.getTime() - folder.mtimeMs > LEFTOVER_LIFETIME_MS)
        await rm(path, { recursive: true, force: true })
    }
  }

  #listOperatorFiles({ hostname, organizationId }: { hostname: string; organizationId: string }): string[] {
    const { operatorKey } = this.#deps
    return operatorKey?.hosts.has(hostname.toLowerCase()) && operatorKey.organizationIds.has(organizationId)
      ? [operatorKey.file]
      : []
  }
}
