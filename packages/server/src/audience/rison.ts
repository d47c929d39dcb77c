import { Invalid } from '../common/errors.ts'
import type { PlainObject } from './claims.ts'

const longest = 4096
const deepest = 8

/**
 * Reads Rison, JSON for addresses: `(isBeta:!t,plan:'pro',groups:!(a,b),seats:3,unsigned:(dark:!f))`.
 *
 * @see https://github.com/Nanonid/rison
 */
export function readRison(text: string, field: string): PlainObject {
  const reader = new Reader(text, field)
  if (text.length > longest) throw reader.refuse(longest)
  const value = text.startsWith('(') ? reader.value(0) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw reader.refuse(0)
  if (!reader.atEnd) throw reader.refuse()
  // Neither a list nor null nor a word: what is left was made by `#object`.
  return value as PlainObject
}

class Reader {
  readonly #text: string
  readonly #field: string
  #at = 0

  constructor(text: string, field: string) {
    this.#text = text
    this.#field = field
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length
  }

  refuse(at = this.#at): Invalid {
    return new Invalid(`${this.#field} is no Rison object such as (isBeta:!t), at character ${at + 1}.`)
  }

  value(depth: number): unknown {
    if (depth > deepest) throw this.refuse()
    if (this.#take('(')) return this.#object(depth)
    if (this.#take("'")) return this.#quoted()
    if (this.#take('!')) {
      if (this.#take('t')) return true
      if (this.#take('f')) return false
      if (this.#take('n')) return null
      if (this.#take('(')) return this.#list(depth)
      throw this.refuse()
    }
    const number = this.#match(/-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[,):]|$)/y)
    return number === undefined ? this.#word() : Number(number)
  }

  #object(depth: number): PlainObject {
    const entries: [string, unknown][] = []
    while (!this.#take(')')) {
      if (entries.length > 0) this.#require(',')
      const key = this.#take("'") ? this.#quoted() : this.#word()
      this.#require(':')
      entries.push([key, this.value(depth + 1)])
    }
    return Object.fromEntries(entries)
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = []
    while (!this.#take(')')) {
      if (items.length > 0) this.#require(',')
      items.push(this.value(depth + 1))
    }
    return items
  }

  #quoted(): string {
    let value = ''
    for (;;) {
      if (this.#take("'")) return value
      if (this.#take('!')) {
        const escaped = this.#match(/[!']/y)
        if (escaped === undefined) throw this.refuse()
        value += escaped
        continue
      }
      const plain = this.#match(/[^!']+/y)
      if (plain === undefined) throw this.refuse()
      value += plain
    }
  }

  #word(): string {
    const word = this.#match(/[^ '!:(),*@$\d-][^ '!:(),*@$]*/y)
    if (word === undefined) throw this.refuse()
    return word
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)?.[0]
    this.#at += match?.length ?? 0
    return match
  }

  #take(character: string): boolean {
    const there = this.#text.charAt(this.#at) === character && !this.atEnd
    if (there) this.#at++
    return there
  }

  #require(character: string): void {
    if (!this.#take(character)) throw this.refuse()
  }
}
