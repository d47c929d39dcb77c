import {
  applyChanges,
  type Change,
  type File,
  type FileRecord,
  RevisionError,
  type Written,
} from '@verso/revisions'
import { Invalid, TooLarge } from '../../common/errors.ts'
import { newId } from '../../common/ids.ts'
import type { Content, FileService, Main, Revision } from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import {
  type Content as LayoutContent,
  type Import,
  type ImportInput,
  planImport,
} from '../../git-layout/index.ts'
import type { Run } from './run.ts'

interface SpaceContentDependencies {
  database: Database
  content: Content
  main: Main
  files: FileService
}

/** What a space holds, as the layout of a repository needs it. */
export class SpaceContent {
  readonly #deps: SpaceContentDependencies

  constructor(deps: SpaceContentDependencies) {
    this.#deps = deps
  }

  main(spaceId: string): Promise<Revision> {
    return this.#deps.database.transaction(async (tx) => (await this.#deps.main.hold(tx, spaceId)).revision)
  }

  async revision(spaceId: string, id: string): Promise<Revision> {
    const [revision] = await this.#deps.content.findAll(this.#deps.database, spaceId, [id])
    return revision
  }

  async read(root: Revision['root']): Promise<LayoutContent> {
    const view = this.#deps.content.view(this.#deps.database, root)
    const allFiles = async () => {
      const files: File[] = []
      for (let after: string | undefined; ;) {
        const page = await view.files({ ...(after !== undefined && { after }), limit: 1000 })
        files.push(...page.items)
        if (page.next === undefined) return files
        after = page.next
      }
    }
    const [pages, files, reusableContents, variables] = await Promise.all([
      view.tree(),
      allFiles(),
      view.reusableContents(),
      view.variables(),
    ])
    return { pages, files, reusableContents, variables, documents: (hashes) => view.documents(hashes) }
  }

  /** What the files of a commit make of the content that they are brought into. */
  plan(
    { remote, state }: Run,
    { tree, content }: Pick<ImportInput, 'tree' | 'content'>,
    about: Pick<ImportInput, 'now' | 'known' | 'progress'>,
  ): Promise<Import> {
    return planImport({
      tree,
      projectDirectory: state.projectDirectory,
      treeUrl: state.treeUrl ?? undefined,
      content,
      read: remote.read,
      store: (path, bytes) => this.#store(path, bytes),
      newId,
      ...about,
    })
  }

  async apply(base: Revision, changes: readonly Change[]): Promise<Written> {
    try {
      const reader = this.#deps.content.store.reader(this.#deps.database)
      return await applyChanges(reader, base.root, changes, { slugs: 'exact' })
    } catch (error) {
      if (error instanceof RevisionError && error.code === 'invalid-value')
        throw new Invalid(`${error.message}.`)
      throw error
    }
  }

  /** Keeps the bytes of a file; says why, when they cannot be kept. */
  async #store(path: string, bytes: Uint8Array): Promise<FileRecord | string> {
    try {
      return await this.#deps.files.store({ name: path.slice(path.lastIndexOf('/') + 1), bytes })
    } catch (error) {
      if (error instanceof TooLarge) return error.message
      throw error
    }
  }

  file(record: FileRecord): Promise<Uint8Array> {
    return this.#deps.files.read(record)
  }
}
