import type { Claims } from '../../audience/claims.ts'
import type { CacheBudget, CacheName, MemoryCache } from '../../common/memory-cache.ts'
import { type ClaimDependencies, mergeDependencies, summarizeAnswers } from './claim-dependencies.ts'

export interface DependsOnVisitor {
  claimDependencies: readonly ClaimDependencies[]
}

interface Entry<Value> {
  value: Value
  /** The answers for the visitor whom the value was made for. */
  answers: string
}

/**
 * Values that are made for visitors. What a value asks about its visitor is known only when it was made, so the questions
 * are cached by the key and the values by the key and the answers. Visitors who differ in nothing that matters share one.
 */
export class VisitorCache<Value extends DependsOnVisitor> {
  readonly #questions: MemoryCache<readonly ClaimDependencies[]>
  readonly #entries: MemoryCache<Entry<Value>>
  /** Values that are being made for keys whose questions are not known yet. */
  readonly #firstValues = new Map<string, Promise<unknown>>()

  constructor(caches: CacheBudget, name: CacheName, sizeOf: (value: Value) => number) {
    this.#entries = caches.create(name, ({ value }) => sizeOf(value))
    this.#questions = caches.create('visitor-questions', measureQuestions)
  }

  /** The value for a visitor. `create` makes it; one that is not cacheable is for those who wait for it only. */
  async getOrCreate(
    key: string,
    claims: Claims,
    create: () => Promise<{ value: Value; isCacheable?: boolean }>,
  ): Promise<Value> {
    const firstValue = this.#questions.has(key) ? undefined : this.#firstValues.get(key)
    if (firstValue) await firstValue
    const entry = await this.#entries.getOrCreate(this.#buildEntryKey(key, claims), () =>
      this.#create(key, claims, create),
    )
    if (isFor(entry, claims)) return entry.value
    // Another visitor's value asked more than was known before, and this visitor's answers differ.
    return (await this.#create(key, claims, create)).value.value
  }

  delete(key: string, claims: Claims): void {
    this.#entries.delete(this.#buildEntryKey(key, claims))
  }

  async #create(
    key: string,
    claims: Claims,
    create: () => Promise<{ value: Value; isCacheable?: boolean }>,
  ): Promise<{ value: Entry<Value>; isCacheable: boolean }> {
    const knownQuestions = this.#questions.get(key)
    const creation = create()
    if (!knownQuestions) this.#waitForFirst(key, creation)
    const { value, isCacheable = true } = await creation
    const entry = { value, answers: summarizeAnswers(value.claimDependencies, claims) }
    this.#questions.set(
      key,
      mergeDependencies([...(this.#questions.get(key) ?? []), ...value.claimDependencies]),
    )
    if (isCacheable) this.#entries.set(this.#buildEntryKey(key, claims), entry)
    // The entry may have another key than before it was made, now that more is known.
    return { value: entry, isCacheable: false }
  }

  #waitForFirst(key: string, creation: Promise<unknown>): void {
    const first = creation
      .catch(() => undefined)
      .finally(() => {
        if (this.#firstValues.get(key) === first) this.#firstValues.delete(key)
      })
    this.#firstValues.set(key, first)
  }

  #buildEntryKey(key: string, claims: Claims): string {
    const questions = this.#questions.get(key)
    return `${key} ${questions ? summarizeAnswers(questions, claims) : JSON.stringify(claims)}`
  }
}

const isFor = <Value extends DependsOnVisitor>({ value, answers }: Entry<Value>, claims: Claims): boolean =>
  answers === summarizeAnswers(value.claimDependencies, claims)

const measureQuestions = (questions: readonly ClaimDependencies[]): number =>
  questions.reduce(
    (sum, { conditions, expressions, variables, pageVariables }) =>
      sum + JSON.stringify([conditions, expressions, variables, pageVariables]).length * 2,
    100,
  )
