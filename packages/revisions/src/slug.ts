import { InvalidValue } from './errors.ts'

const longestSlug = 100

export function checkSlug(slug: string): void {
  if (slug.includes('/')) throw new InvalidValue(`A slug holds no slash: ${JSON.stringify(slug)}`)
  if (!slug.isWellFormed()) throw new InvalidValue('A slug is well-formed Unicode')
}

/**
 * The wanted slug, or the wanted slug with a number after it: one that is free while the number before is not.
 * Numbers are tried by doubling and halving, since a thousand pages called "Untitled" are no rare sight.
 */
export async function freeSlug(wanted: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  if (await isFree(wanted)) return wanted
  const numbered = (n: number): string => withSuffix(wanted === '' ? 'page' : wanted, `-${n}`)
  let taken = 0
  let free = 1
  while (!(await isFree(numbered(free)))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isFree(numbered(middle))) free = middle
    else taken = middle
  }
  return numbered(free)
}

function withSuffix(slug: string, suffix: string): string {
  // A surrogate cut in half becomes U+FFFD here, so what comes back is well-formed.
  return slug.slice(0, longestSlug - suffix.length).toWellFormed() + suffix
}
