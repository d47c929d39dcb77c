import { applyChanges, type Conflict, diffRevisions, type WrittenRevision } from '@verso/revisions'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import {
  AuthorizedMain,
  type RevisionStore,
  type DocumentParser,
  type LockedMain,
  type MainBranch,
  type StoredRevision,
  type SpaceService,
} from '../../content/index.ts'
import type { SpecAccess } from '../../openapi/index.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { type RunningTask, TaskLostError, describeTaskError } from '../../../jobs/tasks.ts'
import type { TranslationEngine } from '../engines/engine.ts'
import type { GlossaryService } from '../glossary/service.ts'
import { type PreviousTranslation, ContentTranslator, type TranslatedContent } from './content-translator.ts'
import type { TranslationRepository, TranslationRow } from './repository.ts'
import type { TranslationProblem } from './schema.ts'
import { SegmentTranslator } from './segment-translator.ts'

/** The data of the task of a run. */
export interface TranslationTaskData {
  translationId: string
}

type TranslationTask = RunningTask<TranslationTaskData>

/** How many problems of a run are stored. */
const MAX_PROBLEMS = 100

/** The result of a run, which its last transaction stores. */
interface RunResult {
  translation: TranslationRow
  /** The revision of the source that was translated. */
  source: StoredRevision
  target: { id: string; exists: boolean }
  /** The result of the last run in this target space. */
  previous: StoredRevision | undefined
  written: WrittenRevision
  fingerprint: Buffer
  contents: TranslatedContent
}

interface TranslatorDependencies {
  database: Database
  clock: Clock
  revisionStore: RevisionStore
  main: MainBranch
  documentParser: DocumentParser
  spaces: SpaceService
  specAccess: SpecAccess
  glossary: GlossaryService
  translations: TranslationRepository
  engine: TranslationEngine | undefined
}

/**
 * Runs translations. Pages keep their ids, their order and their paths, so a reference to a page in the source becomes a
 * reference to its translation. Changes that people made in the translation are merged with the new translation; where
 * both changed the same lines, the new translation wins, because it has the newer source.
 */
export class TranslationRunner {
  readonly #deps: TranslatorDependencies

  constructor(deps: TranslatorDependencies) {
    this.#deps = deps
  }

  async runTranslation(task: TranslationTask): Promise<void> {
    const translation = await this.#startRun(task)
    try {
      const result = await this.#translate(task, translation)
      await this.#deps.database.transaction((tx) => this.#storeResult(tx, task, result))
    } catch (error) {
      if (!task.signal.aborted && !(error instanceof TaskLostError)) {
        const { message } = describeTaskError(error)
        await this.#deps.translations.storeRunError(
          this.#deps.database,
          translation.id,
          message,
          this.#deps.clock.now(),
        )
      }
      throw error
    }
  }

  /** A run that is retried counts once. */
  #startRun(task: TranslationTask): Promise<TranslationRow> {
    const { translationId: id } = task.data
    return this.#deps.database.transaction(async (tx) => {
      const translation = await this.#deps.translations.lockTranslation(tx, id)
      if (!translation) throw new Invalid('The translation is deleted.')
      if (translation.runId !== task.id) {
        await this.#deps.translations.startRun(tx, id, task.id, this.#deps.clock.now())
      }
      return translation
    })
  }

  async #translate(task: TranslationTask, translation: TranslationRow): Promise<RunResult> {
    const { sourceSpaceId, spaceId, hasTarget } = translation
    if (!translation.hasSource) throw new Invalid('The source space is deleted, or in another organization.')
    if (!this.#deps.engine) {
      throw new Invalid(
        'No translator is configured. The operator of Verso sets one with VERSO_TRANSLATOR: openai:<base URL>, libretranslate:<URL> or apertium.',
      )
    }
    const [source] = await this.#deps.revisionStore.findCurrent(this.#deps.database, [sourceSpaceId])
    if (!source) throw new NotFound('space', sourceSpaceId)
    const segments = new SegmentTranslator({
      database: this.#deps.database,
      clock: this.#deps.clock,
      translations: this.#deps.translations,
      translation,
      engine: this.#deps.engine,
      glossary: await this.#deps.glossary.listTerms(translation),
      signal: task.signal,
    })
    const target =
      spaceId !== null && hasTarget ? { id: spaceId, exists: true } : { id: newId(), exists: false }
    const fingerprint = segments.computeFingerprint(target.id)
    const previous = target.exists
      ? await this.#findRevision(target.id, translation.translatedRevisionId)
      : undefined
    const contents = await new ContentTranslator({
      view: this.#deps.revisionStore.createView(this.#deps.database, source.root),
      previous: await this.#findPrevious(translation, previous, fingerprint),
      documentParser: this.#deps.documentParser,
      segments,
      sourceSpaceId,
      targetSpaceId: target.id,
    }).translateContent((done, total) => task.progress(done, total))
    const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
    const written = await applyChanges(reader, source.root, contents.changes, { slugs: 'exact' })
    return { translation, source, target, previous, written, fingerprint, contents }
  }

  async #findRevision(spaceId: string, id: string | null): Promise<StoredRevision | undefined> {
    return id === null ? undefined : this.#deps.revisionStore.find(this.#deps.database, spaceId, id)
  }

  async #findPrevious(
    { sourceSpaceId, sourceRevisionId, fingerprint, unfinished }: TranslationRow,
    previous: StoredRevision | undefined,
    currentFingerprint: Buffer,
  ): Promise<PreviousTranslation | undefined> {
    const source = await this.#findRevision(sourceSpaceId, sourceRevisionId)
    if (!previous || !source || !fingerprint?.equals(currentFingerprint)) return undefined
    return {
      source: this.#deps.revisionStore.createView(this.#deps.database, source.root),
      translated: this.#deps.revisionStore.createView(this.#deps.database, previous.root),
      unfinished: new Set(unfinished),
    }
  }

  async #storeResult(tx: Transaction, task: TranslationTask, result: RunResult): Promise<void> {
    const { translation, source, contents, written, fingerprint } = result
    const userId = task.userId ?? translation.createdBy
    if (userId === null) throw new Invalid('The user who requested the translation no longer exists.')
    const now = this.#deps.clock.now()
    const by = { userId, now }
    const locked = await this.#lockTarget(tx, result, userId)
    // If the translation was deleted meanwhile, there is nothing to store.
    if (!(await this.#deps.translations.lockTranslation(tx, translation.id))) throw new TaskLostError()
    const { previous } = result
    const copy = { from: translation.sourceSpaceId, to: locked.spaceId }
    await this.#deps.specAccess.copyShownSpecs(tx, copy)
    const translated =
      previous?.root === written.root
        ? previous
        : await this.#deps.revisionStore.commit(tx, written, {
            spaceId: locked.spaceId,
            parents: [previous?.id ?? locked.revision.id],
            type: 'edits',
            ...by,
          })
    const { revision, conflicts } = await this.#merge(tx, locked, previous, translated, by)
    if (revision.id !== locked.revision.id) {
      const authorized = AuthorizedMain.forTranslationRun(locked, result.target.id)
      await this.#deps.main.moveTo(tx, authorized, revision, by)
    }
    await this.#deps.translations.storeRunResult(
      tx,
      translation.id,
      {
        spaceId: locked.spaceId,
        revisionId: revision.id,
        sourceRevisionId: source.id,
        translatedRevisionId: translated.id,
        fingerprint,
        unfinished: contents.unfinished,
        problems: [...conflicts.map(describeConflict), ...contents.problems].slice(0, MAX_PROBLEMS),
        pages: contents.pages,
        latestPages: previous ? await this.#countChangedPages(tx, previous, translated) : contents.pages,
      },
      now,
    )
    await task.complete(tx)
  }

  async #countChangedPages(tx: Transaction, before: StoredRevision, after: StoredRevision): Promise<number> {
    const { pages } = await diffRevisions(
      this.#deps.revisionStore.objects.createReader(tx),
      before.root,
      after.root,
    )
    return pages.filter(({ kind }) => kind === 'created' || kind === 'edited').length
  }

  async #lockTarget(tx: Transaction, result: RunResult, userId: string): Promise<LockedMain> {
    const { target, translation } = result
    const { organizationId, sourceSpaceId, language } = translation
    if (!target.exists) {
      await this.#deps.spaces.createTranslation(tx, {
        id: target.id,
        originalId: sourceSpaceId,
        organizationId,
        language,
        userId,
      })
      return this.#deps.main.lock(tx, target.id)
    }
    const locked = await this.#deps.main.lock(tx, target.id).catch((error: unknown) => {
      throw error instanceof NotFound ? new Invalid(targetGoneMessage) : error
    })
    if (locked.organizationId !== organizationId) throw new Invalid(targetGoneMessage)
    return locked
  }

  /** The revision that the target is to show: the translation, with what people changed in it since the last run. */
  async #merge(
    tx: Transaction,
    locked: LockedMain,
    previous: StoredRevision | undefined,
    translated: StoredRevision,
    by: { userId: string; now: Date },
  ): Promise<{ revision: StoredRevision; conflicts: readonly Conflict[] }> {
    const { revision: current, spaceId } = locked
    if (current.root === translated.root) return { revision: current, conflicts: [] }
    if (!previous || current.root === previous.root) return { revision: translated, conflicts: [] }
    const sides = { base: previous.root, ours: translated.root, theirs: current.root }
    const merged = await this.#deps.revisionStore.merge(tx, sides, {
      conflictStyle: 'ours',
    })
    if (merged.root === current.root) return { revision: current, conflicts: merged.conflicts }
    const parents = [current.id, translated.id]
    const revision = await this.#deps.revisionStore.commit(tx, merged, {
      spaceId,
      parents,
      type: 'merge',
      ...by,
    })
    return { revision, conflicts: merged.conflicts }
  }
}

const targetGoneMessage =
  'The translated space was deleted or transferred while it was translated. Run the translation again for a new one.'

const describeConflict = ({ on, id }: Conflict): TranslationProblem => ({
  ...(on === 'page' && { page: id }),
  message: `The ${on} was changed in the translation and in the source. The new translation replaced the lines that both changed; the old lines are in the history of the space.`,
})
