import type { Verso } from '../support/verso.ts'

interface Identified {
  id: string
}

/** A space whose pages are written and merged, one after another. */
export class WrittenSpace {
  readonly id: string
  readonly #verso: Verso
  readonly #path: string
  #pageIds: string[] = []
  #writes = 0

  private constructor(verso: Verso, id: string) {
    this.#verso = verso
    this.id = id
    this.#path = `/spaces/${id}`
  }

  static async create(
    verso: Verso,
    organizationId: string,
    pageCount: number,
    writePage = (number: number): string =>
      `# Page ${number}\n\nThe gauge measures the height of the water.\n`,
  ): Promise<WrittenSpace> {
    const { id } = await verso.call<Identified>('POST', `/orgs/${organizationId}/spaces`, {})
    const space = new WrittenSpace(verso, id)
    const changes = Array.from({ length: pageCount }, (_, number) => ({
      operation: 'insert_page',
      title: `Page ${number}`,
      document: { markdown: writePage(number) },
    }))
    await space.#change(changes)
    const { pages } = await verso.call<{ pages: Identified[] }>('GET', `${space.#path}/content/pages`)
    space.#pageIds = pages.map((page) => page.id)
    return space
  }

  get pageIds(): readonly string[] {
    return this.#pageIds
  }

  /** A new text for one page: a change request, the write and the merge. */
  async writeAndMerge(): Promise<void> {
    const number = this.#writes++
    const page = this.#pageIds[(number * 37) % this.#pageIds.length]
    const markdown = `# Edit ${number}\n\nThe gauge measures the height of the water, every six minutes.\n`
    await this.#change([{ operation: 'update_page', page, document: { markdown } }])
  }

  async #change(changes: readonly object[]): Promise<void> {
    const { id } = await this.#verso.call<Identified>('POST', `${this.#path}/change-requests`, {})
    const path = `${this.#path}/change-requests/${id}`
    for (let start = 0; start < changes.length; start += 50) {
      await this.#verso.call('POST', `${path}/content`, { changes: changes.slice(start, start + 50) })
    }
    await this.#verso.call('POST', `${path}/merge`, {})
  }
}
