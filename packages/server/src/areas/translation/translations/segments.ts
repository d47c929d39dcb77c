import { createHash } from 'node:crypto'
import { keepsTags, tokensOf, wordsIn } from '@verso/markdown'
import type { Clock } from '../../../common/clock.ts'
import type { Database } from '../../../database/database.ts'
import type { Engine, Term, TranslationRequest } from '../engines/engine.ts'
import type { TranslationRepository, TranslationRow } from './repository.ts'

/** Changes when the same segment is to be translated anew for a reason of ours. */
const version = 1
/** How many are looked up at once. */
const atOnce = 2000

/** A segment that is not known yet, and what it is remembered by. */
interface Unknown {
  segment: string
  hash: Buffer
  terms: readonly Term[]
}

interface SegmentTranslatorDependencies {
  database: Database
  clock: Clock
  translations: TranslationRepository
  translation: TranslationRow
  engine: Engine
  glossary: readonly Term[]
  signal: AbortSignal
}

/**
 * Translates segments, each once: what was translated before with the same engine, instructions and terms is
 * remembered, and what is translated is remembered at once. So a run that is broken off has lost nothing.
 */
export class SegmentTranslator {
  readonly #deps: SegmentTranslatorDependencies
  readonly #instructions: string
  readonly #terms: readonly Term[]

  constructor(deps: SegmentTranslatorDependencies) {
    this.#deps = deps
    const { honours } = deps.engine
    this.#instructions = honours.instructions ? deps.translation.instructions : ''
    this.#terms = honours.glossary ? deps.glossary : []
  }

  /** Of everything but the text that a translation depends on. */
  fingerprint(...more: string[]): Buffer {
    return this.#hash(this.#terms, ...more)
  }

  /** What is known of the segments in the end; those that are missing could not be translated. */
  async translate(segments: ReadonlySet<string>): Promise<Map<string, string>> {
    const known = new Map<string, string>()
    const all = Array.from(segments, (segment): Unknown => {
      const terms = termsIn(segment, this.#terms)
      return { segment, terms, hash: this.#hash(terms, segment) }
    })
    const unknown: Unknown[] = []
    for (let start = 0; start < all.length; start += atOnce) {
      const part = all.slice(start, start + atOnce)
      const texts = await this.#recall(part)
      for (const each of part) {
        const text = texts.get(each.hash.toString('hex'))
        if (text === undefined) unknown.push(each)
        else known.set(each.segment, text)
      }
    }
    await this.#translateAll(unknown, known)
    return known
  }

  async #recall(part: readonly Unknown[]): Promise<Map<string, string>> {
    const rows = await this.#deps.translations.recall(
      this.#deps.database,
      this.#deps.translation.organizationId,
      part.map(({ hash }) => hash),
      this.#deps.clock.now(),
    )
    return new Map(rows.map(({ hash, text }) => [hash.toString('hex'), text]))
  }

  /** As many batches at a time as the engine takes; the first that fails ends them all. */
  async #translateAll(unknown: readonly Unknown[], known: Map<string, string>): Promise<void> {
    const batches = batchesOf(unknown, this.#deps.engine.batch)
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#deps.signal, stop.signal])
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        for (const [segment, text] of await this.#translateBatch(batch, signal)) known.set(segment, text)
      }
    }
    const workers = Array.from({ length: this.#deps.engine.batch.parallel }, () =>
      work().catch((error: unknown) => {
        batches.length = 0
        stop.abort(error)
        throw error
      }),
    )
    const outcomes = await Promise.allSettled(workers)
    this.#deps.signal.throwIfAborted()
    // What was aborted fails with the reason of the first.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw stop.signal.reason
  }

  async #translateBatch(batch: readonly Unknown[], signal: AbortSignal): Promise<Map<string, string>> {
    const { sourceLanguage: source, language: target } = this.#deps.translation
    const request: TranslationRequest = {
      source,
      target,
      instructions: this.#instructions,
      glossary: [...new Set(batch.flatMap(({ terms }) => terms))],
      signal,
    }
    const answers = await this.#deps.engine.translate(
      batch.map(({ segment }) => segment),
      request,
    )
    signal.throwIfAborted()
    const good = batch.flatMap(({ segment, hash }, index) => {
      const text = answers[index]?.replaceAll('\0', '')
      return text !== undefined && isGood(segment, text) ? [{ segment, hash, text }] : []
    })
    const words = batch.reduce((sum, { segment }) => sum + wordsIn(segment), 0)
    await this.#deps.database.transaction((tx) =>
      this.#deps.translations.remember(tx, this.#deps.translation, good, words, this.#deps.clock.now()),
    )
    return new Map(good.map(({ segment, text }) => [segment, text]))
  }

  #hash(terms: readonly Term[], ...texts: string[]): Buffer {
    const { sourceLanguage, language, sourceSpaceId } = this.#deps.translation
    const { name, honours } = this.#deps.engine
    // Who takes instructions may take a text for one: what it then makes of those beside it stays in their space.
    const where = honours.instructions ? sourceSpaceId : ''
    const depends = [version, name, where, sourceLanguage, language, this.#instructions]
    const pairs = terms.map(({ source, target }) => [source, target])
    return createHash('sha256')
      .update(JSON.stringify([...depends, pairs, ...texts]))
      .digest()
  }
}

/** Nothing is never the translation of something, and nor is a book that of a word. */
const isGood = (segment: string, text: string): boolean =>
  text.length <= 10 * segment.length + 1000 &&
  keepsTags(segment, text) &&
  tokensOf(text).some((token) => token.kind === 'text' && token.text.trim() !== '')

/** The terms that a segment has: only these can make a difference to it. */
function termsIn(segment: string, terms: readonly Term[]): readonly Term[] {
  if (terms.length === 0) return terms
  const text = tokensOf(segment)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('')
    .toLowerCase()
  return terms.filter(({ source }) => text.includes(source.toLowerCase()))
}

function batchesOf(unknown: readonly Unknown[], most: Engine['batch']): Unknown[][] {
  const batches: Unknown[][] = []
  let room = 0
  for (const each of unknown) {
    const last = batches.at(-1)
    room -= each.segment.length
    if (last && room >= 0 && last.length < most.segments) last.push(each)
    else {
      batches.push([each])
      room = most.characters - each.segment.length
    }
  }
  return batches
}
