import { setImmediate } from 'node:timers/promises'
import { listReferences } from '@verso/markdown'
import type { Hash, PageTree, RevisionView } from '@verso/revisions'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Database } from '../../../database/database.ts'
import { type DocumentReader, MAX_INCLUDE_DEPTH } from '../documents/document-reader.ts'
import { createEvaluation, type EvaluationInputs } from '../documents/evaluation.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { LinkIndex } from './link-index.ts'
import { getSourceDocument, type LinkSource, type LinkTarget, type LinkTargetIndex } from './target-index.ts'
import { formatTargetKey, type LinkOccurrence, type LinkUsage } from './usages.ts'

/** What a visitor sees of a revision: its pages without hidden ones, and what their text, as it is for them, refers to. */
export class VisibleContent {
  readonly pageIds: ReadonlySet<string>
  /** By their keys, as `formatTargetKey` writes them. */
  readonly targets: ReadonlyMap<string, LinkTarget>

  constructor(pageIds: ReadonlySet<string>, targets: ReadonlyMap<string, LinkTarget>) {
    this.pageIds = pageIds
    this.targets = targets
  }

  hasFile(file: string): boolean {
    return this.targets.has(formatTargetKey({ kind: 'file', file }))
  }

  hasReusableContent(reusableContent: string): boolean {
    return this.targets.has(formatTargetKey({ kind: 'reusable-content', reusableContent }))
  }
}

/** The sources of a revision: what each refers to, and which of them have text that only some visitors see. */
interface SourceIndex {
  /** By the keys of their targets. */
  usages: ReadonlyMap<string, LinkUsage>
  /** The conditions of pages. Visitors for whom all of them have the same result see the same pages. */
  pageConditions: readonly string[]
  /** By the keys of their sources. */
  targets: ReadonlyMap<string, LinkTarget[]>
  /** The targets in the fields of a page, which no condition in its text hides. */
  fieldTargets: ReadonlyMap<string, LinkTarget[]>
  conditionalKeys: ReadonlySet<string>
}

/** How many texts are searched for conditions at a time, which bounds the memory that they take. */
const BATCH_SIZE = 200
/** After how many evaluated texts other requests are served. */
const EVALUATIONS_PER_TURN = 10
const ENTRY_BYTES = 120

interface VisibleContentReaderDependencies {
  caches: CacheBudget
  database: Database
  revisionStore: RevisionStore
  reader: DocumentReader
  links: LinkIndex
}

/** Finds what visitors see of revisions. Most text is the same for all of them and is not read again for each. */
export class VisibleContentReader {
  readonly #deps: VisibleContentReaderDependencies
  readonly #sources: MemoryCache<SourceIndex>
  readonly #contents: MemoryCache<VisibleContent>

  constructor(deps: VisibleContentReaderDependencies) {
    this.#deps = deps
    this.#sources = deps.caches.create('link-sources', ({ targets }) =>
      targets.values().reduce((sum, each) => sum + (each.length + 2) * ENTRY_BYTES, 0),
    )
    this.#contents = deps.caches.create(
      'visible-content',
      ({ pageIds, targets }) => (pageIds.size + targets.size) * ENTRY_BYTES,
    )
  }

  /** @param root the hash of the content, with computed pages in place. */
  async readContent(spaceId: string, root: Hash, claims: Claims): Promise<VisibleContent> {
    const targets = await this.#deps.links.loadTargets(spaceId, root)
    const sources = await this.#loadSources(spaceId, root, targets)
    // Visitors who see the same pages see the same content, unless text depends on their claims too.
    const audience =
      sources.conditionalKeys.size > 0
        ? JSON.stringify(claims)
        : sources.pageConditions.map((condition) => (isVisible(condition, claims) ? '1' : '0')).join('')
    return this.#contents.getOrCreate(`${spaceId} ${root} ${audience}`, async () => ({
      value: await this.#collect(root, targets, sources, listVisiblePageIds(targets, claims), claims),
    }))
  }

  /**
   * Whether text that a visitor sees uses a file, of this space or of another one. Mostly a page that everyone sees does,
   * so that the rest of the content need not be looked at.
   */
  async usesFile(
    spaceId: string,
    root: Hash,
    claims: Claims,
    { file, space }: { file: string; space?: string },
  ): Promise<boolean> {
    const targets = await this.#deps.links.loadTargets(spaceId, root)
    const { usages, conditionalKeys } = await this.#loadSources(spaceId, root, targets)
    const key = formatTargetKey(
      space === undefined ? { kind: 'file', file } : { kind: 'external', ref: { kind: 'file', file, space } },
    )
    const usage = usages.get(key)
    if (!usage) return false
    const isSeen = ({ sourceKind, id }: LinkOccurrence) =>
      sourceKind === 'page' &&
      !conditionalKeys.has(`page ${id}`) &&
      isPageVisible(targets, targets.pages.get(id), claims)
    if (usage.occurrences.some(isSeen)) return true
    return (await this.readContent(spaceId, root, claims)).targets.has(key)
  }

  async #collect(
    root: Hash,
    targets: LinkTargetIndex,
    sources: SourceIndex,
    pageIds: ReadonlySet<string>,
    claims: Claims,
  ): Promise<VisibleContent> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, root)
    const variables = Object.fromEntries(await view.getVariables())
    const found = new Map<string, LinkTarget>()
    const unconditionalKeys = new Set<string>()
    let evaluations = 0
    for (const id of pageIds) {
      const page = targets.pages.get(id)
      if (!page) continue
      const inputs = { variables, pageVariables: page.fields.variables ?? {}, claims }
      // A text with conditions may differ from page to page, so it is read again for each that includes it.
      const visitedKeys = new Set<string>()
      let level: LinkSource[] = [{ kind: 'page', page }]
      for (let depth = 0; depth <= MAX_INCLUDE_DEPTH && level.length > 0; depth++) {
        const included: LinkSource[] = []
        for (const source of level) {
          const key = formatSourceKey(source)
          const isConditional = sources.conditionalKeys.has(key)
          const visited = isConditional ? visitedKeys : unconditionalKeys
          if (visited.has(key)) continue
          visited.add(key)
          if (isConditional && ++evaluations % EVALUATIONS_PER_TURN === 0) await setImmediate()
          const references = isConditional
            ? [
                ...(sources.fieldTargets.get(key) ?? []),
                ...(await this.#evaluate(view, targets, source, inputs)),
              ]
            : (sources.targets.get(key) ?? [])
          for (const target of references) {
            found.set(formatTargetKey(target), target)
            const content =
              target.kind === 'reusable-content'
                ? targets.reusableContents.get(target.reusableContent)
                : undefined
            if (content) included.push({ kind: 'reusable-content', content })
          }
        }
        level = included
      }
    }
    return new VisibleContent(pageIds, found)
  }

  /** What a text refers to once its conditions are evaluated. */
  async #evaluate(
    view: RevisionView,
    targets: LinkTargetIndex,
    source: LinkSource,
    inputs: EvaluationInputs,
  ): Promise<LinkTarget[]> {
    const { reader } = this.#deps
    const text =
      source.kind === 'page'
        ? await reader.loadPageSource(view, { ...source.page, ancestors: [] })
        : await reader.loadReusableContentSource(view, source.content)
    if (!text) return []
    const evaluation = createEvaluation(inputs, { knownOnly: false })
    const document = await reader.readDocument(view, text, { evaluation })
    return listReferences(document).map(({ ref }) => targets.resolve(source, ref))
  }

  #loadSources(spaceId: string, root: Hash, targets: LinkTargetIndex): SourceIndex | Promise<SourceIndex> {
    return this.#sources.getOrCreate(`${spaceId} ${root}`, async () => {
      const usages = await this.#deps.links.loadUsages(spaceId, root)
      const conditionalKeys = await this.#findConditionalKeys(root, targets)
      const pages = [...targets.pages.values()]
      const pageConditions = [...new Set(pages.flatMap(({ fields }) => fields.condition ?? []))]
      return {
        value: {
          ...groupBySource(usages),
          usages: new Map(usages.map((usage) => [usage.key, usage])),
          pageConditions,
          conditionalKeys,
        },
      }
    })
  }

  async #findConditionalKeys(root: Hash, targets: LinkTargetIndex): Promise<Set<string>> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, root)
    const keysByDocument = new Map<Hash, string[]>()
    for (const source of targets.listSources()) {
      const document = getSourceDocument(source)
      if (document === null) continue
      keysByDocument.set(document, [...(keysByDocument.get(document) ?? []), formatSourceKey(source)])
    }
    const hashes = [...keysByDocument.keys()]
    const conditionalKeys = new Set<string>()
    for (let start = 0; start < hashes.length; start += BATCH_SIZE) {
      const texts = await view.getDocuments(hashes.slice(start, start + BATCH_SIZE))
      for (const [hash, markdown] of texts) {
        if (!conditionPattern.test(markdown)) continue
        for (const key of keysByDocument.get(hash) ?? []) conditionalKeys.add(key)
      }
    }
    return conditionalKeys
  }
}

/** May also match text that is no condition, which costs time and nothing else. */
const conditionPattern = /\{%-?\s*if/

const formatSourceKey = (source: LinkSource): string =>
  source.kind === 'page' ? `page ${source.page.id}` : `reusable-content ${source.content.id}`

function addToGroup(groups: Map<string, LinkTarget[]>, key: string, target: LinkTarget): void {
  const group = groups.get(key)
  if (group) group.push(target)
  else groups.set(key, [target])
}

function groupBySource(usages: readonly LinkUsage[]): Pick<SourceIndex, 'targets' | 'fieldTargets'> {
  const targets = new Map<string, LinkTarget[]>()
  const fieldTargets = new Map<string, LinkTarget[]>()
  for (const { target, occurrences } of usages) {
    for (const { sourceKind, id, block } of occurrences) {
      const key = `${sourceKind} ${id}`
      addToGroup(targets, key, target)
      if (block === undefined) addToGroup(fieldTargets, key, target)
    }
  }
  return { targets, fieldTargets }
}

/** The pages whose conditions, and those of the pages above them, a visitor meets. */
function listVisiblePageIds({ pages }: LinkTargetIndex, claims: Claims): Set<string> {
  const visibleIds = new Set<string>()
  const isParentVisible = ({ parent }: PageTree) => parent === null || visibleIds.has(parent)
  // The pages are in an order in which each comes after the one above it.
  for (const page of pages.values()) {
    if (isParentVisible(page) && isVisible(page.fields.condition, claims)) visibleIds.add(page.id)
  }
  return visibleIds
}

function isPageVisible(
  { pages }: Pick<LinkTargetIndex, 'pages'>,
  page: PageTree | undefined,
  claims: Claims,
): boolean {
  if (!page || !isVisible(page.fields.condition, claims)) return false
  return page.parent === null || isPageVisible({ pages }, pages.get(page.parent), claims)
}
