import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound, Unauthenticated } from '../../../common/errors.ts'
import type { SecretCipher } from '../../../common/secret-cipher.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import {
  type GitWebhook,
  isPushToBranch,
  isSigned,
  type SetGitWebhook,
  type SharedRepositorySync,
  type WebhookDelivery,
} from '../../git-sync/index.ts'
import { presentSiteGitSync } from '../sites/git-source.ts'
import { buildSitePath } from '../structure/site-path.ts'
import type { SiteGitSyncRepository } from './repository.ts'
import type { ExportSiteToGitRepository, ImportSiteGitRepository, SiteGitSyncState } from './schema.ts'
import type { SiteSynchroniser, SiteSyncRequest } from './site-synchroniser.ts'

type Site = Subjects['site']

/** The settings that a webhook imports with. They are stored encrypted as JSON, so the field names must stay. */
interface WebhookSettings {
  secret: string
  url: string
  ref: string
  cacheId: string
  userId: string
}

interface SiteGitSyncServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  seal: SecretCipher
  syncs: SiteGitSyncRepository
  sharedSync: SharedRepositorySync
  synchroniser: SiteSynchroniser
}

/** The synchronisation of whole sites with a repository each. */
export class SiteGitSyncService {
  readonly #deps: SiteGitSyncServiceDependencies

  constructor(deps: SiteGitSyncServiceDependencies) {
    this.#deps = deps
    for (const type of ['site-git-import', 'site-git-export'])
      deps.tasks.handle<SiteSyncRequest>(type, (task) => deps.synchroniser.run(task))
  }

  startImport(caller: Caller, site: Site, body: ImportSiteGitRepository): Promise<void> {
    return this.#start(caller, site, body, { direction: 'import' })
  }

  startExport(caller: Caller, site: Site, body: ExportSiteToGitRepository): Promise<void> {
    return this.#start(caller, site, body, { direction: 'export', message: body.commitMessage })
  }

  async getInfo(site: Site): Promise<SiteGitSyncState> {
    const row = await this.#deps.syncs.find(this.#deps.database, site.id)
    if (!row || site.gitSync === null) throw new NotFound('Git synchronisation of the site', site.id)
    return {
      ...presentSiteGitSync(site.id, site.gitSync),
      ...(hasPermission('site.admin', site.role) && {
        repoURL: row.url,
        repoProjectDirectory: row.projectDirectory,
      }),
      webhook: row.webhook !== null,
      ...(row.webhook !== null && { webhookUrl: this.#makeWebhookUrl(site) }),
    }
  }

  #makeWebhookUrl(site: Site): string {
    return this.#deps.urls.location(`${buildSitePath(site)}/git/webhook`)
  }

  /** Ends the synchronisation. The site, its spaces and the repository stay as they are. */
  remove(site: Site): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.tasks.cancel(tx, { key: makeSiteSyncKey(site.id) })
      await this.#deps.sharedSync.disconnectOthers(tx, site.id, [])
      return this.#deps.syncs.remove(tx, site.id)
    })
  }

  async setWebhook(caller: Caller, site: Site, body: SetGitWebhook): Promise<GitWebhook> {
    const settings = this.#deps.sharedSync.checkSettings(body)
    const secret = randomBytes(32).toString('base64url')
    const webhook: WebhookSettings = {
      secret,
      url: body.url,
      ref: settings.ref,
      cacheId: body.repoCacheID ?? '',
      userId: caller.userId,
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.saveSettings(tx, site.id, settings, this.#deps.clock.now())
      await this.#deps.syncs.setWebhook(
        tx,
        site.id,
        this.#deps.seal.encrypt(JSON.stringify(webhook), site.id),
      )
    })
    return { url: this.#makeWebhookUrl(site), secret }
  }

  removeWebhook(site: Site): Promise<boolean> {
    return this.#deps.syncs.setWebhook(this.#deps.database, site.id, null)
  }

  /**
   * Starts an import for a push. A missing site, a missing webhook and a wrong signature give the same response, so that
   * without the secret nobody learns which sites exist.
   */
  receiveWebhook(organizationId: string, siteId: string, delivery: WebhookDelivery): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#deps.syncs.find(tx, siteId)
      const owner = await this.#deps.syncs.findOrganizationId(tx, siteId)
      const webhook =
        row?.webhook && (JSON.parse(this.#deps.seal.decrypt(row.webhook, siteId)) as WebhookSettings)
      if (!row || !webhook || owner !== organizationId || !isSigned(delivery, webhook.secret)) {
        throw new Unauthenticated('The signature is wrong, or there is no such webhook.')
      }
      if (!isPushToBranch(delivery, webhook.ref)) return
      const digest = createHash('sha256').update(delivery.text).digest()
      if (!(await this.#deps.syncs.recordDelivery(tx, siteId, digest, this.#deps.clock.now()))) {
        throw new Conflict('This was delivered before.')
      }
      await this.#enqueue(tx, organizationId, webhook.userId, {
        direction: 'import',
        siteId,
        limits: {},
        sealed: this.#deps.seal.encrypt(webhook.url, siteId).toString('base64'),
        ref: webhook.ref,
        cacheId: webhook.cacheId,
        projectDirectory: row.projectDirectory,
      })
    })
  }

  async #start(
    caller: Caller,
    site: Site,
    body: ImportSiteGitRepository,
    options: Pick<SiteSyncRequest, 'direction' | 'message'>,
  ): Promise<void> {
    const settings = this.#deps.sharedSync.checkSettings(body)
    const { organizationId, contentId } = caller
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.saveSettings(tx, site.id, settings, this.#deps.clock.now())
      await this.#enqueue(tx, site.organizationId, caller.userId, {
        ...options,
        siteId: site.id,
        limits: {
          ...(organizationId !== undefined && { organizationId }),
          ...(contentId !== undefined && { contentId }),
        },
        sealed: this.#deps.seal.encrypt(body.url, site.id).toString('base64'),
        ref: settings.ref,
        cacheId: body.repoCacheID ?? '',
        projectDirectory: settings.projectDirectory,
      })
    })
  }

  async #enqueue(
    tx: Transaction,
    organizationId: string,
    userId: string,
    request: SiteSyncRequest,
  ): Promise<void> {
    const type = `site-git-${request.direction}`
    const key = makeSiteSyncKey(request.siteId)
    await this.#deps.tasks.start(tx, { organizationId, userId, type, key, data: request })
  }
}

/** The key of the tasks that synchronise a site. */
export const makeSiteSyncKey = (siteId: string): string => `site-git ${siteId}`
