import { InvalidValue } from './errors.ts'

const MAX_SLUG_LENGTH = 100

export function checkSlug(slug: string): void {
  if (slug.includes('/')) throw new InvalidValue(`A slug must not contain a slash: ${JSON.stringify(slug)}`)
  if (!slug.isWellFormed()) throw new InvalidValue('A slug must be well-formed Unicode')
}

/**
 * Finds a slug that no sibling has: the requested one, or the requested one with a number appended. The number is
 * found by an exponential and then a binary search, because a space may have a thousand pages called "Untitled".
 */
export async function findFreeSlug(
  requestedSlug: string,
  isFree: (slug: string) => Promise<boolean>,
): Promise<string> {
  if (await isFree(requestedSlug)) return requestedSlug
  const appendNumber = (n: number): string =>
    appendSuffix(requestedSlug === '' ? 'page' : requestedSlug, `-${n}`)
  let lastTaken = 0
  let firstFree = 1
  while (!(await isFree(appendNumber(firstFree)))) {
    lastTaken = firstFree
    firstFree *= 2
  }
  while (firstFree - lastTaken > 1) {
    const middle = Math.floor((firstFree + lastTaken) / 2)
    if (await isFree(appendNumber(middle))) firstFree = middle
    else lastTaken = middle
  }
  return appendNumber(firstFree)
}

function appendSuffix(slug: string, suffix: string): string {
  // Cutting may split a surrogate pair. toWellFormed replaces what is left of it with U+FFFD.
  return slug.slice(0, MAX_SLUG_LENGTH - suffix.length).toWellFormed() + suffix
}
