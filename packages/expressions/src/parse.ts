import { ExpressionError } from './errors.ts'
import { type BinaryOperator, type Expression, maxDepth, maxLength, type Step } from './expression.ts'
import { type Token, tokenize } from './tokens.ts'

/** Loosest first; those of one row bind alike, from left to right. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in'],
  ['+'],
]

const constants = new Map<string, boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/**
 * The tree of an expression.
 *
 * @throws {ExpressionError} naming the place, when the text is none.
 */
export function parseExpression(text: string): Expression {
  if (text.length > maxLength) {
    throw new ExpressionError(`an expression has at most ${maxLength} characters`, maxLength)
  }
  return new Parser(tokenize(text)).parse()
}

class Parser {
  readonly #tokens: Token[]
  #next = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#choice()
    const token = this.#peek()
    if (token.kind === 'end') return expression
    throw unexpected(token)
  }

  #choice(): Expression {
    return this.#deeper(() => {
      const condition = this.#binary(0)
      const at = this.#peek().at
      if (!this.#take('?')) return condition
      const yes = this.#choice()
      this.#require(':')
      return { kind: 'choice', condition, yes, no: this.#choice(), at }
    })
  }

  #binary(level: number): Expression {
    const operators = levels[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    for (;;) {
      const token = this.#peek()
      const operator = operators.find((one) => isOperator(token, one))
      if (operator === undefined) return left
      this.#next++
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1), at: token.at }
    }
  }

  #unary(): Expression {
    const { at } = this.#peek()
    for (const operator of ['!', '-'] as const) {
      if (this.#take(operator)) {
        return this.#deeper(() => ({ kind: 'unary', operator, operand: this.#unary(), at }))
      }
    }
    return this.#path()
  }

  #path(): Expression {
    const of = this.#primary()
    const steps: Step[] = []
    for (;;) {
      const { at } = this.#peek()
      const optional = this.#take('?.')
      if (this.#take('[')) steps.push({ key: this.#index(), optional, at })
      else if (optional || this.#take('.')) steps.push({ key: this.#name(), optional, at })
      else return steps.length === 0 ? of : { kind: 'path', of, steps, at: steps[0]?.at ?? at }
    }
  }

  /** Only what is written there: a key that is computed could not be checked against a schema. */
  #index(): string | number {
    const token = this.#take1()
    if (token.kind !== 'text' && !(token.kind === 'number' && Number.isSafeInteger(token.value))) {
      throw token.kind === 'end'
        ? unexpected(token)
        : new ExpressionError('between brackets stands a text or a whole number', token.at)
    }
    this.#require(']')
    return token.value
  }

  #name(): string {
    const token = this.#take1()
    if (token.kind === 'name') return token.value
    throw token.kind === 'end' ? unexpected(token) : new ExpressionError('a name must follow a dot', token.at)
  }

  #primary(): Expression {
    const token = this.#take1()
    const { at } = token
    switch (token.kind) {
      case 'text':
      case 'number':
        return { kind: 'literal', value: token.value, at }
      case 'name':
        if (token.value === 'in') throw unexpected(token)
        if (constants.has(token.value)) return { kind: 'literal', value: constants.get(token.value), at }
        return { kind: 'name', name: token.value, at }
      case 'sign':
        if (token.value === '(') {
          const inner = this.#choice()
          this.#require(')')
          return inner
        }
        if (token.value === '[') return { kind: 'array', items: this.#items(), at }
        throw unexpected(token)
      case 'end':
        throw unexpected(token)
    }
  }

  #items(): Expression[] {
    const items: Expression[] = []
    while (!this.#take(']')) {
      if (items.length > 0) {
        this.#require(',')
        // A comma may end a list.
        if (this.#take(']')) break
      }
      items.push(this.#choice())
    }
    return items
  }

  #deeper<Result>(parse: () => Result): Result {
    if (++this.#depth > maxDepth) {
      throw new ExpressionError(`nested more than ${maxDepth} deep`, this.#peek().at)
    }
    const result = parse()
    this.#depth--
    return result
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 }
  }

  #take1(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #take(sign: string): boolean {
    const token = this.#peek()
    const there = token.kind === 'sign' && token.value === sign
    if (there) this.#next++
    return there
  }

  #require(sign: string): void {
    if (this.#take(sign)) return
    const token = this.#peek()
    throw new ExpressionError(`"${sign}" is missing`, token.at)
  }
}

const isOperator = (token: Token, operator: BinaryOperator): boolean =>
  (token.kind === 'sign' || token.kind === 'name') && token.value === operator

function unexpected(token: Token): ExpressionError {
  switch (token.kind) {
    case 'end':
      return new ExpressionError('something is missing at the end', token.at)
    case 'sign':
      if (token.value === '(') return new ExpressionError('nothing can be called', token.at)
      return new ExpressionError(`"${token.value}" cannot stand here`, token.at)
    case 'text':
    case 'number':
    case 'name':
      return new ExpressionError(`${JSON.stringify(token.value)} cannot stand here`, token.at)
  }
}
