import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOrigin } from './index.ts'
import { flattenPages, type MemoryRepository, MemorySpace } from './testing.ts'

/** A change on one of the two sides. Its numbers select among the existing pages. */
const step = fc.oneof(
  fc.record({
    by: fc.constant('verso' as const),
    does: fc.constantFrom('write', 'title', 'insert', 'move', 'slug'),
    n: fc.nat(),
    m: fc.nat(),
  }),
  fc.record({
    by: fc.constant('git' as const),
    does: fc.constantFrom('write', 'rename', 'add', 'swap', 'describe'),
    n: fc.nat(),
    m: fc.nat(),
  }),
  fc.record({
    by: fc.constant('sync' as const),
    does: fc.constantFrom('import', 'export'),
    n: fc.nat(),
    m: fc.nat(),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const start = {
  'SUMMARY.md':
    '# Table of contents\n\n* [One](README.md)\n* [Two](two.md)\n  * [Three](two/three.md)\n\n## Group\n\n* [Four](four.md)\n',
  'README.md': '# One\n\nFirst line.\n\nSecond line.\n',
  'two.md': '---\ndescription: Of two\n---\n\n# Two\n\nHere.\n\nAnd here.\n',
  'two/three.md': 'No title.\n\nBut two lines.\n',
  'four.md': '# Four\n\nText.\n\nMore text.\n',
}

/** Both sides, and every word that was written on either. */
class World {
  readonly space = new MemorySpace()
  readonly repository: MemoryRepository = new Map(Object.entries(start))
  readonly words: string[] = []

  word(): string {
    const word = `word${this.words.length}x`
    this.words.push(word)
    return word
  }

  async take({ by, does, n, m }: Step): Promise<void> {
    if (by === 'verso') await this.#inVerso(does, n, m)
    else if (by === 'git') this.#inGit(does, n, m)
    else {
      await this.space.merge(this.repository)
      if (does === 'export') await this.space.export(this.repository)
    }
  }

  async #inVerso(does: string, n: number, m: number): Promise<void> {
    const { pages, documents } = await this.space.content(this.space.root)
    const all = flattenPages(pages).filter(({ fields }) => fields.type === 'document')
    const page = all[n % all.length]
    if (!page) return
    if (does === 'write') {
      const text = page.document === null ? '' : ((await documents([page.document])).get(page.document) ?? '')
      await this.space.apply([
        { type: 'update-page', id: page.id, document: { markdown: insertLine(text, this.word(), m) } },
      ])
    }
    if (does === 'title')
      await this.space.apply([{ type: 'update-page', id: page.id, fields: { title: `Title ${n % 5}` } }])
    if (does === 'slug')
      await this.space.apply([{ type: 'update-page', id: page.id, fields: { slug: `slug-${n % 7}` } }])
    if (does === 'insert') {
      const id = `page-${this.words.length}-${n}`
      const fields = { type: 'document' as const, title: `Page ${n % 9}`, slug: `page-${n % 9}` }
      const document = { markdown: `${this.word()}\n` }
      const known = await this.space.view.getPages([id])
      if (known.size === 0) {
        await this.space.apply([
          { type: 'insert-page', id, parent: m % 2 === 0 ? null : page.id, at: m % 4, fields, document },
        ])
      }
    }
    if (does === 'move') {
      const target = all[m % all.length]
      if (target && !flattenPages([page]).includes(target)) {
        await this.space.apply([
          { type: 'move-page', id: page.id, parent: m % 3 === 0 ? null : target.id, at: m % 3 },
        ])
      }
    }
  }

  #inGit(does: string, n: number, m: number): void {
    const files = [...this.repository.keys()].filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
    const path = files[n % files.length]
    const summary = this.repository.get('SUMMARY.md') ?? ''
    if (path === undefined) return
    const text = this.repository.get(path) ?? ''
    if (does === 'write') {
      const [head = '', body = text] =
        text.match(/^(?:---\n[^]*?\n---\n\n)?(?:# .*\n\n?)?/)?.map((found) => found) ?? []
      const rest = body === text ? text.slice(head.length) : body
      this.repository.set(path, head + insertLine(rest, this.word(), m))
    }
    if (does === 'describe' && text.startsWith('# '))
      this.repository.set(path, `---\ndescription: Said ${n % 5}\n---\n\n${text}`)
    if (does === 'rename' && summary.includes(`(${path})`)) {
      const renamed = `moved/file-${n % 11}.md`
      if (this.repository.has(renamed)) return
      this.repository.delete(path)
      this.repository.set(renamed, text)
      this.repository.set('SUMMARY.md', summary.replace(`(${path})`, `(${renamed})`))
    }
    if (does === 'add') {
      const added = `added-${n % 13}.md`
      if (this.repository.has(added)) return
      this.repository.set(added, `# Added ${n % 13}\n\n${this.word()}\n`)
      this.repository.set('SUMMARY.md', `${summary.trimEnd()}\n* [Added](${added})\n`)
    }
    if (does === 'swap') {
      const lines = summary.split('\n')
      const at = lines.findIndex((line, index) => line.startsWith('* ') && lines[index + 1]?.startsWith('* '))
      if (at < 0) return
      ;[lines[at], lines[at + 1]] = [lines[at + 1] ?? '', lines[at] ?? '']
      this.repository.set('SUMMARY.md', lines.join('\n'))
    }
  }
}

/** Adds a line before or after the text. */
const insertLine = (text: string, word: string, m: number): string =>
  m % 2 === 0 ? `${word}\n\n${text}` : `${text.trimEnd()}\n\n${word}\n`

async function describeSpace(space: MemorySpace) {
  const { pages, documents } = await space.content(space.root)
  const texts = await documents(flattenPages(pages).flatMap(({ document }) => document ?? []))
  const show = (tree: typeof pages): unknown[] =>
    tree.map((page) => [
      page.fields.type,
      page.fields.title,
      page.fields.slug,
      page.fields.description,
      readOrigin(page.fields)?.path,
      page.document === null ? '' : texts.get(page.document),
      show(page.pages),
    ])
  return show(pages)
}

test('after any sequence of changes on both sides, both end equal and no word is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = new World()
      await world.space.import(world.repository)
      for (const next of steps) await world.take(next)
      await world.space.merge(world.repository)
      await world.space.export(world.repository)

      expect(await world.space.export(world.repository)).toEqual([])
      const other = new MemorySpace()
      await other.import(world.repository)
      expect(await describeSpace(other)).toEqual(await describeSpace(world.space))
      const both = [JSON.stringify(await describeSpace(world.space)), [...world.repository.values()].join('')]
      for (const word of world.words) for (const side of both) expect(side).toContain(word)
    }),
    { numRuns: 100 },
  )
}, 120_000)
