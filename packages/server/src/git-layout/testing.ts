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
import { type Content, type Import, planExport, planImport, type Tree } from './index.ts'

/** A repository and a revision in memory, for tests of the layout alone. */
export type Repository = Map<string, string>

export class Space {
  readonly #objects = new Map<Hash, Uint8Array>()
  readonly #blobs = new Map<string, string>()
  root: Hash
  /** What the repository held when both were last the same. */
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

  async import(repository: Repository, known?: ReadonlyMap<string, string>): Promise<Import> {
    const plan = await planImport({
      tree: treeOf(repository),
      projectDirectory: '',
      content: await this.content(this.root),
      read: readerOf(repository),
      store: (path, bytes) => {
        const blob = oidOf(Buffer.from(bytes).toString())
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

  /** Brings in what the repository has become; where both sides wrote, both texts stay. */
  async merge(repository: Repository): Promise<void> {
    const ours = this.root
    const base = this.base ?? ours
    this.root = base
    await this.import(repository)
    const sides = { base, ours, theirs: this.root }
    this.root = this.#save(await mergeRevisions(this.#reader, sides))
    const { pages, documents } = await this.content(this.root)
    const all = flat(pages)
    const texts = await documents(all.flatMap(({ document }) => document ?? []))
    await this.apply(
      all.flatMap(({ id, document }) => {
        const text = document === null ? undefined : texts.get(document)
        const markdown = text?.replaceAll(/^(<{7} .*|={7}|>{7} .*)\n/gm, '')
        return markdown === text || markdown === undefined
          ? []
          : [{ type: 'update-page' as const, id, document: { markdown } }]
      }),
    )
  }

  /** Writes into the repository, and says which files it touched. */
  async export(repository: Repository): Promise<string[]> {
    const { writes, deletes, known } = await planExport({
      content: await this.content(this.root),
      base: this.base === undefined ? undefined : await this.content(this.base),
      tree: treeOf(repository),
      projectDirectory: '',
      read: readerOf(repository),
    })
    for (const path of deletes) repository.delete(path)
    for (const [path, content] of writes)
      repository.set(path, typeof content === 'string' ? content : (this.#blobs.get(content.blob) ?? ''))
    await this.import(repository, known)
    return [...deletes, ...writes.keys()].sort()
  }

  async content(root: Hash): Promise<Content> {
    const view = new RevisionView(this.#reader, root)
    return {
      pages: await view.tree(),
      files: (await view.files({ limit: 100_000 })).items,
      reusableContents: await view.reusableContents(),
      variables: await view.variables(),
      documents: (hashes) => view.documents(hashes),
    }
  }

  #save({ root, objects }: { root: Hash; objects: ReadonlyMap<Hash, Uint8Array> }): Hash {
    for (const [hash, bytes] of objects) this.#objects.set(hash, bytes)
    return root
  }
}

// Of the same text it is always the same: the pictures of a repository are not hashed again and again.
const oids = new Map<string, string>()

function oidOf(text: string): string {
  const known = oids.get(text)
  if (known !== undefined) return known
  const oid = createHash('sha1').update(text).digest('hex')
  oids.set(text, oid)
  return oid
}

const treeOf = (repository: Repository): Tree =>
  new Map([...repository].map(([path, text]) => [path, { oid: oidOf(text), size: text.length }]))

export const flat = (pages: readonly PageTree[]): PageTree[] =>
  pages.flatMap((page) => [page, ...flat(page.pages)])

const readerOf = (repository: Repository) => (paths: readonly string[]) =>
  Promise.resolve(new Map(paths.map((path) => [path, Buffer.from(repository.get(path) ?? '')] as const)))
