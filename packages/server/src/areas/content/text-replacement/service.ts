import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { PutReusableContent, UpdatePage } from '../change-requests/content-operations.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import { planReplacement, planUndo, type PlannedUpdate } from './replacement-plan.ts'
import {
  type FindText,
  MAX_REPLACED_TEXTS,
  type ReplacedPage,
  type ReplaceText,
  type TextMatchList,
  type TextReplacement,
  type UndoTextReplacement,
} from './schema.ts'
import { getTextKey, getTextVersion, loadTexts, type LoadedText, type SearchedText } from './searched-text.ts'
import { searchTexts } from './text-search.ts'

type Space = Subjects['space']

/** Others may write on other pages meanwhile, and the head is then another one. */
const MAX_ATTEMPTS = 5

type TextId = Pick<SearchedText, 'kind' | 'id'>

/** A page or a reusable content to write on, at the version that was looked at. */
interface Target extends TextId {
  version: string
  /** Which places of it are replaced. */
  places?: readonly string[]
}

/** What became of a page or a reusable content. */
interface Outcome extends TextId, Omit<ReplacedPage, 'page'> {}

interface WriteResult {
  previousRevision: string
  revision: string
  outcomes: Outcome[]
}

/** What to write on, and what is written on each that still is at the version that was looked at. */
interface TextWrite {
  targets: readonly Target[]
  plan: (text: LoadedText) => Promise<PlannedUpdate>
}

interface TextReplacementServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  changeRequests: ChangeRequestService
  textWorkers: TextWorkers
}

/** Finds words in all pages and reusable contents of a change request, and replaces them. */
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
    const found = await searchTexts(view, this.#deps.textWorkers, { query, from })
    return { revision: revision.id, ...found }
  }

  async replace(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { pages = [], reusableContents = [], replacement, ...query }: ReplaceText,
  ): Promise<TextReplacement> {
    requireWellFormed('body.text', query.text)
    requireWellFormed('body.replacement', replacement)
    const targets = listTargets(pages, reusableContents)
    const placesOf = new Map(targets.map((target) => [getTextKey(target), target.places]))
    const result = await this.#write(caller, space, idOrNumber, {
      targets,
      plan: (loaded) =>
        planReplacement(this.#deps.textWorkers, loaded, {
          ...query,
          places: placesOf.get(getTextKey(loaded.text)) ?? [],
          replacement,
        }),
    })
    return presentResult(result)
  }

  async undo(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { revision: revisionId, pages = [], reusableContents = [] }: UndoTextReplacement,
  ): Promise<TextReplacement> {
    const targets = listTargets(pages, reusableContents)
    const earlier = await this.#findRevision(space, revisionId)
    const earlierTexts = await this.#loadTexts(earlier, targets)
    const result = await this.#write(caller, space, idOrNumber, {
      targets,
      plan: async (loaded) => planUndo(loaded, earlierTexts.get(getTextKey(loaded.text))),
    })
    return presentResult(result)
  }

  /** Writes on pages and reusable contents, as one revision, and says of each what became of it. */
  async #write(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { targets, plan }: TextWrite,
  ): Promise<WriteResult> {
    const plans = new Map<string, PlannedUpdate>()
    for (let attempt = 1; ; attempt++) {
      const head = await this.#deps.changeRequests.getHead(space, idOrNumber)
      const current = await this.#loadTexts(head, targets)
      const outcomes: Outcome[] = []
      const written: TextId[] = []
      const updates: (UpdatePage | PutReusableContent)[] = []
      for (const { kind, id, version } of targets) {
        const key = getTextKey({ kind, id })
        const target = current.get(key)
        if (!target || getTextVersion(target.text) !== version) {
          outcomes.push({ kind, id, result: target ? 'outdated' : 'missing' })
          continue
        }
        const planned = plans.get(key) ?? (await plan(target))
        plans.set(key, planned)
        if ('problem' in planned) outcomes.push({ kind, id, result: 'refused', problem: planned.problem })
        else if (!planned.update) outcomes.push({ kind, id, result: 'unchanged', version })
        else {
          updates.push(planned.update)
          written.push({ kind, id })
        }
        // Short texts are written in this thread: other requests take their turn between them.
        await setImmediate()
      }
      if (updates.length === 0) return { previousRevision: head.id, revision: head.id, outcomes }
      try {
        const content = { changes: updates, revision: head.id }
        const { changeRequest } = await this.#deps.changeRequests.updateContent(
          caller,
          space,
          idOrNumber,
          content,
        )
        const { revision } = changeRequest
        outcomes.push(...(await this.#describeWritten(space, revision, written)))
        return { previousRevision: head.id, revision, outcomes }
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

  /** Writes on one text after the other, where one of them cannot be written. That keeps no other from it. */
  async #writeEach(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { targets, plan }: TextWrite,
    error: Invalid,
  ): Promise<WriteResult> {
    const [first, ...others] = targets
    if (first && others.length === 0) {
      const head = await this.#deps.changeRequests.getHead(space, idOrNumber)
      const { kind, id } = first
      const outcomes: Outcome[] = [{ kind, id, result: 'refused', problem: error.message }]
      return { previousRevision: head.id, revision: head.id, outcomes }
    }
    const results: WriteResult[] = []
    for (const target of targets) {
      results.push(await this.#write(caller, space, idOrNumber, { targets: [target], plan }))
    }
    return {
      previousRevision: results[0]?.previousRevision ?? '',
      revision: results.at(-1)?.revision ?? '',
      outcomes: results.flatMap(({ outcomes }) => outcomes),
    }
  }

  async #describeWritten(space: Space, revisionId: string, ids: readonly TextId[]): Promise<Outcome[]> {
    const texts = await this.#loadTexts(await this.#findRevision(space, revisionId), ids)
    return [...texts.values()].map(({ text }) => ({
      kind: text.kind,
      id: text.id,
      result: 'replaced',
      version: getTextVersion(text),
    }))
  }

  #loadTexts({ root }: StoredRevision, ids: readonly TextId[]): Promise<Map<string, LoadedText>> {
    return loadTexts(this.#deps.revisionStore.createView(this.#deps.database, root), ids)
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

/** The pages and the reusable contents of a body, each of them once. */
function listTargets(
  pages: readonly (Omit<Target, keyof TextId> & { page: string })[],
  reusableContents: readonly (Omit<Target, keyof TextId> & { reusableContent: string })[],
): Target[] {
  const targets: Target[] = [
    ...pages.map(({ page: id, ...target }) => ({ kind: 'page' as const, id, ...target })),
    ...reusableContents.map(({ reusableContent: id, ...target }) => ({
      kind: 'reusable-content' as const,
      id,
      ...target,
    })),
  ]
  if (targets.length === 0) throw new Invalid('body names no page and no reusable content.')
  if (targets.length > MAX_REPLACED_TEXTS) {
    throw new Invalid(`body names more than ${MAX_REPLACED_TEXTS} pages and reusable contents.`)
  }
  if (new Set(targets.map(getTextKey)).size < targets.length) {
    throw new Invalid('body names a page or a reusable content twice.')
  }
  return targets
}

function presentResult({ previousRevision, revision, outcomes }: WriteResult): TextReplacement {
  return {
    previousRevision,
    revision,
    pages: outcomes.flatMap(({ kind, id, ...outcome }) =>
      kind === 'page' ? [{ page: id, ...outcome }] : [],
    ),
    reusableContents: outcomes.flatMap(({ kind, id, ...outcome }) =>
      kind === 'page' ? [] : [{ reusableContent: id, ...outcome }],
    ),
  }
}
