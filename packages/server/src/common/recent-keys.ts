/** How many keys are remembered. They take four bytes each. */
const SLOTS = 2 ** 16

/**
 * Remembers which keys came lately, in a fixed amount of memory. A cache that takes only what comes a second time is not
 * displaced by somebody who reads everything once, and what they read is garbage at once instead of when it has grown old.
 *
 * Two keys may share a slot, so a key may be forgotten. Very seldom one is taken for another; a cache then takes it a little
 * earlier.
 */
export class RecentKeys {
  readonly #marks = new Uint32Array(SLOTS)

  /** Whether the key came before. */
  add(key: string): boolean {
    const hash = hashKey(key)
    const slot = hash % SLOTS
    // An empty slot is zero.
    const mark = hash | 1
    const isKnown = this.#marks[slot] === mark >>> 0
    this.#marks[slot] = mark
    return isKnown
  }
}

/** FNV-1a, with a final mix so that each bit depends on the whole key. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
