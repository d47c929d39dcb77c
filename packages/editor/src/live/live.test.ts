import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '@verso/markdown'
import type { Node } from 'prosemirror-model'
import { toEditor } from '../index.ts'
import { type CommitJson, type SentSteps, TestLiveClient } from '../testing/live-client.ts'
import { EDIT_KINDS, makeEdit } from '../testing/random-edits.ts'
import { checkChangedBlocks, InvalidSteps, readSteps } from './read-steps.ts'
import { rebaseSteps } from './rebase-steps.ts'

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
      what: fc.constantFrom('edit', 'edit', 'edit', 'send', 'send twice', 'receive', 'receive some'),
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
          else {
            const sent = client.send()
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
