import type { Caller } from '../../../access/admission.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Invalid } from '../../../common/errors.ts'
import type { SecretCipher } from '../../../common/secret-cipher.ts'
import type { Database } from '../../../database/database.ts'
import { createSiteConfig, listNodes, siteConfigNames, updateSiteConfig } from '../../../git-layout/index.ts'
import { describeTaskError, type RunningTask } from '../../../jobs/tasks.ts'
import { requireConfiguredRepository } from '../../content/index.ts'
import {
  DamagedCacheError,
  parseRemoteAddress,
  type RemoteRepository,
  settlePush,
  type SharedRepositorySync,
  type SyncRun,
} from '../../git-sync/index.ts'
import type { SiteGitOperation } from '../sites/columns.ts'
import type { PendingSitePush, SiteGitSyncRepository, SiteGitSyncRow } from './repository.ts'
import type { DescribedSite, SiteConfigSync } from './site-config-sync.ts'

/** The data of an import or export of a site. It is stored with the task, so its field names must stay. */
export interface SiteSyncRequest {
  direction: 'import' | 'export'
  siteId: string
  /** The limits of the token that it was started with. */
  limits: Pick<Caller, 'organizationId' | 'contentId'>
  /** The URL with its credentials, sealed for this site. */
  sealed: string
  ref: string
  cacheId: string
  projectDirectory: string
  message?: string
}

type SiteSyncTask = RunningTask<SiteSyncRequest>

interface SiteRun {
  task: SiteSyncTask
  siteId: string
  caller: Caller
  remote: RemoteRepository
  state: SiteGitSyncRow
  operation: SiteGitOperation
}

/** A file of a commit that says what a site consists of. */
interface SiteFile {
  configName: string
  configText: string
}

interface SiteSynchroniserDependencies {
  database: Database
  clock: Clock
  seal: SecretCipher
  syncs: SiteGitSyncRepository
  configs: SiteConfigSync
  sharedSync: SharedRepositorySync
}

const MAX_ATTEMPTS = 2
const MAX_PROBLEMS = 100
const MAX_FILE_BYTES = 1024 * 1024

/** Synchronises a site with a branch: what it consists of with a file, and each of its spaces with a directory. */
export class SiteSynchroniser {
  readonly #deps: SiteSynchroniserDependencies

  constructor(deps: SiteSynchroniserDependencies) {
    this.#deps = deps
  }

  async run(task: SiteSyncTask): Promise<void> {
    const { data, userId } = task
    const { siteId } = data
    if (userId === null) throw new Invalid('The user who started this no longer exists.')
    const caller: Caller = { userId, tokenId: '', ...data.limits }
    await requireAccess<'site'>(this.#deps.database, caller, 'site.admin', siteId)
    const state = await this.#loadState(siteId)
    const operation: SiteGitOperation = {
      direction: data.direction,
      status: 'running',
      startedAt: this.#deps.clock.now().toISOString(),
    }
    await this.#deps.syncs.setOperation(this.#deps.database, siteId, operation)
    const address = parseRemoteAddress(this.#deps.seal.decrypt(Buffer.from(data.sealed, 'base64'), siteId))
    const { ref, projectDirectory } = data
    try {
      requireConfiguredRepository(state, { url: address.url, ref, projectDirectory })
      await this.#deps.configs.followRepository(caller, siteId, state)
      const spaces = await this.#deps.syncs.listSpaces(this.#deps.database, siteId)
      const use = {
        address,
        ref,
        organizationId: task.organizationId,
        spaceIds: spaces.map(({ id }) => id),
        cacheKey: `${siteId}\n${data.cacheId}`,
        signal: task.signal,
      }
      await this.#deps.sharedSync.remotes.use(use, (remote) =>
        this.#synchronise({ task, siteId, caller, remote, state, operation }),
      )
    } catch (error) {
      if (!task.signal.aborted) {
        await this.#deps.syncs.setOperation(this.#deps.database, siteId, {
          ...operation,
          status: 'failure',
          error: describeTaskError(error).message,
          finishedAt: this.#deps.clock.now().toISOString(),
        })
      }
      throw error
    }
  }

  async #synchronise(run: SiteRun): Promise<void> {
    const work = () => (run.task.data.direction === 'import' ? this.#import(run) : this.#export(run))
    // A commit whose push is not confirmed exists only in the cache, so the cache has to stay.
    if (run.state.pushing === null) await run.remote.deleteOversizedCache()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error
      // Everything that was done so far is in the state, which is read again, so the work can start over.
      await run.remote.deleteCache()
      run.state = await this.#loadState(run.siteId)
      await work()
    }
  }

  async #import(run: SiteRun): Promise<void> {
    const head = await this.#settlePendingPush(run, await run.remote.fetch(), { retry: false })
    if (head === undefined) throw new Invalid('The repository is empty, or has no such branch.')
    await this.#importCommit(run, head)
    await this.#finish(run, head)
  }

  /** Imports a commit: first what the site consists of, then each space. */
  async #importCommit(run: SiteRun, head: string): Promise<void> {
    const { siteId, caller, remote, state, operation } = run
    const file = await this.#readFile(run, head)
    if (!file) {
      const folder = state.projectDirectory === '' ? 'its top folder' : `"${state.projectDirectory}"`
      throw new Invalid(`The commit has no ${siteConfigNames.join(' or ')} in ${folder}.`)
    }
    await this.#requireDirectories(run, head, file)
    const problems = await this.#deps.configs.applyFile(caller, siteId, state, file)
    operation.problems = [...(operation.problems ?? []), ...problems].slice(0, MAX_PROBLEMS)
    run.state = await this.#loadState(siteId)
    const spaces = await this.#deps.configs.listSharingSpaces(siteId, caller.userId, run.state)
    for (const [index, space] of spaces.entries()) {
      const spaceRun = await this.#deps.sharedSync.openRun(run.task, remote, space, 'import')
      await this.#deps.sharedSync.importCommit(spaceRun, head)
      this.#addProblems(run, spaceRun)
      await this.#deps.sharedSync.recordOutcome(spaceRun, {})
      await run.task.progress(index + 1, spaces.length)
    }
    await this.#deps.syncs.setCommonCommit(this.#deps.database, siteId, head)
    run.state = await this.#loadState(siteId)
  }

  /** A directory that is not there would empty its space, so the import is refused before anything has changed. */
  async #requireDirectories({ remote, state }: SiteRun, head: string, file: SiteFile): Promise<void> {
    const { config, places } = this.#deps.configs.parse(file.configText, file.configName, state)
    const missing: string[] = []
    for (const { key, fields } of listNodes(config.nodes)) {
      const { directory } = fields
      if (directory == null || (await remote.findDirectory(head, directory)) !== undefined) continue
      missing.push(`${places.get(key)}.content.directory: the commit has no directory "${directory}".`)
    }
    if (missing.length > 0) throw new Invalid(missing.slice(0, 20).join('\n'))
  }

  async #readFile({ remote, state }: SiteRun, commit: string): Promise<SiteFile | undefined> {
    const folder = state.projectDirectory === '' ? '' : `${state.projectDirectory}/`
    for (const configName of siteConfigNames) {
      const configText = await remote.readText(commit, `${folder}${configName}`, MAX_FILE_BYTES)
      if (configText !== undefined) return { configName, configText }
    }
    return undefined
  }

  async #export(run: SiteRun): Promise<void> {
    // A second attempt follows when somebody else pushed between the fetch and the push.
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const head = await this.#settlePendingPush(run, await run.remote.fetch(), { retry: true })
      const { commitOid } = run.state
      if (head !== undefined && commitOid !== null && head !== commitOid) await this.#importCommit(run, head)
      const described = await this.#deps.configs.describeAndConnect(run.caller, run.siteId, run.state)
      if (await this.#commitAndPush(run, head, described)) return
    }
    throw new Conflict(
      'The branch changed twice while the commit was made. Nothing was pushed; export again.',
    )
  }

  /** Commits and pushes what changed in the site and its spaces. Returns whether the branch has it now. */
  async #commitAndPush(run: SiteRun, head: string | undefined, described: DescribedSite): Promise<boolean> {
    const { remote, task, state } = run
    const file = head === undefined ? undefined : await this.#readFile(run, head)
    const configName = file?.configName ?? siteConfigNames[0]
    const options = { name: configName, projectDirectory: state.projectDirectory }
    if (file) this.#deps.configs.parse(file.configText, configName, state)
    const configText = file
      ? updateSiteConfig(file.configText, described.config, options)
      : createSiteConfig(described.config, options)
    const { writes, deletes, spaces } = await this.#planSpaces(run, head)
    if (configText !== file?.configText) {
      const folder = state.projectDirectory === '' ? '' : `${state.projectDirectory}/`
      writes.set(`${folder}${configName}`, Buffer.from(configText))
    }
    const common = { configName, configText, nodeIds: described.nodeIds, spaces }
    if (writes.size === 0 && deletes.size === 0 && head !== undefined) {
      await this.#recordPush(run, { ...common, commit: head }, { createdByService: false })
      await this.#finish(run, head)
      return true
    }
    const commit = await remote.createCommit({
      parent: head,
      message: task.data.message ?? 'Export',
      author: await this.#deps.sharedSync.findAuthor(run.caller.userId),
      committedAt: this.#deps.clock.now(),
      writes,
      deletes,
    })
    await this.#setPendingPush(run, { ...common, commit })
    task.signal.throwIfAborted()
    const result = await remote.push(commit, { force: false })
    if (result === 'rejected') {
      await this.#setPendingPush(run, null)
      throw new Invalid('The repository does not accept the commit: the branch may be protected.')
    }
    if (result === 'non-fast-forward') {
      // When the response to a first push was lost, Git sends it again and is rejected by its own first push.
      await this.#settlePendingPush(run, await remote.fetch(), { retry: false })
      if (run.state.commitOid !== commit) return false
    } else await this.#recordPush(run, { ...common, commit }, { createdByService: true })
    await this.#finish(run, commit)
    return true
  }

  /** What the commit has to change in the directories of all spaces. */
  async #planSpaces(run: SiteRun, head: string | undefined) {
    const { siteId, caller, remote, state, operation } = run
    const writes = new Map<string, Uint8Array>()
    const deletes = new Set<string>()
    const spaces: PendingSitePush['spaces'] = []
    const sharingSpaces = await this.#deps.configs.listSharingSpaces(siteId, caller.userId, state)
    for (const [index, space] of sharingSpaces.entries()) {
      const spaceRun = await this.#deps.sharedSync.openRun(run.task, remote, space, 'export')
      const { projectDirectory: directory } = space.settings
      if (spaceRun.state.conflictCommitOid !== null) {
        const problem = `"${directory}" was not exported: Git has changes that conflict with its space. Merge or archive the change request that has both, then export again.`
        operation.problems = [...(operation.problems ?? []), problem].slice(0, MAX_PROBLEMS)
        continue
      }
      const plan = await this.#deps.sharedSync.planCommit(spaceRun, head)
      for (const path of [...plan.writes.keys(), ...plan.deletes]) {
        const owner = space.excludedDirectories.find((excluded) => path.startsWith(`${excluded}/`))
        if (owner !== undefined)
          throw new Conflict(
            `The space of "${directory}" would write "${path}", which is in the directory "${owner}" of another space. Rename its page.`,
          )
      }
      for (const [path, bytes] of plan.writes) writes.set(path, bytes)
      for (const path of plan.deletes) deletes.add(path)
      // Git has no empty directories, and one that is missing looks like a mistake in the file of the site.
      if (plan.isEmpty && directory !== '') writes.set(`${directory}/.gitkeep`, new Uint8Array())
      spaces.push({ spaceId: space.spaceId, revisionId: plan.main.id, known: [...plan.known] })
      await run.task.progress(index + 1, sharingSpaces.length)
    }
    return { writes, deletes, spaces }
  }

  /** Finds out what became of an earlier push, and records it. Returns the commit that the branch is at. */
  async #settlePendingPush(
    run: SiteRun,
    head: string | undefined,
    options: { retry: boolean },
  ): Promise<string | undefined> {
    const { pushing } = run.state
    if (pushing === null) return head
    const settled = await settlePush(run.remote, pushing.commit, head, options)
    if (settled.outcome === 'arrived') await this.#recordPush(run, pushing, { createdByService: true })
    else if (settled.outcome === 'lost') await this.#setPendingPush(run, null)
    return settled.head
  }

  async #recordPush(
    run: SiteRun,
    { commit, spaces, configName, configText, nodeIds }: PendingSitePush,
    options: { createdByService: boolean },
  ): Promise<void> {
    const { siteId, caller, state, task, remote } = run
    const sharingSpaces = await this.#deps.configs.listSharingSpaces(siteId, caller.userId, state)
    for (const { spaceId, revisionId, known } of spaces) {
      const space = sharingSpaces.find((each) => each.spaceId === spaceId)
      // A space that left the site meanwhile has nothing to record.
      if (!space) continue
      const spaceRun = await this.#deps.sharedSync.openRun(task, remote, space, 'export')
      await this.#deps.sharedSync.recordCommit(
        spaceRun,
        { commit, revisionId, known: new Map(known) },
        options,
      )
      await this.#deps.sharedSync.recordOutcome(spaceRun, {})
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.setCommonConfig(tx, siteId, { configName, configText, nodeIds })
      await this.#deps.syncs.setCommonCommit(tx, siteId, commit)
    })
    run.state = await this.#loadState(siteId)
  }

  async #setPendingPush(run: SiteRun, pushing: PendingSitePush | null): Promise<void> {
    await this.#deps.syncs.setPendingPush(this.#deps.database, run.siteId, pushing)
    run.state = { ...run.state, pushing }
  }

  #addProblems(run: SiteRun, spaceRun: SyncRun): void {
    const { changeRequest, problems = [] } = spaceRun.operation
    const { projectDirectory } = spaceRun.state
    const messages = problems.map((problem) => `${projectDirectory || '.'}: ${problem}`)
    if (changeRequest !== undefined)
      messages.unshift(
        `${projectDirectory || '.'}: changes conflict; the change request ${changeRequest} has both.`,
      )
    run.operation.problems = [...(run.operation.problems ?? []), ...messages].slice(0, MAX_PROBLEMS)
  }

  #finish({ siteId, task, operation }: SiteRun, commit: string): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.syncs.setOperation(tx, siteId, {
        ...operation,
        status: 'success',
        commit,
        finishedAt: this.#deps.clock.now().toISOString(),
      })
      await task.complete(tx)
    })
  }

  async #loadState(siteId: string): Promise<SiteGitSyncRow> {
    const state = await this.#deps.syncs.find(this.#deps.database, siteId)
    if (!state) throw new Invalid('The site is no longer synchronised.')
    return state
  }
}
