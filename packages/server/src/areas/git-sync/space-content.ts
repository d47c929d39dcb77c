import {
  applyChanges,
  type Change,
  type FileEntry,
  type FileRecord,
  RevisionError,
  type WrittenRevision,
} from '@verso/revisions'
import { Invalid, TooLarge } from '../../common/errors.ts'
import { newId } from '../../common/ids.ts'
import type { RevisionStore, FileService, MainBranch, StoredRevision } from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import { type LayoutContent, type ImportPlan, type ImportInput, planImport } from '../../git-layout/index.ts'
import type { SyncRun } from './sync-run.ts'

interface SpaceContentDependencies {
  database: Database
  revisionStore: RevisionStore
  main: MainBranch
  files: FileService
}

/** Reads and changes a space's content in the form that the repository layout works with. */
export class SpaceContent {
  readonly #deps: SpaceContentDependencies

  constructor(deps: SpaceContentDependencies) {
    this.#deps = deps
  }

  readMainRevision(spaceId: string): Promise<StoredRevision> {
    return this.#deps.database.transaction(async (tx) => (await this.#deps.main.lock(tx, spaceId)).revision)
  }

  async readRevision(spaceId: string, id: string): Promise<StoredRevision> {
    const [revision] = await this.#deps.revisionStore.findAll(this.#deps.database, spaceId, [id])
    return revision
  }

  async readContent(root: StoredRevision['root']): Promise<LayoutContent> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, root)
    const allFiles = async () => {
      const files: FileEntry[] = []
      for (let after: string | undefined; ;) {
        const page = await view.listFiles({ ...(after !== undefined && { after }), limit: 1000 })
        files.push(...page.items)
        if (page.next === undefined) return files
        after = page.next
      }
    }
    const [pages, files, reusableContents, variables] = await Promise.all([
      view.getPageTree(),
      allFiles(),
      view.listReusableContents(),
      view.getVariables(),
    ])
    return { pages, files, reusableContents, variables, documents: (hashes) => view.getDocuments(hashes) }
  }

  /** Plans the changes that turn the content into what the files of a commit say. */
  planImport(
    {
      remote,
      state,
    }: Pick<SyncRun, 'remote'> & { state: Pick<SyncRun['state'], 'projectDirectory' | 'treeUrl'> },
    { tree, content }: Pick<ImportInput, 'tree' | 'content'>,
    options: Pick<ImportInput, 'now' | 'known' | 'progress'> & Partial<Pick<ImportInput, 'store'>>,
  ): Promise<ImportPlan> {
    return planImport({
      tree,
      projectDirectory: state.projectDirectory,
      treeUrl: state.treeUrl ?? undefined,
      content,
      read: remote.readFiles,
      store: (path, bytes) => this.#storeFile(path, bytes),
      newId,
      ...options,
    })
  }

  async applyChanges(base: StoredRevision, changes: readonly Change[]): Promise<WrittenRevision> {
    try {
      const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
      return await applyChanges(reader, base.root, changes, { slugs: 'exact' })
    } catch (error) {
      if (error instanceof RevisionError && error.code === 'invalid-value')
        throw new Invalid(`${error.message}.`)
      throw error
    }
  }

  /** Stores the bytes of a file. Returns the reason as text if they are too large. */
  async #storeFile(path: string, bytes: Uint8Array): Promise<FileRecord | string> {
    try {
      return await this.#deps.files.store({ name: path.slice(path.lastIndexOf('/') + 1), bytes })
    } catch (error) {
      if (error instanceof TooLarge) return error.message
      throw error
    }
  }

  readFile(record: FileRecord): Promise<Uint8Array> {
    return this.#deps.files.read(record)
  }
}
