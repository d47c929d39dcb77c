export const linksPerPage = 5

/** Text as people write it: few words often, many seldom; always the same. */
export class Text {
  readonly #pages: number
  #state = 42
  readonly #words = Array.from({ length: 20_000 }, (_, n) => this.#word(n))

  /** @param pages how many pages there are to link to. */
  constructor(pages: number) {
    this.#pages = pages
  }

  random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  title(): string {
    return this.#some(4).join(' ')
  }

  page(number: number, sectionCount = 6): string {
    const sections = Array.from(
      { length: sectionCount },
      () => `## ${this.#some(3).join(' ')}\n\n${this.#some(60).join(' ')}.`,
    )
    const links = Array.from(
      { length: linksPerPage },
      (_, n) => `[link](/pages/page-${(number * 7 + n * 13) % this.#pages})`,
    )
    return `${this.#some(30).join(' ')}\n\n${sections.join('\n\n')}\n\n${links.join('\n\n')}\n`
  }

  /** One to three words, some unfinished, one in twenty mistyped. */
  queries(count: number): string[] {
    return Array.from({ length: count }, (_, n) => {
      const words = this.#some(1 + (n % 3))
      const last = words.at(-1) ?? ''
      if (n % 20 === 7) return `${words.slice(0, -1).join(' ')} ${last.slice(0, 2)}${last.slice(3)}x`
      return n % 4 === 1
        ? `${words.slice(0, -1).join(' ')} ${last.slice(0, Math.max(3, last.length - 2))}`
        : words.join(' ')
    })
  }

  #some(count: number): string[] {
    return Array.from({ length: count }, () => this.#words[Math.floor(20_000 * this.random() ** 3)] ?? '')
  }

  #word(n: number): string {
    const syllables = [
      'ba',
      'con',
      'di',
      'fer',
      'gu',
      'lan',
      'mo',
      'nit',
      'pre',
      'qua',
      'ser',
      'tor',
      'vi',
      'wex',
      'zon',
      'al',
    ]
    let word = ''
    for (let rest = n + 17; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16] ?? ''
    return word
  }
}
