import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import { Conflict, DomainError, Invalid, NotFound } from '../../common/errors.ts'
import type { SecretCipher } from '../../common/secret-cipher.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import type { RunningTask, Tasks } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemoteAddress } from './remote-address.ts'
import { checkRepositorySettings, requireOwnSync } from './repository-settings.ts'
import type { GitSyncRepository, GitSyncRow, GitSyncSettings } from './repository.ts'
import { presentGitSyncPreview } from './preview-present.ts'
import {
  type GitSyncPreviewRepository,
  type PreviewReport,
  type PreviewSubject,
  previewTaskType,
} from './preview-repository.ts'
import type { GitSyncPreview, StartGitSyncPreview } from './preview-schema.ts'
import type { SyncPreviewer } from './sync-previewer.ts'

type Space = Subjects['space']

/** The data of the task of a preview. It is stored with the task, so its field names must stay. */
interface PreviewTaskData extends PreviewSubject {
  /** The URL with its credentials, sealed for this space. */
  sealed: string
  ref: string
  cacheId: string
  projectDirectory: string
}

interface GitSyncPreviewServiceDependencies {
  database: Database
  urls: Urls
  tasks: Tasks
  syncs: GitSyncRepository
  previews: GitSyncPreviewRepository
  guard: OutboundGuard
  seal: SecretCipher
  previewer: SyncPreviewer
}

/** Previews of the first synchronisation of a space with a repository, as jobs that write nothing. */
export class GitSyncPreviewService {
  readonly #deps: GitSyncPreviewServiceDependencies

  constructor(deps: GitSyncPreviewServiceDependencies) {
    this.#deps = deps
    deps.tasks.handle<PreviewTaskData>(previewTaskType, (task) => this.#run(task))
  }

  start(caller: Caller, space: Space, body: StartGitSyncPreview): Promise<GitSyncPreview> {
    const { database, guard, seal, syncs, tasks } = this.#deps
    const settings = checkRepositorySettings(guard, body)
    // The same key as that of imports and exports, because all of them use the space's cache of the repository.
    const key = `git ${space.id}`
    return database.transaction(async (tx) => {
      const configured = await syncs.lock(tx, space.id)
      requireOwnSync(configured)
      requireNothingInCommon(configured, settings)
      await tasks.cancel(tx, { key, type: previewTaskType })
      const { direction } = body
      const data: PreviewTaskData = {
        direction,
        sealed: seal.encrypt(body.url, space.id).toString('base64'),
        ref: settings.ref,
        cacheId: body.repoCacheID ?? '',
        projectDirectory: settings.projectDirectory,
      }
      const id = await tasks.start(tx, {
        organizationId: space.organizationId,
        spaceId: space.id,
        userId: caller.userId,
        type: previewTaskType,
        key,
        data,
        subject: { direction } satisfies PreviewSubject,
      })
      const row = await this.#deps.previews.find(tx, space.id, id)
      if (!row) throw new NotFound('preview', id)
      return presentGitSyncPreview(this.#deps.urls, space.id, row)
    })
  }

  async get(space: Space, id: string): Promise<GitSyncPreview> {
    const row = await this.#deps.previews.find(this.#deps.database, space.id, id)
    if (!row) throw new NotFound('preview', id)
    return presentGitSyncPreview(this.#deps.urls, space.id, row)
  }

  async #run(task: RunningTask<PreviewTaskData>): Promise<void> {
    const report = await this.#createReport(task)
    await this.#deps.database.transaction((tx) => task.complete(tx, report))
  }

  /** What stops a preview is part of its report: somebody waits for it, and tries again themselves. */
  async #createReport(task: RunningTask<PreviewTaskData>): Promise<PreviewReport> {
    const { data, spaceId, organizationId, signal } = task
    if (spaceId === null) throw new Invalid('The space no longer exists.')
    const { direction, sealed, ref, cacheId, projectDirectory } = data
    try {
      return await this.#deps.previewer.preview({
        direction,
        spaceId,
        projectDirectory,
        remote: {
          address: parseRemoteAddress(this.#deps.seal.decrypt(Buffer.from(sealed, 'base64'), spaceId)),
          ref,
          organizationId,
          spaceIds: [spaceId],
          cacheKey: `${spaceId}\n${cacheId}`,
          signal,
        },
        onProgress: (done, total) => task.progress(done, total),
      })
    } catch (error) {
      if (error instanceof DomainError && !signal.aborted) return { error: error.message }
      throw error
    }
  }
}

/** Throws Conflict unless a synchronisation with this repository would be the first: later ones merge both sides. */
function requireNothingInCommon(
  configured: GitSyncRow | undefined,
  { url, projectDirectory }: GitSyncSettings,
): void {
  if (!configured || configured.url !== url || configured.projectDirectory !== projectDirectory) return
  const { revisionId, conflictRevisionId, pushing } = configured
  if (revisionId === null && conflictRevisionId === null && pushing === null) return
  throw new Conflict(
    'The space is synchronised with this repository already: what changed on either side is merged. Only the first synchronisation has a preview.',
  )
}
