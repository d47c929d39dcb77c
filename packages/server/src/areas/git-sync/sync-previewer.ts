import { createHash } from 'node:crypto'
import type { Clock } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { CommitTree } from '../../git-layout/index.ts'
import type { GitExporter } from './git-exporter.ts'
import type { RemoteOpener, RemoteUse } from './remote-opener.ts'
import type { RemoteRepository } from './remote-repository.ts'
import { DamagedCacheError } from './repository-cache.ts'
import type { SpaceContent } from './space-content.ts'
import { listImportChanges } from './import-changes.ts'
import type { PreviewItem, PreviewResult, SyncDirection } from './preview-schema.ts'

const MAX_ITEMS = 300
const MAX_PROBLEMS = 100
/** How many branches are named to somebody who asked for one that does not exist. */
const MAX_NAMED_BRANCHES = 10

export interface PreviewRequest {
  direction: SyncDirection
  spaceId: string
  projectDirectory: string
  remote: RemoteUse
  onProgress: (done: number, total: number) => Promise<void>
}

/** What a synchronisation would change, and what it would skip. */
interface PlannedChanges {
  items: PreviewItem[]
  problems: readonly string[]
}

interface SyncPreviewerDependencies {
  clock: Clock
  remotes: RemoteOpener
  spaces: SpaceContent
  exporter: GitExporter
}

/** Finds out what the first synchronisation of a space with a branch would change. It makes the same plans, and writes nothing. */
export class SyncPreviewer {
  readonly #deps: SyncPreviewerDependencies

  constructor(deps: SyncPreviewerDependencies) {
    this.#deps = deps
  }

  async preview(request: PreviewRequest): Promise<PreviewResult> {
    const found: PreviewResult[] = []
    await this.#deps.remotes.use(request.remote, async (remote) => {
      try {
        found.push(await this.#read(request, remote))
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error
        await remote.deleteCache()
        found.push(await this.#read(request, remote))
      }
    })
    const [result] = found
    if (!result) throw new Error('the repository was not read')
    return result
  }

  async #read(request: PreviewRequest, remote: RemoteRepository): Promise<PreviewResult> {
    const head = await remote.fetch()
    if (head === undefined) await this.#checkMissingBranch(request, remote)
    const { items, problems } =
      head !== undefined && request.direction === 'import'
        ? await this.#planImport(request, remote, head)
        : await this.#planExport(request, remote, head)
    const select = (change: PreviewItem['change']) => items.filter((item) => item.change === change)
    const [removed, changed, added] = [select('remove'), select('change'), select('add')]
    return {
      ...(head !== undefined && { commit: head }),
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      items: [...removed, ...changed, ...added].slice(0, MAX_ITEMS),
      problems: problems.slice(0, MAX_PROBLEMS),
    }
  }

  /** An export creates the branch. For an import, says which branches there are instead. */
  async #checkMissingBranch(
    { direction, remote: { ref } }: PreviewRequest,
    remote: RemoteRepository,
  ): Promise<void> {
    if (direction === 'export') return
    const branches = await remote.listBranches()
    if (branches.length === 0) throw new Invalid('The repository is empty: there is nothing to import.')
    const names = branches.slice(0, MAX_NAMED_BRANCHES).map((name) => JSON.stringify(name))
    const rest = branches.length - names.length
    throw new Invalid(
      `The repository has no branch ${JSON.stringify(ref.replace(/^refs\/heads\//, ''))}. It has ` +
        `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    )
  }

  async #planImport(
    { spaceId, projectDirectory, onProgress }: PreviewRequest,
    remote: RemoteRepository,
    head: string,
  ): Promise<PlannedChanges> {
    const { spaces, clock } = this.#deps
    const [{ tree, problems }, main] = await Promise.all([
      remote.listFiles(head, projectDirectory),
      spaces.readMainRevision(spaceId),
    ])
    const content = await spaces.readContent(main.root)
    const plan = await spaces.planImport(
      { remote, state: { projectDirectory, treeUrl: null } },
      { tree, content },
      {
        now: clock.now(),
        progress: onProgress,
        store: (path, bytes) =>
          Promise.resolve({ name: path, contentType: '', size: bytes.length, blob: 'not stored' }),
      },
    )
    // What cannot be applied would fail the import too, and says why.
    await spaces.applyChanges(main, plan.changes)
    return { items: listImportChanges(content, plan.changes), problems: [...problems, ...plan.problems] }
  }

  async #planExport(
    { spaceId, projectDirectory, onProgress }: PreviewRequest,
    remote: RemoteRepository,
    head: string | undefined,
  ): Promise<PlannedChanges> {
    const { plan, tree, problems } = await this.#deps.exporter.planFiles(
      { remote, spaceId, excludedDirectories: [], state: { projectDirectory, revisionId: null } },
      head,
    )
    const items: PreviewItem[] = []
    const addItem = (change: PreviewItem['change'], path: string) =>
      items.push({ change, kind: 'file', name: path.slice(path.lastIndexOf('/') + 1), path })
    for (const path of plan.deletes) addItem('remove', path)
    let done = 0
    for (const [path, content] of plan.writes) {
      if (!tree.has(path)) addItem('add', path)
      else {
        const bytes =
          typeof content === 'string' ? Buffer.from(content) : await this.#deps.spaces.readFile(content)
        if (!isSameFile(tree, path, bytes)) addItem('change', path)
      }
      done += 1
      await onProgress(done, plan.writes.size)
    }
    return { items, problems }
  }
}

/** Whether a file of a commit has these bytes, by the id that Git gives them. */
function isSameFile(tree: CommitTree, path: string, bytes: Uint8Array): boolean {
  const file = tree.get(path)
  if (file?.size !== bytes.length) return false
  const hash = createHash(file.oid.length === 40 ? 'sha1' : 'sha256')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === file.oid
}
