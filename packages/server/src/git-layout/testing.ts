import { createHash } from 'node:crypto'
import {
  applyChanges,
  emptyRevision,
  type Hash,
  mergeRevisions,
  type PageTree,
  RevisionView,
} from '@verso/revisions'
import { newId } from '../common/ids.ts'
import { type CommitTree, type ImportPlan, type LayoutContent, planExport, planImport } from './index.ts'

/** The files of a repository in memory, by path. */
export type MemoryRepository = Map<string, string>

export class MemorySpace {
  readonly #objects = new Map<Hash, Uint8Array>()
  readonly #blobs = new Map<string, string>()
  root: Hash
  /** The content of the repository when both sides were last the same. */
  base: Hash | undefined

  constructor() {
    this.root = this.#save(emptyRevision())
  }

  readonly #reader = {
    get: (hashes: readonly Hash[]) =>
      Promise.resolve(
        new Map(
          hashes.flatMap((hash) => {
            const bytes = this.#objects.get(hash)
            return bytes ? [[hash, bytes] as const] : []
          }),
        ),
      ),
  }

  get view(): RevisionView {
    return new RevisionView(this.#reader, this.root)
  }

  async apply(changes: Parameters<typeof applyChanges>[2]): Promise<void> {
    this.root = this.#save(await applyChanges(this.#reader, this.root, changes))
  }

  async import(repository: MemoryRepository, known?: ReadonlyMap<string, string>): Promise<ImportPlan> {
    const plan = await planImport({
      tree: createTree(repository),
      projectDirectory: '',
      content: await this.content(this.root),
      read: createReader(repository),
      store: (path, bytes) => {
        const blob = hashText(Buffer.from(bytes).toString())
        this.#blobs.set(blob, Buffer.from(bytes).toString())
        return Promise.resolve({ name: path, contentType: 'text/plain', size: bytes.length, blob })
      },
      ...(known && { known }),
      newId,
      now: new Date(),
    })
    this.root = this.#save(await applyChanges(this.#reader, this.root, plan.changes, { slugs: 'exact' }))
    this.base = this.root
    return plan
  }

  /** Imports the repository and merges it with the space. In a conflict, both texts stay. */
  async merge(repository: MemoryRepository): Promise<void> {
    const ours = this.root
    const base = this.base ?? ours
    this.root = base
    await this.import(repository)
    const sides = { base, ours, theirs: this.root }
    this.root = this.#save(await mergeRevisions(this.#reader, sides))
    const { pages, documents } = await this.content(this.root)
    const allPages = flattenPages(pages)
    const texts = await documents(allPages.flatMap(({ document }) => document ?? []))
    await this.apply(
      allPages.flatMap(({ id, document }) => {
        const text = document === null ? undefined : texts.get(document)
        const markdown = text?.replaceAll(/^(<{7} .*|={7}|>{7} .*)\n/gm, '')
        return markdown === text || markdown === undefined
          ? []
          : [{ type: 'update-page' as const, id, document: { markdown } }]
      }),
    )
  }

  /** Exports into the repository and returns the paths that it changed. */
  async export(repository: MemoryRepository): Promise<string[]> {
    const { writes, deletes, known } = await planExport({
      content: await this.content(this.root),
      base: this.base === undefined ? undefined : await this.content(this.base),
      tree: createTree(repository),
      projectDirectory: '',
      read: createReader(repository),
    })
    for (const path of deletes) repository.delete(path)
    for (const [path, content] of writes)
      repository.set(path, typeof content === 'string' ? content : (this.#blobs.get(content.blob) ?? ''))
    await this.import(repository, known)
    return [...deletes, ...writes.keys()].sort()
  }

  async content(root: Hash): Promise<LayoutContent> {
    const view = new RevisionView(this.#reader, root)
    return {
      pages: await view.getPageTree(),
      files: (await view.listFiles({ limit: 100_000 })).items,
      reusableContents: await view.listReusableContents(),
      variables: await view.getVariables(),
      documents: (hashes) => view.getDocuments(hashes),
    }
  }

  #save({ root, objects }: { root: Hash; objects: ReadonlyMap<Hash, Uint8Array> }): Hash {
    for (const [hash, bytes] of objects) this.#objects.set(hash, bytes)
    return root
  }
}

// Hashes are cached, so that the pictures of a repository are not hashed again and again.
const oids = new Map<string, string>()

function hashText(text: string): string {
  const known = oids.get(text)
  if (known !== undefined) return known
  const oid = createHash('sha1').update(text).digest('hex')
  oids.set(text, oid)
  return oid
}

const createTree = (repository: MemoryRepository): CommitTree =>
  new Map([...repository].map(([path, text]) => [path, { oid: hashText(text), size: text.length }]))

export const flattenPages = (pages: readonly PageTree[]): PageTree[] =>
  pages.flatMap((page) => [page, ...flattenPages(page.pages)])

const createReader = (repository: MemoryRepository) => (paths: readonly string[]) =>
  Promise.resolve(new Map(paths.map((path) => [path, Buffer.from(repository.get(path) ?? '')] as const)))
