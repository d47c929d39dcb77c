import { Invalid } from '../common/errors.ts'

const MAX_DEPTH = 64
/** More than any client sends: a document of 50,000 paragraphs has half of them. */
const MAX_VALUES = 1_000_000
/** Objects with more fields are slow to handle, and no operation has a use for them. */
const MAX_FIELDS = 10_000

/** A part of a value, with the part that it is in. A path is written only for an error: there are many parts. */
interface ValuePart {
  value: object
  name: string | number
  parent: ValuePart | undefined
  depth: number
}

/**
 * Rejects text that PostgreSQL cannot store (NUL), text that is not valid Unicode (half a surrogate pair), and bodies that
 * are nested too deeply, have too many values, or objects with too many fields. It does not recurse, because a deeply nested body would overflow the call
 * stack.
 */
export function requireStorableText(part: string, value: unknown): void {
  if (typeof value === 'string') requireText(() => part, value)
  if (typeof value !== 'object' || value === null) return
  const pending: ValuePart[] = [{ value, name: part, parent: undefined, depth: 0 }]
  let valueCount = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const current = next
    if (current.depth === MAX_DEPTH)
      throw new Invalid(`${part} is nested more than ${MAX_DEPTH} levels deep.`)
    const visit = (name: string | number, inner: unknown): void => {
      if (typeof inner === 'string') requireText(() => `${formatPath(current)}.${name}`, inner)
      else if (typeof inner === 'object' && inner !== null)
        pending.push({ value: inner, name, parent: current, depth: current.depth + 1 })
    }
    if (Array.isArray(current.value)) {
      valueCount += current.value.length
      requireCount(part, valueCount)
      for (let index = 0; index < current.value.length; index++) visit(index, current.value[index])
    } else {
      // Names alone first: to list 100,000 fields with their values takes four times as long.
      const fieldCount = Object.keys(current.value).length
      if (fieldCount > MAX_FIELDS)
        throw new Invalid(`${formatPath(current)} has more than ${MAX_FIELDS} fields.`)
      valueCount += fieldCount
      requireCount(part, valueCount)
      for (const [name, inner] of Object.entries(current.value)) {
        requireText(() => `a field name in ${formatPath(current)}`, name)
        visit(name, inner)
      }
    }
  }
}

function requireCount(part: string, valueCount: number): void {
  if (valueCount > MAX_VALUES) throw new Invalid(`${part} has more than ${MAX_VALUES} values.`)
}

function requireText(describePath: () => string, text: string): void {
  if (text.includes('\0')) throw new Invalid(`${describePath()} must not contain the character U+0000.`)
  if (!text.isWellFormed())
    throw new Invalid(`${describePath()} must be well-formed Unicode: it holds half a surrogate pair.`)
}

function formatPath({ name, parent }: ValuePart): string {
  return parent ? `${formatPath(parent)}.${name}` : String(name)
}
