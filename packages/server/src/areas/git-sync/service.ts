import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Clock } from '../../common/clock.ts'
import { Conflict, NotFound, Unauthenticated } from '../../common/errors.ts'
import type { SecretCipher } from '../../common/secret-cipher.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Tasks } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { requireRepositoryAccess } from '../content/index.ts'
import { makeWebhookUrl, presentGitSync } from './present.ts'
import { checkRepositorySettings, requireOwnSync } from './repository-settings.ts'
import type { GitSyncRepository } from './repository.ts'
import type {
  ExportToGitRepository,
  GitSyncState,
  ImportGitRepository,
  SetGitWebhook,
  GitWebhook,
} from './schema.ts'
import type { SyncRequest } from './sync-run.ts'
import type { Synchroniser } from './synchroniser.ts'
import { isPushToBranch, isSigned, type WebhookDelivery } from './webhook-delivery.ts'

type Space = Subjects['space']

/** The settings that a webhook imports with. They are stored encrypted as JSON, so the field names must stay. */
interface WebhookSettings {
  secret: string
  url: string
  ref: string
  cacheId: string
  userId: string
}

interface GitSyncServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  syncs: GitSyncRepository
  guard: OutboundGuard
  seal: SecretCipher
  synchroniser: Synchroniser
}

export class GitSyncService {
  readonly #deps: GitSyncServiceDependencies

  constructor(deps: GitSyncServiceDependencies) {
    this.#deps = deps
    for (const type of ['git-import', 'git-export']) {
      this.#deps.tasks.handle<SyncRequest>(type, (task) => deps.synchroniser.run(task))
    }
  }

  async startImport(caller: Caller, space: Space, body: ImportGitRepository): Promise<void> {
    const { timestamp, force = false, standalone = false } = body
    await this.#start(caller.userId, space, body, {
      direction: 'import',
      ...(timestamp !== undefined && { timestamp: new Date(timestamp).toISOString() }),
      force,
      standalone,
    })
  }

  async startExport(caller: Caller, space: Space, body: ExportToGitRepository): Promise<void> {
    const { timestamp, force = false, commitMessage: message } = body
    await this.#start(caller.userId, space, body, {
      direction: 'export',
      ...(timestamp !== undefined && { timestamp: new Date(timestamp).toISOString() }),
      force,
      message,
    })
  }

  async readState(space: Space): Promise<GitSyncState> {
    const row = await this.#deps.syncs.find(this.#deps.database, space.id)
    if (!row) throw new NotFound('Git synchronisation of the space', space.id)
    return presentGitSync(this.#deps.urls, space, row)
  }

  removeLegacyInstallation(space: Space): Promise<boolean> {
    return this.#deps.syncs.removeLegacyInstallation(this.#deps.database, space.id)
  }

  async setWebhook(caller: Caller, space: Space, body: SetGitWebhook): Promise<GitWebhook> {
    const settings = checkRepositorySettings(this.#deps.guard, body)
    const secret = randomBytes(32).toString('base64url')
    const webhookSettings: WebhookSettings = {
      secret,
      url: body.url,
      ref: settings.ref,
      cacheId: body.repoCacheID ?? '',
      userId: caller.userId,
    }
    await this.#deps.database.transaction(async (tx) => {
      requireOwnSync(await this.#deps.syncs.lock(tx, space.id))
      await this.#deps.syncs.saveSettings(tx, space.id, settings, this.#deps.clock.now())
      await this.#deps.syncs.setWebhook(
        tx,
        space.id,
        this.#deps.seal.encrypt(JSON.stringify(webhookSettings), space.id),
      )
    })
    return { url: makeWebhookUrl(this.#deps.urls, space.id), secret }
  }

  removeWebhook(space: Space): Promise<boolean> {
    return this.#deps.syncs.setWebhook(this.#deps.database, space.id, null)
  }

  /**
   * Starts an import for a push. A missing space, a missing webhook and a wrong signature give the same response, so
   * that without the secret nobody learns which spaces exist.
   */
  receiveWebhook(spaceId: string, delivery: WebhookDelivery): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#deps.syncs.find(tx, spaceId)
      const organizationId = await this.#deps.syncs.findOrganizationId(tx, spaceId)
      const webhook =
        row?.webhook && (JSON.parse(this.#deps.seal.decrypt(row.webhook, spaceId)) as WebhookSettings)
      if (!row || !webhook || organizationId === undefined || !isSigned(delivery, webhook.secret)) {
        throw new Unauthenticated('The signature is wrong, or there is no such webhook.')
      }
      if (!isPushToBranch(delivery, webhook.ref)) return
      const digest = createHash('sha256').update(delivery.text).digest()
      if (!(await this.#deps.syncs.recordDelivery(tx, spaceId, digest, this.#deps.clock.now()))) {
        throw new Conflict('This was delivered before.')
      }
      const request: SyncRequest = {
        direction: 'import',
        sealed: this.#deps.seal.encrypt(webhook.url, spaceId).toString('base64'),
        ref: webhook.ref,
        cacheId: webhook.cacheId,
        projectDirectory: row.projectDirectory,
        force: false,
      }
      await this.#enqueue(tx, { organizationId, spaceId, userId: webhook.userId }, request)
    })
  }

  async #start(
    userId: string,
    space: Space,
    body: ImportGitRepository | ExportToGitRepository,
    options: Omit<SyncRequest, 'sealed' | 'ref' | 'cacheId' | 'projectDirectory'>,
  ): Promise<void> {
    const settings = checkRepositorySettings(this.#deps.guard, body)
    await this.#deps.database.transaction(async (tx) => {
      const configured = await this.#deps.syncs.lock(tx, space.id)
      requireOwnSync(configured)
      requireRepositoryAccess(space.role, configured, settings)
      await this.#deps.syncs.saveSettings(tx, space.id, settings, this.#deps.clock.now())
      const request: SyncRequest = {
        ...options,
        sealed: this.#deps.seal.encrypt(body.url, space.id).toString('base64'),
        ref: settings.ref,
        cacheId: body.repoCacheID ?? '',
        projectDirectory: settings.projectDirectory,
      }
      await this.#enqueue(tx, { organizationId: space.organizationId, spaceId: space.id, userId }, request)
    })
  }

  async #enqueue(
    tx: Transaction,
    subject: { organizationId: string; spaceId: string; userId: string },
    request: SyncRequest,
  ): Promise<void> {
    const key = `git ${subject.spaceId}`
    await this.#deps.tasks.start(tx, { ...subject, type: `git-${request.direction}`, key, data: request })
  }
}
