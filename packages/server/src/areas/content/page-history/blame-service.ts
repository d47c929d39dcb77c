import { type Hash, splitLines } from '@verso/revisions'
import type { Subjects } from '../../../access/subjects.ts'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { NotFound } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { presentUser } from '../../identity/index.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import { presentHistoryEntry } from '../revisions/present-history.ts'
import { emptyRootHash } from '../store/hashes.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { PageHistoryIndex } from './page-history-index.ts'
import type { PageHistoryRepository, FormerPageText, WrittenRevisionRow } from './repository.ts'
import type { PageBlame } from './schema.ts'

type Space = Subjects['space']

interface PageBlameServiceDependencies {
  database: Database
  urls: Urls
  caches: CacheBudget
  revisionStore: RevisionStore
  textWorkers: TextWorkers
  index: PageHistoryIndex
  repository: PageHistoryRepository
}

/** How many texts are read and compared at once. */
const TEXTS_PER_STEP = 50

/** For each line, the index of the text that it came with, in the order of the page's history. */
type LineOrigins = readonly number[]

/** Says for each line of a page which revision last changed it. */
export class PageBlameService {
  readonly #deps: PageBlameServiceDependencies
  /** By page and revision. A text and those before it never change, so what is known of them stays true. */
  readonly #origins: MemoryCache<LineOrigins>

  constructor(deps: PageBlameServiceDependencies) {
    this.#deps = deps
    this.#origins = deps.caches.create('line-origins', (origins) => origins.length * 8)
  }

  async get(space: Space, pageId: string): Promise<PageBlame> {
    const { database, repository, index } = this.#deps
    await index.update(space.id, space.revisionId)
    const texts = await repository.listTexts(database, space.id, pageId)
    const last = texts.at(-1)
    const isDeleted = last && (await this.#isDeleted(space, pageId))
    if (!last || isDeleted) throw new NotFound('page', pageId)
    const origins = await this.#findOrigins(space.id, pageId, texts)
    const [text = ''] = await this.#readTexts([last])
    const ranges = buildRanges(splitLines(text), origins, texts)
    const revisionIds = [...new Set(ranges.map(({ revision }) => revision))]
    const revisions = await repository.listRevisions(database, space.id, revisionIds)
    return {
      object: 'page-blame',
      page: pageId,
      ranges,
      revisions: revisions.map((row) => this.#presentRevision(space, row)),
    }
  }

  #presentRevision(space: Space, { writer, ...row }: WrittenRevisionRow): PageBlame['revisions'][number] {
    const { urls } = this.#deps
    const entry = presentHistoryEntry(urls, space, row)
    return writer ? { ...entry, writtenBy: presentUser(urls, writer) } : entry
  }

  async #isDeleted(space: Space, pageId: string): Promise<boolean> {
    const { database, revisionStore } = this.#deps
    const [current] = await revisionStore.findAll(database, space.id, [space.revisionId])
    return (await revisionStore.createView(database, current.root).getPages([pageId])).size === 0
  }

  /** Begins with the last text that the lines are known of, and compares each text after it with the one before. */
  async #findOrigins(
    spaceId: string,
    pageId: string,
    texts: readonly FormerPageText[],
  ): Promise<LineOrigins> {
    const createKey = ({ revisionId }: FormerPageText) => `${spaceId}/${pageId}/${revisionId}`
    const last = texts.at(-1)
    if (!last) return []
    return this.#origins.getOrCreate(createKey(last), async () => {
      const knownIndex = texts.findLastIndex((text) => this.#origins.has(createKey(text)))
      const known = texts[knownIndex]
      let origins = known && this.#origins.get(createKey(known))
      let before = known && origins ? { text: (await this.#readTexts([known]))[0] ?? '', origins } : undefined
      let next = before ? knownIndex + 1 : 0
      for (const step of splitIntoChunks(texts.slice(next), TEXTS_PER_STEP, () => 1)) {
        const versions = (await this.#readTexts(step)).map((text, index) => ({ text, origin: next + index }))
        origins = await this.#deps.textWorkers.findLineOrigins({ before, versions })
        before = { text: versions.at(-1)?.text ?? '', origins }
        next += step.length
      }
      return { value: origins ?? [] }
    })
  }

  /** The texts of a page. One that was deleted has an empty one. */
  async #readTexts(texts: readonly FormerPageText[]): Promise<string[]> {
    const { database, revisionStore } = this.#deps
    const hashes = texts.flatMap(({ document }): Hash[] => (document === null ? [] : [document]))
    const documents = await revisionStore.createView(database, emptyRootHash).getDocuments(hashes)
    return texts.map(({ document }) => (document === null ? '' : (documents.get(document) ?? '')))
  }
}

function buildRanges(
  lines: readonly string[],
  origins: LineOrigins,
  texts: readonly FormerPageText[],
): PageBlame['ranges'] {
  const ranges: (Omit<PageBlame['ranges'][number], 'markdown'> & { lines: string[] })[] = []
  for (const [index, line] of lines.entries()) {
    const revision = texts[origins[index] ?? 0]?.revisionId ?? ''
    const range = ranges.at(-1)
    if (range?.revision === revision) {
      range.to = index + 1
      range.lines.push(line)
    } else {
      ranges.push({ from: index + 1, to: index + 1, revision, lines: [line] })
    }
  }
  return ranges.map(({ from, to, revision, lines: rangeLines }) => ({
    from,
    to,
    revision,
    markdown: rangeLines.join('\n'),
  }))
}
