import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { evaluateDocument } from './evaluate-document.ts'
import { expandReusableContents } from './expand-reusable-contents.ts'
import { headings } from './sections.ts'
import type { Document } from './types.ts'
import { walkBlocks } from './walk.ts'

/** A page among contents that are included by their names. */
function expand(page: string, contents: Record<string, string>): Document {
  const parsed = new Map(Object.entries(contents).map(([id, text]) => [id, parseMarkdown(text).document]))
  return expandReusableContents(parseMarkdown(page).document, ({ reusableContent }) =>
    parsed.get(reusableContent),
  )
}

const include = (id: string) => `{% include "/reusable-contents/${id}" %}`
const keysOf = (document: Document) => [...walkBlocks(document)].map(({ block }) => block.key)

describe('reusable content', () => {
  test('stands in its place, wherever that is', () => {
    const page = `a\n\n{% hint style="info" %}\n${include('x')}\n{% endhint %}\n\n${include('x')}\n`
    expect(writeMarkdown(expand(page, { x: '**b**\n' }))).toBe(
      'a\n\n{% hint style="info" %}\n**b**\n{% endhint %}\n\n**b**\n',
    )
  })

  test('includes others', () => {
    const document = expand(include('x'), { x: `b\n\n> ${include('y')}\n`, y: 'c' })
    expect(writeMarkdown(document)).toBe('b\n\n> c\n')
  })

  test('stays a reference where it is not there', () => {
    const page = parseMarkdown(`a\n\n${include('gone')}\n`).document
    expect(expandReusableContents(page, () => undefined)).toBe(page)
  })

  test('stays a reference where it would include itself', () => {
    const document = expand(include('x'), { x: `b\n\n${include('y')}`, y: `c\n\n${include('x')}` })
    expect(writeMarkdown(document)).toBe(`b\n\nc\n\n${include('x')}\n`)
  })

  test('stops growing before it is enormous', () => {
    const contents = Object.fromEntries(
      Array.from({ length: 10 }, (_, level) => [
        `c${level}`,
        Array.from({ length: 20 }, () => include(`c${level + 1}`)).join('\n\n'),
      ]),
    )
    expect(keysOf(expand(include('c0'), { ...contents, c10: 'word' })).length).toBeLessThan(50_000)
  })

  test('leaves keys and anchors of the page as they are, and has its own', () => {
    const page = `## Part\n\na\n\n${include('x')}\n\n${include('x')}\n\n## Own\n`
    const own = keysOf(parseMarkdown(page).document)
    const document = expand(page, { x: '## Part\n\na\n\n## Own\n\n| t |\n|---|\n| 1 |\n' })
    const keys = keysOf(document)
    expect(new Set(keys).size).toBe(keys.length)
    expect([keys[0], keys[1], keys.at(-1)]).toEqual([own[0], own[1], own.at(-1)])
    const anchors = headings(document).map(({ anchor }) => anchor)
    expect(anchors).toEqual(['part', 'part-1', 'own-1', 'part-2', 'own-2', 'own'])
  })

  test('whatever is included, no two keys are the same', () => {
    const names = ['x', 'y', 'z']
    const line = fc.oneof(
      fc.constantFrom('a', '## H', '> q', 'w[^1]\n\n[^1]: n', '- i\n- i'),
      fc.constantFrom(...names).map(include),
    )
    const content = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n\n'))
    fc.assert(
      fc.property(content, fc.record({ x: content, y: content, z: content }), (page, contents) => {
        const keys = keysOf(expand(page, contents))
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})

describe('expressions', () => {
  const page = parseMarkdown(
    'Version <code class="expression">v</code>, <code class="expression">w</code>.\n\n' +
      '{% if a %}\nA\n\n{% if b %}\nB\n{% endif %}\n{% endif %}\n\n{% if c %}\nC\n{% endif %}\n',
  ).document

  test('are text where they are known, and stay where they are not', () => {
    const document = evaluateDocument(page, {
      value: (expression) => (expression === 'v' ? '1.2' : undefined),
      holds: () => undefined,
    })
    expect(writeMarkdown(document)).toContain('Version 1.2, <code class="expression">w</code>.')
    expect(document.nodes[0]).toMatchObject({
      nodes: [{ object: 'text', leaves: [{ text: 'Version 1.2, ' }] }, { type: 'expression' }, {}],
    })
  })

  test('conditions show what they hold, or nothing of it', () => {
    const known = new Map([
      ['a', true],
      ['b', false],
    ])
    const document = evaluateDocument(page, {
      value: () => undefined,
      holds: (expression) => known.get(expression),
    })
    expect(document.nodes.slice(1).map(({ type }) => type)).toEqual(['paragraph', 'if'])
  })

  test('nothing known changes nothing', () => {
    expect(evaluateDocument(page, { value: () => undefined, holds: () => undefined })).toBe(page)
  })
})
