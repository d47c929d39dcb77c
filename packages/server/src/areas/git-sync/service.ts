import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Clock } from '../../common/clock.ts'
import { Conflict, NotFound, Unauthenticated } from '../../common/errors.ts'
import type { Seal } from '../../common/seal.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Tasks } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemote, requireDirectory, requireRef } from './address.ts'
import { presentGitSync } from './present.ts'
import type { GitSyncRepository, Settings } from './repository.ts'
import type {
  ExportToGitRepository,
  GitSyncState,
  ImportGitRepository,
  SetWebhook,
  Webhook,
} from './schema.ts'
import type { SyncRequest } from './run.ts'
import type { Synchroniser } from './synchroniser.ts'

type Space = Subjects['space']

/** What a webhook needs to import by itself. */
interface WebhookSettings {
  secret: string
  url: string
  ref: string
  cacheId: string
  userId: string
}

export interface Delivered {
  headers: IncomingHttpHeaders
  /** The body as it came: what the signature is of. */
  text: string
  body: object
}

interface GitSyncServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  syncs: GitSyncRepository
  guard: OutboundGuard
  seal: Seal
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

  async import(caller: Caller, space: Space, body: ImportGitRepository): Promise<void> {
    const { timestamp, force = false, standalone = false } = body
    await this.#start(caller.userId, space, body, {
      direction: 'import',
      ...(timestamp !== undefined && { timestamp: new Date(timestamp).toISOString() }),
      force,
      standalone,
    })
  }

  async export(caller: Caller, space: Space, body: ExportToGitRepository): Promise<void> {
    const { timestamp, force = false, commitMessage: message } = body
    await this.#start(caller.userId, space, body, {
      direction: 'export',
      ...(timestamp !== undefined && { timestamp: new Date(timestamp).toISOString() }),
      force,
      message,
    })
  }

  async info(space: Space): Promise<GitSyncState> {
    const row = await this.#deps.syncs.find(this.#deps.database, space.id)
    if (!row) throw new NotFound('Git synchronisation of the space', space.id)
    return presentGitSync(row)
  }

  removeLegacy(space: Space): Promise<boolean> {
    return this.#deps.syncs.removeLegacy(this.#deps.database, space.id)
  }

  async setWebhook(caller: Caller, space: Space, body: SetWebhook): Promise<Webhook> {
    const settings = this.#settings(body)
    const secret = randomBytes(32).toString('base64url')
    const kept: WebhookSettings = {
      secret,
      url: body.url,
      ref: settings.ref,
      cacheId: body.repoCacheID ?? '',
      userId: caller.userId,
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.configure(tx, space.id, settings, this.#deps.clock.now())
      await this.#deps.syncs.setWebhook(tx, space.id, this.#deps.seal.close(JSON.stringify(kept), space.id))
    })
    return { url: this.#deps.urls.location(`/spaces/${space.id}/git/webhook`), secret }
  }

  removeWebhook(space: Space): Promise<boolean> {
    return this.#deps.syncs.setWebhook(this.#deps.database, space.id, null)
  }

  /** Nothing tells those without the secret apart: no space, no webhook, a wrong signature. */
  receive(spaceId: string, delivered: Delivered): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#deps.syncs.find(tx, spaceId)
      const organizationId = await this.#deps.syncs.organizationOf(tx, spaceId)
      const kept = row?.webhook && (JSON.parse(this.#deps.seal.open(row.webhook, spaceId)) as WebhookSettings)
      if (!row || !kept || organizationId === undefined || !isSigned(delivered, kept.secret)) {
        throw new Unauthenticated('The signature is wrong, or there is no such webhook.')
      }
      if (!concerns(delivered, kept.ref)) return
      const digest = createHash('sha256').update(delivered.text).digest()
      if (!(await this.#deps.syncs.receive(tx, spaceId, digest, this.#deps.clock.now()))) {
        throw new Conflict('This was delivered before.')
      }
      const request: SyncRequest = {
        direction: 'import',
        sealed: this.#deps.seal.close(kept.url, spaceId).toString('base64'),
        ref: kept.ref,
        cacheId: kept.cacheId,
        projectDirectory: row.projectDirectory,
        force: false,
      }
      await this.#enqueue(tx, { organizationId, spaceId, userId: kept.userId }, request)
    })
  }

  async #start(
    userId: string,
    space: Space,
    body: ImportGitRepository | ExportToGitRepository,
    asked: Omit<SyncRequest, 'sealed' | 'ref' | 'cacheId' | 'projectDirectory'>,
  ): Promise<void> {
    const settings = this.#settings(body)
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.configure(tx, space.id, settings, this.#deps.clock.now())
      const request: SyncRequest = {
        ...asked,
        sealed: this.#deps.seal.close(body.url, space.id).toString('base64'),
        ref: settings.ref,
        cacheId: body.repoCacheID ?? '',
        projectDirectory: settings.projectDirectory,
      }
      await this.#enqueue(tx, { organizationId: space.organizationId, spaceId: space.id, userId }, request)
    })
  }

  async #enqueue(
    tx: Transaction,
    about: { organizationId: string; spaceId: string; userId: string },
    request: SyncRequest,
  ): Promise<void> {
    const key = `git ${about.spaceId}`
    await this.#deps.tasks.start(tx, { ...about, type: `git-${request.direction}`, key, data: request })
  }

  /** What can be judged at once is told at once: a URL that may not be asked, a name that is none. */
  #settings(body: SetWebhook): Settings {
    const { url, protocol, hostname, port } = parseRemote(body.url)
    const host = hostname.includes(':') ? `[${hostname}]` : hostname
    this.#deps.guard.checkUrl(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}/`)
    return {
      url,
      ref: requireRef(body.ref),
      projectDirectory: requireDirectory(body.repoProjectDirectory ?? ''),
      provider: body.gitInfo?.provider,
      treeUrl: body.repoTreeURL ?? body.gitInfo?.url,
      commitUrl: body.repoCommitURL,
    }
  }
}

function isSigned({ headers, text }: Delivered, secret: string): boolean {
  const signature = headers['x-hub-signature-256']
  if (typeof signature === 'string') {
    return same(signature, `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`)
  }
  const token = headers['x-gitlab-token']
  return typeof token === 'string' && same(token, secret)
}

/** In a time that tells nothing of what was expected. */
const same = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest())

/** Only pushes to the branch; GitHub also sends a first call that is no push. */
function concerns({ headers, body }: Delivered, ref: string): boolean {
  const event = headers['x-github-event'] ?? headers['x-gitlab-event']
  if (event !== undefined && event !== 'push' && event !== 'Push Hook') return false
  return !('ref' in body) || body.ref === ref
}
