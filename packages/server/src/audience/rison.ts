import { Invalid } from '../common/errors.ts'
import type { PlainObject } from './claims.ts'

const MAX_LENGTH = 4096
const MAX_DEPTH = 8

/**
 * Parses Rison, a form of JSON for URLs: `(isBeta:!t,plan:'pro',groups:!(a,b),seats:3,unsigned:(dark:!f))`.
 *
 * @see https://github.com/Nanonid/rison
 */
export function parseRison(text: string, field: string): PlainObject {
  const parser = new RisonParser(text, field)
  if (text.length > MAX_LENGTH) throw parser.createError(MAX_LENGTH)
  const value = text.startsWith('(') ? parser.parseValue(0) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw parser.createError(0)
  if (!parser.atEnd) throw parser.createError()
  // Only `#parseObject` returns an object that is neither an array nor null.
  return value as PlainObject
}

class RisonParser {
  readonly #text: string
  readonly #field: string
  #position = 0

  constructor(text: string, field: string) {
    this.#text = text
    this.#field = field
  }

  get atEnd(): boolean {
    return this.#position === this.#text.length
  }

  createError(at = this.#position): Invalid {
    return new Invalid(`${this.#field} is no Rison object such as (isBeta:!t), at character ${at + 1}.`)
  }

  parseValue(depth: number): unknown {
    if (depth > MAX_DEPTH) throw this.createError()
    if (this.#take('(')) return this.#parseObject(depth)
    if (this.#take("'")) return this.#parseQuoted()
    if (this.#take('!')) {
      if (this.#take('t')) return true
      if (this.#take('f')) return false
      if (this.#take('n')) return null
      if (this.#take('(')) return this.#parseList(depth)
      throw this.createError()
    }
    const number = this.#match(/-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[,):]|$)/y)
    return number === undefined ? this.#parseWord() : Number(number)
  }

  #parseObject(depth: number): PlainObject {
    const entries: [string, unknown][] = []
    while (!this.#take(')')) {
      if (entries.length > 0) this.#require(',')
      const key = this.#take("'") ? this.#parseQuoted() : this.#parseWord()
      this.#require(':')
      entries.push([key, this.parseValue(depth + 1)])
    }
    return Object.fromEntries(entries)
  }

  #parseList(depth: number): unknown[] {
    const items: unknown[] = []
    while (!this.#take(')')) {
      if (items.length > 0) this.#require(',')
      items.push(this.parseValue(depth + 1))
    }
    return items
  }

  #parseQuoted(): string {
    let value = ''
    for (;;) {
      if (this.#take("'")) return value
      if (this.#take('!')) {
        const escaped = this.#match(/[!']/y)
        if (escaped === undefined) throw this.createError()
        value += escaped
        continue
      }
      const plain = this.#match(/[^!']+/y)
      if (plain === undefined) throw this.createError()
      value += plain
    }
  }

  #parseWord(): string {
    const word = this.#match(/[^ '!:(),*@$\d-][^ '!:(),*@$]*/y)
    if (word === undefined) throw this.createError()
    return word
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position
    const match = pattern.exec(this.#text)?.[0]
    this.#position += match?.length ?? 0
    return match
  }

  #take(character: string): boolean {
    const matches = this.#text.charAt(this.#position) === character && !this.atEnd
    if (matches) this.#position++
    return matches
  }

  #require(character: string): void {
    if (!this.#take(character)) throw this.createError()
  }
}
