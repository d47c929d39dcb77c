import source from '../src/styles/tokens.css?raw'

export interface Token {
  name: string
  value: string
  kind: 'colour' | 'type' | 'family' | 'length' | 'corner' | 'shadow' | 'motion'
}

interface TokenGroup {
  title: string
  /** What the comment says besides the title. */
  note: string
  tokens: Token[]
}

/** The tokens below the comments that they stand under, so that a new one is shown without being named here. */
export function listTokenGroups(): TokenGroup[] {
  const start = source.indexOf(':root {')
  const block = source.slice(start, source.indexOf('\n}', start))
  const groups: TokenGroup[] = []
  for (const [, comment, name, value] of block.matchAll(/\/\*\s*([^]*?)\s*\*\/|(--[\w-]+):\s*([^;]+);/g)) {
    if (comment !== undefined) {
      const [title = '', ...rest] = comment.split(/(?<=[.:])\s/)
      groups.push({ title: title.replace(/[.:]$/, ''), note: rest.join(' '), tokens: [] })
    } else if (name !== undefined && value !== undefined) {
      groups.at(-1)?.tokens.push({ name, value, kind: findKind(name, value) })
    }
  }
  return groups
}

function findKind(name: string, value: string): Token['kind'] {
  if (name.startsWith('--text')) return 'type'
  if (name.startsWith('--font')) return 'family'
  if (name.startsWith('--corner')) return 'corner'
  if (name === '--float') return 'shadow'
  if (/^\d+ms\b/.test(value)) return 'motion'
  return /^[\d.]+rem$/.test(value) ? 'length' : 'colour'
}
