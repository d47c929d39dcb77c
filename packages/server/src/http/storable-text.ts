import { Invalid } from '../common/errors.ts'

const MAX_DEPTH = 64

/**
 * Rejects text that PostgreSQL cannot store (NUL), text that is not valid Unicode (half a surrogate pair), and bodies that
 * are nested too deeply. It does not recurse, because a deeply nested body would overflow the call stack.
 */
export function requireStorableText(part: string, value: unknown): void {
  const pending: { path: string; value: unknown; depth: number }[] = [{ path: part, value, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path, value, depth } = next
    if (typeof value === 'string') requireText(path, value)
    else if (typeof value === 'object' && value !== null) {
      if (depth === MAX_DEPTH) throw new Invalid(`${part} is nested more than ${MAX_DEPTH} levels deep.`)
      for (const [name, inner] of Object.entries(value)) {
        requireText(`a field name in ${path}`, name)
        pending.push({ path: `${path}.${name}`, value: inner, depth: depth + 1 })
      }
    }
  }
}

function requireText(path: string, text: string): void {
  if (text.includes('\0')) throw new Invalid(`${path} must not contain the character U+0000.`)
  if (!text.isWellFormed())
    throw new Invalid(`${path} must be well-formed Unicode: it holds half a surrogate pair.`)
}
