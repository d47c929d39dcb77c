import { createHash } from 'node:crypto'
import { hasSameTags, tokenizeSegment, countWords } from '@verso/markdown'
import type { Clock } from '../../../common/clock.ts'
import type { Database } from '../../../database/database.ts'
import type { TranslationEngine, GlossaryTerm, TranslationRequest } from '../engines/engine.ts'
import type { TranslationRepository, TranslationRow } from './repository.ts'

/** Another number makes every segment be translated again. */
const MEMORY_VERSION = 1
/** How many segments are looked up at once. */
const LOOKUP_BATCH_SIZE = 2000

/** A segment with its key in the translation memory. */
interface SegmentEntry {
  segment: string
  hash: Buffer
  terms: readonly GlossaryTerm[]
}

interface SegmentTranslatorDependencies {
  database: Database
  clock: Clock
  translations: TranslationRepository
  translation: TranslationRow
  engine: TranslationEngine
  glossary: readonly GlossaryTerm[]
  signal: AbortSignal
}

/**
 * Translates segments, each once: a translation with the same engine, instructions and terms is taken from the
 * translation memory, and a new one is stored there at once. So a run that is interrupted loses nothing.
 */
export class SegmentTranslator {
  readonly #deps: SegmentTranslatorDependencies
  readonly #instructions: string
  readonly #terms: readonly GlossaryTerm[]

  constructor(deps: SegmentTranslatorDependencies) {
    this.#deps = deps
    const { supports: honours } = deps.engine
    this.#instructions = honours.instructions ? deps.translation.instructions : ''
    this.#terms = honours.glossary ? deps.glossary : []
  }

  /** A hash of everything but the text that a translation depends on. */
  computeFingerprint(...more: string[]): Buffer {
    return this.#hash(this.#terms, ...more)
  }

  /** The translations by segment; segments that could not be translated are missing. */
  async translateSegments(segments: ReadonlySet<string>): Promise<Map<string, string>> {
    const translations = new Map<string, string>()
    const entries = Array.from(segments, (segment): SegmentEntry => {
      const terms = findTerms(segment, this.#terms)
      return { segment, terms, hash: this.#hash(terms, segment) }
    })
    const missing: SegmentEntry[] = []
    for (let start = 0; start < entries.length; start += LOOKUP_BATCH_SIZE) {
      const part = entries.slice(start, start + LOOKUP_BATCH_SIZE)
      const texts = await this.#findInMemory(part)
      for (const entry of part) {
        const text = texts.get(entry.hash.toString('hex'))
        if (text === undefined) missing.push(entry)
        else translations.set(entry.segment, text)
      }
    }
    await this.#translateAll(missing, translations)
    return translations
  }

  async #findInMemory(part: readonly SegmentEntry[]): Promise<Map<string, string>> {
    const rows = await this.#deps.translations.findMemory(
      this.#deps.database,
      this.#deps.translation.organizationId,
      part.map(({ hash }) => hash),
      this.#deps.clock.now(),
    )
    return new Map(rows.map(({ hash, text }) => [hash.toString('hex'), text]))
  }

  /** Runs as many batches at once as the engine allows; the first failure ends them all. */
  async #translateAll(entries: readonly SegmentEntry[], translations: Map<string, string>): Promise<void> {
    const batches = splitIntoBatches(entries, this.#deps.engine.batchLimits)
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#deps.signal, stop.signal])
    const translateBatches = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        for (const [segment, text] of await this.#translateBatch(batch, signal))
          translations.set(segment, text)
      }
    }
    const workers = Array.from({ length: this.#deps.engine.batchLimits.parallel }, () =>
      translateBatches().catch((error: unknown) => {
        batches.length = 0
        stop.abort(error)
        throw error
      }),
    )
    const outcomes = await Promise.allSettled(workers)
    this.#deps.signal.throwIfAborted()
    // The aborted batches fail with the error of the first failure.
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure) throw stop.signal.reason
  }

  async #translateBatch(batch: readonly SegmentEntry[], signal: AbortSignal): Promise<Map<string, string>> {
    const { sourceLanguage: source, language: target } = this.#deps.translation
    const request: TranslationRequest = {
      source,
      target,
      instructions: this.#instructions,
      glossary: [...new Set(batch.flatMap(({ terms }) => terms))],
      signal,
    }
    const texts = await this.#deps.engine.translate(
      batch.map(({ segment }) => segment),
      request,
    )
    signal.throwIfAborted()
    const validTranslations = batch.flatMap(({ segment, hash }, index) => {
      const text = texts[index]?.replaceAll('\0', '')
      return text !== undefined && isPlausible(segment, text) ? [{ segment, hash, text }] : []
    })
    const words = batch.reduce((sum, { segment }) => sum + countWords(segment), 0)
    await this.#deps.database.transaction((tx) =>
      this.#deps.translations.insertMemory(
        tx,
        this.#deps.translation,
        validTranslations,
        words,
        this.#deps.clock.now(),
      ),
    )
    return new Map(validTranslations.map(({ segment, text }) => [segment, text]))
  }

  #hash(terms: readonly GlossaryTerm[], ...texts: string[]): Buffer {
    const { sourceLanguage, language, sourceSpaceId } = this.#deps.translation
    const { name, supports: honours } = this.#deps.engine
    // An engine that follows instructions may take a text for one, and mistranslate the texts beside it. Such a result
    // must not be used for another space.
    const memorySpace = honours.instructions ? sourceSpaceId : ''
    const inputs = [MEMORY_VERSION, name, memorySpace, sourceLanguage, language, this.#instructions]
    const pairs = terms.map(({ source, target }) => [source, target])
    return createHash('sha256')
      .update(JSON.stringify([...inputs, pairs, ...texts]))
      .digest()
  }
}

/** Whether a text can be the translation of a segment: it has all tags, it is not empty, and not far too long. */
const isPlausible = (segment: string, text: string): boolean =>
  text.length <= 10 * segment.length + 1000 &&
  hasSameTags(segment, text) &&
  tokenizeSegment(text).some((token) => token.kind === 'text' && token.text.trim() !== '')

/** The terms that a segment has. Other terms do not affect its translation. */
function findTerms(segment: string, terms: readonly GlossaryTerm[]): readonly GlossaryTerm[] {
  if (terms.length === 0) return terms
  const text = tokenizeSegment(segment)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('')
    .toLowerCase()
  return terms.filter(({ source }) => text.includes(source.toLowerCase()))
}

function splitIntoBatches(
  entries: readonly SegmentEntry[],
  limits: TranslationEngine['batchLimits'],
): SegmentEntry[][] {
  const batches: SegmentEntry[][] = []
  let charactersLeft = 0
  for (const entry of entries) {
    const last = batches.at(-1)
    charactersLeft -= entry.segment.length
    if (last && charactersLeft >= 0 && last.length < limits.segments) last.push(entry)
    else {
      batches.push([entry])
      charactersLeft = limits.characters - entry.segment.length
    }
  }
  return batches
}
