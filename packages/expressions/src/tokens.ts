import { ExpressionError } from './errors.ts'

export type Token =
  | { kind: 'text'; value: string; at: number }
  | { kind: 'number'; value: number; at: number }
  | { kind: 'name'; value: string; at: number }
  | { kind: 'sign'; value: string; at: number }
  | { kind: 'end'; at: number }

// Longest first: `===` must not be read as `==` and `=`.
const signs = /(?:===|!==|==|!=|<=|>=|&&|\|\||\?\.(?!\d)|[<>!+\-?:.,()[\]])/y
const names = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy
const numbers = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const spaces = /\s*/y

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' }

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const read = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  let at = 0
  for (;;) {
    at += read(spaces, at)?.length ?? 0
    if (at >= text.length) {
      tokens.push({ kind: 'end', at: text.length })
      return tokens
    }
    const start = at
    const first = text.charAt(at)
    if (first === '"' || first === "'") {
      const { value, end } = readText(text, at)
      tokens.push({ kind: 'text', value, at: start })
      at = end
      continue
    }
    const number = read(numbers, at)
    if (number !== undefined) {
      const value = Number(number)
      if (!Number.isFinite(value)) throw new ExpressionError(`"${number}" is too large a number`, start)
      at += number.length
      if (read(names, at) !== undefined) throw new ExpressionError('a name may not begin with a digit', start)
      tokens.push({ kind: 'number', value, at: start })
      continue
    }
    const name = read(names, at)
    if (name !== undefined) {
      tokens.push({ kind: 'name', value: name, at: start })
      at += name.length
      continue
    }
    const sign = read(signs, at)
    if (sign === undefined) {
      throw new ExpressionError(
        `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" means nothing here`,
        start,
      )
    }
    tokens.push({ kind: 'sign', value: sign, at: start })
    at += sign.length
  }
}

function readText(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start)
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === quote) return { value, end: at + 1 }
    if (character === '\n') break
    if (character !== '\\') {
      value += character
      continue
    }
    const escaped = text.charAt(++at)
    if (escaped === 'u') {
      const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 1, at + 5))?.[0]
      if (code === undefined) throw new ExpressionError('"\\u" needs four hexadecimal digits', at - 1)
      value += String.fromCharCode(Number.parseInt(code, 16))
      at += 4
    } else {
      const meant = Object.hasOwn(escapes, escaped) ? escapes[escaped] : undefined
      if (meant === undefined) throw new ExpressionError(`"\\${escaped}" is no escape`, at - 1)
      value += meant
    }
  }
  throw new ExpressionError('this text has no end', start)
}
