import { setImmediate } from 'node:timers/promises'
import type { Page, RevisionView } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { UpdatePage } from '../change-requests/content-operations.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import { getPageVersion } from './page-version.ts'
import { planReplacement, planUndo, type PlannedUpdate } from './replacement-plan.ts'
import type {
  FindText,
  ReplacedPage,
  ReplaceText,
  TextMatchList,
  TextReplacement,
  UndoTextReplacement,
} from './schema.ts'
import { searchPages } from './text-search.ts'

type Space = Subjects['space']

/** Others may write on other pages meanwhile, and the head is then another one. */
const MAX_ATTEMPTS = 5

/** A page of the head with its text. */
interface PageWithText {
  page: Page
  markdown: string | undefined
}

/** Pages to write on, and what is written on each that still is at the version that was looked at. */
interface PageWrite {
  targets: readonly { page: string; version: string }[]
  plan: (page: PageWithText) => Promise<PlannedUpdate>
}

interface TextReplacementServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  changeRequests: ChangeRequestService
  textWorkers: TextWorkers
}

/** Finds words in all pages of a change request, and replaces them. */
export class TextReplacementService {
  readonly #deps: TextReplacementServiceDependencies

  constructor(deps: TextReplacementServiceDependencies) {
    this.#deps = deps
  }

  async find(
    space: Space,
    idOrNumber: string,
    { revision: revisionId, from = 0, ...query }: FindText,
  ): Promise<TextMatchList> {
    requireWellFormed('query.text', query.text)
    if (revisionId === undefined) await this.#savePendingTexts(space, idOrNumber)
    const head = await this.#deps.changeRequests.getHead(space, idOrNumber)
    const revision = revisionId === undefined ? head : await this.#findRevision(space, revisionId)
    const view = this.#deps.revisionStore.createView(this.#deps.database, revision.root)
    const { pages, unreadablePages, searchedPages, totalPages } = await searchPages(
      view,
      this.#deps.textWorkers,
      { query, from },
    )
    return {
      revision: revision.id,
      pages,
      unreadablePages,
      searchedPages,
      totalPages,
      ...(searchedPages < totalPages && { next: searchedPages }),
    }
  }

  async replace(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { pages, replacement, ...query }: ReplaceText,
  ): Promise<TextReplacement> {
    requireWellFormed('body.text', query.text)
    requireWellFormed('body.replacement', replacement)
    const placesOf = new Map(pages.map(({ page, places }) => [page, places]))
    return this.#write(caller, space, idOrNumber, {
      targets: requireDistinct(pages),
      plan: ({ page, markdown }) =>
        planReplacement(this.#deps.textWorkers, page, markdown, {
          ...query,
          places: placesOf.get(page.id) ?? [],
          replacement,
        }),
    })
  }

  async undo(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { revision: revisionId, pages }: UndoTextReplacement,
  ): Promise<TextReplacement> {
    const earlier = await this.#findRevision(space, revisionId)
    const earlierPages = await this.#readPages(
      earlier,
      pages.map(({ page }) => page),
    )
    return this.#write(caller, space, idOrNumber, {
      targets: requireDistinct(pages),
      plan: async ({ page }) => planUndo(page, earlierPages.get(page.id)),
    })
  }

  /** Writes on pages, as one revision, and says of each page what became of it. */
  async #write(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { targets, plan }: PageWrite,
  ): Promise<TextReplacement> {
    const plans = new Map<string, PlannedUpdate>()
    for (let attempt = 1; ; attempt++) {
      const head = await this.#deps.changeRequests.getHead(space, idOrNumber)
      const current = await this.#readPages(
        head,
        targets.map(({ page }) => page),
      )
      const outcomes: ReplacedPage[] = []
      const updates: UpdatePage[] = []
      for (const { page: id, version } of targets) {
        const target = current.get(id)
        if (!target || getPageVersion(target.page) !== version) {
          outcomes.push({ page: id, result: target ? 'outdated' : 'missing' })
          continue
        }
        const planned = plans.get(id) ?? (await plan(target))
        plans.set(id, planned)
        if ('problem' in planned) outcomes.push({ page: id, result: 'refused', problem: planned.problem })
        else if (!planned.update) outcomes.push({ page: id, result: 'unchanged', version })
        else updates.push(planned.update)
        // Short texts are written in this thread: other requests take their turn between them.
        await setImmediate()
      }
      if (updates.length === 0) return { previousRevision: head.id, revision: head.id, pages: outcomes }
      try {
        const content = { changes: updates, revision: head.id }
        const { changeRequest } = await this.#deps.changeRequests.updateContent(
          caller,
          space,
          idOrNumber,
          content,
        )
        const written = await this.#describeWritten(space, changeRequest.revision, updates)
        return {
          previousRevision: head.id,
          revision: changeRequest.revision,
          pages: [...outcomes, ...written],
        }
      } catch (error) {
        if (error instanceof Invalid)
          return this.#writeEach(caller, space, idOrNumber, { targets, plan }, error)
        const isNewer =
          error instanceof Conflict &&
          (await this.#deps.changeRequests.getHead(space, idOrNumber)).id !== head.id
        if (!isNewer || attempt >= MAX_ATTEMPTS) throw error
      }
    }
  }

  /** Writes on one page after the other, where one of them cannot be written. That keeps no other page from it. */
  async #writeEach(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { targets, plan }: PageWrite,
    error: Invalid,
  ): Promise<TextReplacement> {
    const [first, ...others] = targets
    if (first && others.length === 0) {
      const { id } = await this.#deps.changeRequests.getHead(space, idOrNumber)
      const page: ReplacedPage = { page: first.page, result: 'refused', problem: error.message }
      return { previousRevision: id, revision: id, pages: [page] }
    }
    const results: TextReplacement[] = []
    for (const target of targets) {
      results.push(await this.#write(caller, space, idOrNumber, { targets: [target], plan }))
    }
    return {
      previousRevision: results[0]?.previousRevision ?? '',
      revision: results.at(-1)?.revision ?? '',
      pages: results.flatMap(({ pages }) => pages),
    }
  }

  async #describeWritten(
    space: Space,
    revisionId: string,
    updates: readonly UpdatePage[],
  ): Promise<ReplacedPage[]> {
    const pages = await this.#readPages(
      await this.#findRevision(space, revisionId),
      updates.map(({ page }) => page),
    )
    return [...pages.values()].map(({ page }) => ({
      page: page.id,
      result: 'replaced',
      version: getPageVersion(page),
    }))
  }

  async #readPages({ root }: StoredRevision, ids: readonly string[]): Promise<Map<string, PageWithText>> {
    const view: RevisionView = this.#deps.revisionStore.createView(this.#deps.database, root)
    const pages = await view.getPages(ids)
    const hashes = [...pages.values()].flatMap(({ document }) => document ?? [])
    const texts = await view.getDocuments(hashes)
    return new Map(
      [...pages].map(([id, page]) => {
        const markdown = page.document === null ? undefined : texts.get(page.document)
        return [id, { page, markdown }]
      }),
    )
  }

  /** What somebody has typed a moment ago is found too. A text that cannot be saved is searched as it was before. */
  async #savePendingTexts(space: Space, idOrNumber: string): Promise<void> {
    const { database, changeRequests } = this.#deps
    try {
      await database.transaction((tx) => changeRequests.savePendingTexts(tx, space, idOrNumber))
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
    }
  }

  async #findRevision(space: Space, id: string): Promise<StoredRevision> {
    const revision = await this.#deps.revisionStore.find(this.#deps.database, space.id, id)
    if (!revision) throw new NotFound('revision', id)
    return revision
  }
}

/** Half a character matches half of another, which must not be replaced. */
function requireWellFormed(field: string, text: string): void {
  if (!text.isWellFormed()) throw new Invalid(`${field} has half a character.`)
}

function requireDistinct<Target extends { page: string }>(targets: readonly Target[]): readonly Target[] {
  if (new Set(targets.map(({ page }) => page)).size < targets.length) {
    throw new Invalid('body.pages names a page twice.')
  }
  return targets
}
