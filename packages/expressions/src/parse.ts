import { ExpressionError } from './errors.ts'
import {
  type BinaryOperator,
  type Expression,
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_LENGTH,
  type PathStep,
} from './expression.ts'
import { type Token, tokenize } from './tokens.ts'

/** Loosest first. Operators of one row have the same precedence and associate from left to right. */
const operatorsByPrecedence: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in'],
  ['+'],
]

const keywordValues = new Map<string, boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/**
 * Parses an expression into its syntax tree.
 *
 * @throws {ExpressionError} with the position, when the text is not an expression.
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(
      `an expression has at most ${MAX_EXPRESSION_LENGTH} characters`,
      MAX_EXPRESSION_LENGTH,
    )
  }
  return new Parser(tokenize(text)).parse()
}

class Parser {
  readonly #tokens: Token[]
  #nextIndex = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#parseConditional()
    const token = this.#peek()
    if (token.kind === 'end') return expression
    throw createUnexpectedTokenError(token)
  }

  #parseConditional(): Expression {
    return this.#parseNested(() => {
      const condition = this.#parseBinary(0)
      const position = this.#peek().position
      if (!this.#accept('?')) return condition
      const consequent = this.#parseConditional()
      this.#expect(':')
      return {
        kind: 'conditional',
        condition,
        consequent: consequent,
        alternate: this.#parseConditional(),
        position,
      }
    })
  }

  #parseBinary(level: number): Expression {
    const operators = operatorsByPrecedence[level]
    if (!operators) return this.#parseUnary()
    let left = this.#parseBinary(level + 1)
    for (;;) {
      const token = this.#peek()
      const operator = operators.find((candidate) => isOperator(token, candidate))
      if (operator === undefined) return left
      this.#nextIndex++
      left = { kind: 'binary', operator, left, right: this.#parseBinary(level + 1), position: token.position }
    }
  }

  #parseUnary(): Expression {
    const { position } = this.#peek()
    for (const operator of ['!', '-'] as const) {
      if (this.#accept(operator)) {
        return this.#parseNested(() => ({ kind: 'unary', operator, operand: this.#parseUnary(), position }))
      }
    }
    return this.#parsePath()
  }

  #parsePath(): Expression {
    const object = this.#parsePrimary()
    const steps: PathStep[] = []
    for (;;) {
      const { position } = this.#peek()
      const optional = this.#accept('?.')
      if (this.#accept('[')) steps.push({ key: this.#parseIndex(), optional, position })
      else if (optional || this.#accept('.')) steps.push({ key: this.#parseMemberName(), optional, position })
      else
        return steps.length === 0
          ? object
          : { kind: 'path', object: object, steps, position: steps[0]?.position ?? position }
    }
  }

  /** Only literal keys are allowed, because a computed key could not be checked against a schema. */
  #parseIndex(): string | number {
    const token = this.#readToken()
    if (token.kind !== 'string' && !(token.kind === 'number' && Number.isSafeInteger(token.value))) {
      throw token.kind === 'end'
        ? createUnexpectedTokenError(token)
        : new ExpressionError('expected a string or an integer between brackets', token.position)
    }
    this.#expect(']')
    return token.value
  }

  #parseMemberName(): string {
    const token = this.#readToken()
    if (token.kind === 'name') return token.value
    throw token.kind === 'end'
      ? createUnexpectedTokenError(token)
      : new ExpressionError('a name must follow a dot', token.position)
  }

  #parsePrimary(): Expression {
    const token = this.#readToken()
    const { position } = token
    switch (token.kind) {
      case 'string':
      case 'number':
        return { kind: 'literal', value: token.value, position }
      case 'name':
        if (token.value === 'in') throw createUnexpectedTokenError(token)
        if (keywordValues.has(token.value))
          return { kind: 'literal', value: keywordValues.get(token.value), position }
        return { kind: 'name', name: token.value, position }
      case 'punctuator':
        if (token.value === '(') {
          const inner = this.#parseConditional()
          this.#expect(')')
          return inner
        }
        if (token.value === '[') return { kind: 'array', items: this.#parseItems(), position }
        throw createUnexpectedTokenError(token)
      case 'end':
        throw createUnexpectedTokenError(token)
    }
  }

  #parseItems(): Expression[] {
    const items: Expression[] = []
    while (!this.#accept(']')) {
      if (items.length > 0) {
        this.#expect(',')
        // A trailing comma is allowed.
        if (this.#accept(']')) break
      }
      items.push(this.#parseConditional())
    }
    return items
  }

  #parseNested<Result>(parse: () => Result): Result {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) {
      throw new ExpressionError(`nested more than ${MAX_EXPRESSION_DEPTH} levels deep`, this.#peek().position)
    }
    const result = parse()
    this.#depth--
    return result
  }

  #peek(): Token {
    return this.#tokens[this.#nextIndex] ?? { kind: 'end', position: 0 }
  }

  #readToken(): Token {
    const token = this.#peek()
    this.#nextIndex++
    return token
  }

  #accept(punctuator: string): boolean {
    const token = this.#peek()
    const matches = token.kind === 'punctuator' && token.value === punctuator
    if (matches) this.#nextIndex++
    return matches
  }

  #expect(punctuator: string): void {
    if (this.#accept(punctuator)) return
    const token = this.#peek()
    throw new ExpressionError(`"${punctuator}" is missing`, token.position)
  }
}

const isOperator = (token: Token, operator: BinaryOperator): boolean =>
  (token.kind === 'punctuator' || token.kind === 'name') && token.value === operator

function createUnexpectedTokenError(token: Token): ExpressionError {
  switch (token.kind) {
    case 'end':
      return new ExpressionError('the expression is incomplete', token.position)
    case 'punctuator':
      if (token.value === '(') return new ExpressionError('functions cannot be called', token.position)
      return new ExpressionError(`unexpected "${token.value}"`, token.position)
    case 'string':
    case 'number':
    case 'name':
      return new ExpressionError(`unexpected ${JSON.stringify(token.value)}`, token.position)
  }
}
