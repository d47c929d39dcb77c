import { Invalid } from '../common/errors.ts'

const deepest = 64

/**
 * Refuses text that PostgreSQL cannot store (NUL) or that is not text at all (half a surrogate pair), and
 * bodies nested so deeply that they can only be meant to hurt. Walks with a stack of its own for that reason.
 */
export function requireStorableText(part: string, value: unknown): void {
  const open: { path: string; value: unknown; depth: number }[] = [{ path: part, value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value, depth } = next
    if (typeof value === 'string') requireText(path, value)
    else if (typeof value === 'object' && value !== null) {
      if (depth === deepest) throw new Invalid(`${part} is nested more than ${deepest} levels deep.`)
      for (const [name, inner] of Object.entries(value)) {
        requireText(`a field name in ${path}`, name)
        open.push({ path: `${path}.${name}`, value: inner, depth: depth + 1 })
      }
    }
  }
}

function requireText(path: string, text: string): void {
  if (text.includes('\0')) throw new Invalid(`${path} must not contain the character U+0000.`)
  if (!text.isWellFormed())
    throw new Invalid(`${path} must be well-formed Unicode: it holds half a surrogate pair.`)
}
