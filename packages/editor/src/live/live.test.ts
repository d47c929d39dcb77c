import fc from 'fast-check'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '@verso/markdown'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { stepsBetween, toEditor } from '../index.ts'
import { type CommitJson, type SentSteps, TestLiveClient } from '../testing/live-client.ts'
import { EDIT_KINDS, makeEdit } from '../testing/random-edits.ts'
import { checkChangedBlocks, InvalidSteps, readSteps } from './read-steps.ts'
import { createLocalState } from './local-steps.ts'
import { rebaseSteps } from './rebase-steps.ts'
import { storeLocalSteps, transferSteps } from './stored-steps.ts'

const corpusPath = fileURLToPath(new URL('../../../../../shared/corpus/beefree-sdk-docs', import.meta.url))
const pages = existsSync(corpusPath) ? globSync('**/*.md', { cwd: corpusPath }).sort() : []

const page = [
  'The first paragraph has some words.',
  '',
  '## A heading',
  '',
  '{% hint style="info" %}',
  'A hint with **bold** words.',
  '{% endhint %}',
  '',
  '* one',
  '* two',
  '',
  'The last paragraph.',
].join('\n')

/** The one order of commits, as the server keeps it. */
class Log {
  readonly commits: CommitJson[] = []
  doc: Node

  constructor(doc: Node) {
    this.doc = doc
  }

  add({ since, ref, steps }: SentSteps): void {
    if (this.commits.some((commit) => commit.ref === ref)) return
    const others = this.commits.slice(since).flatMap((commit) => readSteps(commit.steps))
    const rebased = rebaseSteps(this.doc, readSteps(steps), others)
    checkChangedBlocks(this.doc, rebased.doc)
    this.doc = rebased.doc
    const json = rebased.steps.map((step): unknown => step.toJSON())
    this.commits.push({ version: this.commits.length + 1, ref, steps: json })
  }
}

function start(count: number): { log: Log; clients: TestLiveClient[] } {
  const doc = toEditor(parseMarkdown(page).document)
  const clients = Array.from(
    { length: count },
    (_, index) => new TestLiveClient(`c${index}`, doc.toJSON(), 0),
  )
  return { log: new Log(doc), clients }
}

function settle(log: Log, clients: readonly TestLiveClient[]): void {
  for (let round = 0; round < 3; round++) {
    for (const client of clients) {
      const sent = client.send()
      if (sent) log.add(sent)
      client.receive(log.commits)
    }
  }
}

describe('everybody ends with one document', () => {
  test('whatever they do, and however late, often and doubled their messages come', () => {
    const action = fc.record({
      who: fc.nat(4),
      what: fc.constantFrom(
        'edit',
        'edit',
        'edit',
        'send',
        'send some',
        'send twice',
        'receive',
        'receive some',
        'reload',
      ),
      kind: fc.nat(EDIT_KINDS - 1),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      word: fc.stringMatching(/^[a-z]{1,4}$/),
    })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.array(action, { maxLength: 60 }), (count, actions) => {
        const { log, clients } = start(count)
        for (const { who, what, kind, at, word } of actions) {
          const client = clients[who % count]
          if (!client) continue
          if (what === 'edit') makeEdit(client, kind, at, word)
          else if (what === 'receive') client.receive(log.commits)
          else if (what === 'receive some') client.receive(log.commits.slice(0, client.version + 1))
          else if (what === 'reload') client.reload()
          else {
            const sent = client.send(what === 'send some' ? 2 : undefined)
            if (sent) log.add(sent)
            if (sent && what === 'send twice') log.add(sent)
          }
        }
        settle(log, clients)
        log.doc.check()
        for (const client of clients) {
          expect(client.isSettled).toBe(true)
          expect(client.doc.toJSON()).toEqual(log.doc.toJSON())
        }
      }),
      { numRuns: 200 },
    )
  })

  test('with both texts where two type in one paragraph', () => {
    const { log, clients } = start(2)
    const [ann, bob] = clients
    ann?.type('first', ' (Ann)')
    bob?.type('some', ' (Bob)')
    ann?.type('first (Ann)', ' again')
    settle(log, clients)
    expect(ann?.text).toContain('The first (Ann) again paragraph has some (Bob) words.')
    expect(bob?.text).toBe(ann?.text)
  })

  test('with what was on its way and what was typed after it, each once, if a window is loaded again', () => {
    const { log, clients } = start(2)
    const [ann, bob] = clients
    ann?.type('first', ' (sent)')
    const sent = ann?.send()
    ann?.type('(sent)', ' (typed after)')
    bob?.type('The', ' very')
    const bobs = bob?.send()
    if (bobs) log.add(bobs)
    // The commit arrives, and its answer does not.
    if (sent) log.add(sent)
    ann?.reload()
    settle(log, clients)
    expect(ann?.text).toContain('The very first (sent) (typed after) paragraph')
    expect(bob?.text).toBe(ann?.text)
  })

  test('with steps on another document, where the commits between the two are not known', () => {
    const { clients } = start(2)
    const [ann, bob] = clients
    if (!ann || !bob) throw new Error('two clients were started')
    const stored = storeLocalSteps(ann.doc, createLocalState(0))
    ann.type('The last', ' (Ann)')
    bob.type('first', ' (Bob)')
    const steps = stepsBetween(toEditor(parseMarkdown(page).document), ann.doc)
    const json = steps.map((step): unknown => step.toJSON())
    const transferred = transferSteps({ ...stored, steps: json }, bob.doc)
    expect(transferred.lostCount).toBe(0)
    expect(transferred.doc.textContent).toContain('first (Bob)')
    expect(transferred.doc.textContent).toContain('The last (Ann)')
  })

  test('without the text that somebody typed into a block that another deleted', () => {
    const { log, clients } = start(2)
    const [ann, bob] = clients
    ann?.type('The last', ' (Ann)')
    bob?.change((transform) => {
      const last = transform.doc.lastChild?.nodeSize ?? 0
      transform.delete(transform.doc.content.size - last, transform.doc.content.size)
    })
    const sent = bob?.send()
    if (sent) log.add(sent)
    settle(log, clients)
    expect(ann?.text).not.toContain('last')
    expect(bob?.text).toBe(ann?.text)
  })
})

/** Drags the block with some words to the start of the page. */
const drag = (client: TestLiveClient | undefined, words: string): void =>
  client?.change((transform) => {
    const $inside = transform.doc.resolve(client.find(words))
    const block = $inside.node(1)
    const start = $inside.before(1)
    transform.delete(start, start + block.nodeSize).insert(0, block)
  })

const countParts = (all: string, letter: string): number => all.split(letter).length

describe('what is moved takes along what others write into it', () => {
  test.each([
    ['who writes is first', ['ann', 'bob']],
    ['who moves is first', ['bob', 'ann']],
  ])('%s', (_name, order) => {
    const { log, clients } = start(2)
    const [ann, bob] = clients
    ann?.type('The last', ' (Ann)')
    ann?.type('paragraph', ' (heading)')
    drag(bob, 'The last')
    bob?.type('The last paragraph', ' (Bob)')
    for (const name of order) {
      const sent = (name === 'ann' ? ann : bob)?.send()
      if (sent) log.add(sent)
    }
    ann?.type('(Ann)', ' again')
    settle(log, clients)
    expect(ann?.text).toMatch(/^The last \(Ann\) again paragraph \(Bob\)\./)
    expect(ann?.text).toContain('The first paragraph (heading) has')
    expect(ann?.text.match(/The last/g)).toHaveLength(1)
    expect(bob?.text).toBe(ann?.text)
  })

  test('and is moved once if two move it', () => {
    const { log, clients } = start(3)
    for (const client of clients) drag(client, 'The last')
    settle(log, clients)
    expect(clients[0]?.text.match(/The last/g)).toHaveLength(1)
    expect(new Set(clients.map(({ text }) => text)).size).toBe(1)
  })

  test('and stays where it is when the place that it moves to is deleted', () => {
    const { log, clients } = start(2)
    const [ann, bob] = clients
    ann?.change((transform) => {
      const $last = transform.doc.resolve(ann.find('The last'))
      const block = $last.node(1)
      transform.delete($last.before(1), $last.after(1)).insert(ann.find('A hint') - 1, block)
    })
    bob?.change((transform) => {
      const $hint = transform.doc.resolve(bob.find('A hint'))
      transform.delete($hint.before(1), $hint.after(1))
    })
    const sent = bob?.send()
    if (sent) log.add(sent)
    settle(log, clients)
    expect(ann?.text).toContain('The last paragraph.')
    expect(ann?.text).not.toContain('A hint')
    expect(bob?.text).toBe(ann?.text)
  })

  test('whatever is typed and moved by several at once: nothing that was typed is lost', () => {
    const action = fc.record({
      who: fc.nat(3),
      what: fc.constantFrom('type', 'type', 'move', 'send', 'receive'),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.array(action, { maxLength: 40 }), (count, actions) => {
        const { log, clients } = start(count)
        const words: string[] = []
        for (const { who, what, at } of actions) {
          const client = clients[who % count]
          if (!client) continue
          if (what === 'type') {
            words.push(`<${words.length}>`)
            makeEdit(client, 0, at, words.at(-1) ?? '')
          } else if (what === 'move') makeEdit(client, 5, at, '')
          else if (what === 'receive') client.receive(log.commits)
          else {
            const sent = client.send()
            if (sent) log.add(sent)
          }
        }
        settle(log, clients)
        const text = clients[0]?.text ?? ''
        for (const client of clients) expect(client.text).toBe(text)
        // One word may be typed into the middle of another.
        for (const letter of '<0123456789>')
          expect(countParts(text, letter)).toBe(countParts(words.join(''), letter))
      }),
      { numRuns: 200 },
    )
  })

  test('but is no more than what was there, whatever a hostile client says', () => {
    const { log, clients } = start(1)
    const [ann] = clients
    const last = log.doc.content.size - (log.doc.lastChild?.nodeSize ?? 0)
    const size = log.doc.content.size - last
    const forged = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(size - 2) }] }
    log.add({
      since: 0,
      ref: 'forged',
      steps: [
        { stepType: 'replace', from: last, to: last + size },
        { stepType: 'insertMoved', from: 0, to: 0, slice: { content: [forged] } },
      ],
    })
    ann?.receive(log.commits)
    expect(ann?.text).toMatch(/^The last paragraph\./)
    expect(() => readSteps([{ stepType: 'insertMoved' }])).toThrow(InvalidSteps)
  })
})

describe('steps of hostile clients are refused', () => {
  const doc = toEditor(parseMarkdown(page).document)
  const apply = (...values: unknown[]): void => {
    const { doc: after } = rebaseSteps(doc, readSteps(values), [])
    checkChangedBlocks(doc, after)
  }

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['an unknown type', { stepType: 'explode' }],
    ['a step without positions', { stepType: 'replace' }],
    [
      'a node that does not exist',
      { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'script' }] } },
    ],
    ['a mark that does not exist', { stepType: 'addMark', from: 1, to: 3, mark: { type: 'blink' } }],
  ])('%s', (_name, value) => {
    expect(() => readSteps([value])).toThrow(InvalidSteps)
  })

  test('nesting that would overflow the stack', () => {
    let content: object = { type: 'paragraph' }
    for (let depth = 0; depth < 10_000; depth++) content = { type: 'blockquote', content: [content] }
    const step = { stepType: 'replace', from: 0, to: 0, slice: { content: [content] } }
    expect(() => readSteps([step])).toThrow(InvalidSteps)
  })

  test('settings and contents that the schema does not allow', () => {
    const hint = doc.children.slice(0, 2).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    expect(() => apply({ stepType: 'attr', pos: hint, attr: 'style', value: 'rainbow' })).toThrow('style')
    expect(() => apply({ stepType: 'docAttr', attr: 'schemaVersion', value: 'x' })).toThrow('schemaVersion')
    const all = readSteps([{ stepType: 'replace', from: 0, to: doc.content.size }])
    expect(rebaseSteps(doc, all, [])).toMatchObject({ lostCount: 1, steps: [] })
    const link = { type: 'link', attrs: { ref: { kind: 'url', url: 'javascript:alert(1)' } } }
    expect(() => apply({ stepType: 'addMark', from: 1, to: 3, mark: link })).toThrow('ref')
  })
})

describe.skipIf(pages.length === 0)('on real pages, what is typed and what is written by other ways', () => {
  test('are both there, in different blocks and in the same one', () => {
    let count = 0
    for (const path of pages.filter((_path, index) => index % 5 === 0)) {
      const markdown = readFileSync(`${corpusPath}/${path}`, 'utf8')
      const doc = toEditor(parseMarkdown(markdown).document)
      const last = listTextBlocks(doc).length - 1
      if (last < 0) continue
      const typed = insertWord(doc, 0, 'start', 'TYPED')
      for (const block of [0, last]) {
        const text = bringTogether(doc, typed, insertWord(doc, block, 'end', 'WRITTEN'))
        expect([path, text.includes('TYPED'), text.includes('WRITTEN')]).toEqual([path, true, true])
        count++
      }
    }
    expect(count).toBeGreaterThan(50)
  })
})

/** Inserts a word at the start or the end of a text block. */
function insertWord(doc: Node, blockIndex: number, side: 'start' | 'end', word: string): Transform {
  const position = listTextBlocks(doc)[blockIndex]?.[side] ?? 1
  return new Transform(doc).insert(position, doc.type.schema.text(word))
}

function bringTogether(doc: Node, typed: Transform, written: Transform): string {
  const rebased = rebaseSteps(typed.doc, stepsBetween(doc, written.doc), typed.steps)
  expect(rebased.lostCount).toBe(0)
  rebased.doc.check()
  return rebased.doc.textBetween(0, rebased.doc.content.size, '\n')
}

/** The positions at the start and the end of each block of words. */
function listTextBlocks(doc: Node): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    if (node.type.name === 'paragraph')
      blocks.push({ start: position + 1, end: position + 1 + node.content.size })
    return false
  })
  return blocks
}
