import { applyChanges, type Conflict, diffRevisions, mergeRevisions, type Written } from '@verso/revisions'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { RevisionStore, DocumentParser, LockedMain, MainBranch, StoredRevision, SpaceService } from '../../content/index.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { type RunningTask, TaskLostError, describeTaskError } from '../../../jobs/tasks.ts'
import type { TranslationEngine } from '../engines/engine.ts'
import type { GlossaryService } from '../glossary/service.ts'
import { type PreviousTranslation, ContentTranslator, type TranslatedContent } from './content-translator.ts'
import type { TranslationRepository, TranslationRow } from './repository.ts'
import type { TranslationProblem } from './schema.ts'
import { SegmentTranslator } from './segment-translator.ts'

/** What a run is asked with. */
export interface TranslationTaskData {
  translationId: string
}

type TranslationTask = RunningTask<TranslationTaskData>

/** More would help nobody. */
const mostProblems = 100

/** Everything that the last transaction of a run needs. */
interface RunResult {
  translation: TranslationRow
  /** The revision of the source that was translated. */
  source: StoredRevision
  target: { id: string; exists: boolean }
  /** What came of it the last time, in this target. */
  previous: StoredRevision | undefined
  written: Written
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
  glossary: GlossaryService
  translations: TranslationRepository
  engine: TranslationEngine | undefined
}

/**
 * Runs translations. Pages keep their ids, their order and their addresses, so what refers to one in the source refers
 * to its translation in the result. What people changed there is merged with what is translated anew; where both
 * changed the same lines, the source has moved on, and the new translation stands.
 */
export class TranslationRunner {
  readonly #deps: TranslatorDependencies

  constructor(deps: TranslatorDependencies) {
    this.#deps = deps
  }

  async runTranslation(task: TranslationTask): Promise<void> {
    const translation = await this.#begin(task)
    try {
      const outcome = await this.#translate(task, translation)
      await this.#deps.database.transaction((tx) => this.#finish(tx, task, outcome))
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

  /** A run is counted once, however often it is begun again. */
  #begin(task: TranslationTask): Promise<TranslationRow> {
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
        'No translator is configured. Whoever runs Verso chooses one with VERSO_TRANSLATOR: openai:<base URL>, libretranslate:<URL> or apertium.',
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
      ? await this.#revision(target.id, translation.translatedRevisionId)
      : undefined
    const contents = await new ContentTranslator({
      view: this.#deps.revisionStore.createView(this.#deps.database, source.root),
      before: await this.#before(translation, previous, fingerprint),
      documentParser: this.#deps.documentParser,
      segments,
      from: sourceSpaceId,
      to: target.id,
    }).translateContent((done, total) => task.progress(done, total))
    const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
    const written = await applyChanges(reader, source.root, contents.changes, { slugs: 'exact' })
    return { translation, source, target, previous, written, fingerprint, contents }
  }

  async #revision(spaceId: string, id: string | null): Promise<StoredRevision | undefined> {
    return id === null ? undefined : this.#deps.revisionStore.find(this.#deps.database, spaceId, id)
  }

  async #before(
    { sourceSpaceId, sourceRevisionId, fingerprint, unfinished }: TranslationRow,
    previous: StoredRevision | undefined,
    now: Buffer,
  ): Promise<PreviousTranslation | undefined> {
    const source = await this.#revision(sourceSpaceId, sourceRevisionId)
    if (!previous || !source || !fingerprint?.equals(now)) return undefined
    return {
      source: this.#deps.revisionStore.createView(this.#deps.database, source.root),
      translated: this.#deps.revisionStore.createView(this.#deps.database, previous.root),
      unfinished: new Set(unfinished),
    }
  }

  async #finish(tx: Transaction, task: TranslationTask, outcome: RunResult): Promise<void> {
    const { translation, source, contents, written, fingerprint } = outcome
    const userId = task.userId ?? translation.createdBy
    if (userId === null) throw new Invalid('Whoever asked for the translation is gone.')
    const now = this.#deps.clock.now()
    const by = { userId, now }
    const held = await this.#holdTarget(tx, outcome, userId)
    // People who delete it hold its row; what comes after them has nothing to finish.
    if (!(await this.#deps.translations.lockTranslation(tx, translation.id))) throw new TaskLostError()
    const previous = outcome.previous
    const translated =
      previous?.root === written.root
        ? previous
        : await this.#deps.revisionStore.commit(tx, written, {
            spaceId: held.spaceId,
            parents: [previous?.id ?? held.revision.id],
            type: 'edits',
            ...by,
          })
    const { revision, conflicts } = await this.#merge(tx, held, previous, translated, by)
    if (revision.id !== held.revision.id) await this.#deps.main.moveTo(tx, held, revision, by)
    await this.#deps.translations.storeRunResult(
      tx,
      translation.id,
      {
        spaceId: held.spaceId,
        revisionId: revision.id,
        sourceRevisionId: source.id,
        translatedRevisionId: translated.id,
        fingerprint,
        unfinished: contents.unfinished,
        problems: [...conflicts.map(inWords), ...contents.problems].slice(0, mostProblems),
        pages: contents.pages,
        latestPages: previous ? await this.#changedPages(tx, previous, translated) : contents.pages,
      },
      now,
    )
    await task.complete(tx)
  }

  async #changedPages(tx: Transaction, before: StoredRevision, after: StoredRevision): Promise<number> {
    const { pages } = await diffRevisions(this.#deps.revisionStore.objects.createReader(tx), before.root, after.root)
    return pages.filter(({ kind }) => kind === 'created' || kind === 'edited').length
  }

  async #holdTarget(tx: Transaction, outcome: RunResult, userId: string): Promise<LockedMain> {
    const { target, translation } = outcome
    const { organizationId, sourceSpaceId, language } = translation
    if (!target.exists) {
      await this.#deps.spaces.createTranslation(tx, {
        id: target.id,
        of: sourceSpaceId,
        organizationId,
        language,
        userId,
      })
      return this.#deps.main.lock(tx, target.id)
    }
    const held = await this.#deps.main.lock(tx, target.id).catch((error: unknown) => {
      throw error instanceof NotFound ? new Invalid(goneMeanwhile) : error
    })
    if (held.organizationId !== organizationId) throw new Invalid(goneMeanwhile)
    return held
  }

  /** What the target is to show: the translation, with what people changed in it since the last one. */
  async #merge(
    tx: Transaction,
    held: LockedMain,
    previous: StoredRevision | undefined,
    translated: StoredRevision,
    by: { userId: string; now: Date },
  ): Promise<{ revision: StoredRevision; conflicts: readonly Conflict[] }> {
    const { revision: shown, spaceId } = held
    if (shown.root === translated.root) return { revision: shown, conflicts: [] }
    if (!previous || shown.root === previous.root) return { revision: translated, conflicts: [] }
    const sides = { base: previous.root, ours: translated.root, theirs: shown.root }
    const merged = await mergeRevisions(this.#deps.revisionStore.objects.createReader(tx), sides, { labels: 'ours' })
    if (merged.root === shown.root) return { revision: shown, conflicts: merged.conflicts }
    const parents = [shown.id, translated.id]
    const revision = await this.#deps.revisionStore.commit(tx, merged, { spaceId, parents, type: 'merge', ...by })
    return { revision, conflicts: merged.conflicts }
  }
}

const goneMeanwhile =
  'The translated space was deleted or transferred while it was translated. Run the translation again for a new one.'

const inWords = ({ on, id }: Conflict): TranslationProblem => ({
  ...(on === 'page' && { page: id }),
  message: `The ${on} was changed in the translation and in the source. The new translation took the place of the lines that both changed; they are in the history of the space.`,
})
