import { ExpressionError } from './errors.ts'

export type Token =
  | { kind: 'string'; value: string; position: number }
  | { kind: 'number'; value: number; position: number }
  | { kind: 'name'; value: string; position: number }
  | { kind: 'punctuator'; value: string; position: number }
  | { kind: 'end'; position: number }

// The longest punctuators come first, so that `===` is not read as `==` and `=`.
const punctuatorPattern = /(?:===|!==|==|!=|<=|>=|&&|\|\||\?\.(?!\d)|[<>!+\-?:.,()[\]])/y
const namePattern = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy
const numberPattern = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const whitespacePattern = /\s*/y

const escapedCharacters: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const match = (pattern: RegExp, position: number): string | undefined => {
    pattern.lastIndex = position
    return pattern.exec(text)?.[0]
  }
  let position = 0
  for (;;) {
    position += match(whitespacePattern, position)?.length ?? 0
    if (position >= text.length) {
      tokens.push({ kind: 'end', position: text.length })
      return tokens
    }
    const start = position
    const first = text.charAt(position)
    if (first === '"' || first === "'") {
      const { value, end } = readString(text, position)
      tokens.push({ kind: 'string', value, position: start })
      position = end
      continue
    }
    const number = match(numberPattern, position)
    if (number !== undefined) {
      const value = Number(number)
      if (!Number.isFinite(value)) throw new ExpressionError(`"${number}" is too large`, start)
      position += number.length
      if (match(namePattern, position) !== undefined)
        throw new ExpressionError('a name may not begin with a digit', start)
      tokens.push({ kind: 'number', value, position: start })
      continue
    }
    const name = match(namePattern, position)
    if (name !== undefined) {
      tokens.push({ kind: 'name', value: name, position: start })
      position += name.length
      continue
    }
    const punctuator = match(punctuatorPattern, position)
    if (punctuator === undefined) {
      throw new ExpressionError(
        `unexpected character "${String.fromCodePoint(text.codePointAt(position) ?? 0)}"`,
        start,
      )
    }
    tokens.push({ kind: 'punctuator', value: punctuator, position: start })
    position += punctuator.length
  }
}

function readString(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start)
  let value = ''
  for (let position = start + 1; position < text.length; position++) {
    const character = text.charAt(position)
    if (character === quote) return { value, end: position + 1 }
    if (character === '\n') break
    if (character !== '\\') {
      value += character
      continue
    }
    const escapeName = text.charAt(++position)
    if (escapeName === 'u') {
      const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(position + 1, position + 5))?.[0]
      if (code === undefined) throw new ExpressionError('"\\u" needs four hexadecimal digits', position - 1)
      value += String.fromCharCode(Number.parseInt(code, 16))
      position += 4
    } else {
      const escapedCharacter = Object.hasOwn(escapedCharacters, escapeName)
        ? escapedCharacters[escapeName]
        : undefined
      if (escapedCharacter === undefined)
        throw new ExpressionError(`"\\${escapeName}" is not a valid escape`, position - 1)
      value += escapedCharacter
    }
  }
  throw new ExpressionError('the string is not closed', start)
}
