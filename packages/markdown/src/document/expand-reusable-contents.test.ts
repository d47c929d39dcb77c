import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { evaluateDocument } from './evaluate-document.ts'
import { expandReusableContents } from './expand-reusable-contents.ts'
import { listHeadings } from './sections.ts'
import type { Document } from './types.ts'
import { walkBlocks } from './walk.ts'

/** Expands a page with reusable contents that are included by name. */
function expandPage(page: string, contents: Record<string, string>): Document {
  const documents = new Map(Object.entries(contents).map(([id, text]) => [id, parseMarkdown(text).document]))
  return expandReusableContents(parseMarkdown(page).document, ({ reusableContent }) =>
    documents.get(reusableContent),
  )
}

const formatInclude = (id: string) => `{% include "/reusable-contents/${id}" %}`
const listKeys = (document: Document) => [...walkBlocks(document)].map(({ block }) => block.key)

describe('reusable content', () => {
  test('replaces its reference, also inside other blocks', () => {
    const page = `a\n\n{% hint style="info" %}\n${formatInclude('x')}\n{% endhint %}\n\n${formatInclude('x')}\n`
    expect(writeMarkdown(expandPage(page, { x: '**b**\n' }))).toBe(
      'a\n\n{% hint style="info" %}\n**b**\n{% endhint %}\n\n**b**\n',
    )
  })

  test('may include other reusable content', () => {
    const document = expandPage(formatInclude('x'), { x: `b\n\n> ${formatInclude('y')}\n`, y: 'c' })
    expect(writeMarkdown(document)).toBe('b\n\n> c\n')
  })

  test('stays a reference when it does not exist', () => {
    const page = parseMarkdown(`a\n\n${formatInclude('gone')}\n`).document
    expect(expandReusableContents(page, () => undefined)).toBe(page)
  })

  test('stays a reference where it includes itself', () => {
    const document = expandPage(formatInclude('x'), {
      x: `b\n\n${formatInclude('y')}`,
      y: `c\n\n${formatInclude('x')}`,
    })
    expect(writeMarkdown(document)).toBe(`b\n\nc\n\n${formatInclude('x')}\n`)
  })

  test('stays a reference when the document would become too large', { timeout: 60_000 }, () => {
    const contents = Object.fromEntries(
      Array.from({ length: 10 }, (_, level) => [
        `c${level}`,
        Array.from({ length: 20 }, () => formatInclude(`c${level + 1}`)).join('\n\n'),
      ]),
    )
    expect(listKeys(expandPage(formatInclude('c0'), { ...contents, c10: 'word' })).length).toBeLessThan(
      50_000,
    )
  })

  test('gets unique keys and anchors, and does not change those of the page', () => {
    const page = `## Part\n\na\n\n${formatInclude('x')}\n\n${formatInclude('x')}\n\n## Own\n`
    const pageKeys = listKeys(parseMarkdown(page).document)
    const document = expandPage(page, { x: '## Part\n\na\n\n## Own\n\n| t |\n|---|\n| 1 |\n' })
    const keys = listKeys(document)
    expect(new Set(keys).size).toBe(keys.length)
    expect([keys[0], keys[1], keys.at(-1)]).toEqual([pageKeys[0], pageKeys[1], pageKeys.at(-1)])
    const anchors = listHeadings(document).map(({ anchor }) => anchor)
    expect(anchors).toEqual(['part', 'part-1', 'own-1', 'part-2', 'own-2', 'own'])
  })

  test('has unique keys for arbitrary includes', { timeout: 60_000 }, () => {
    const names = ['x', 'y', 'z']
    const arbitraryLine = fc.oneof(
      fc.constantFrom('a', '## H', '> q', 'w[^1]\n\n[^1]: n', '- i\n- i'),
      fc.constantFrom(...names).map(formatInclude),
    )
    const arbitraryContent = fc.array(arbitraryLine, { maxLength: 6 }).map((lines) => lines.join('\n\n'))
    fc.assert(
      fc.property(
        arbitraryContent,
        fc.record({ x: arbitraryContent, y: arbitraryContent, z: arbitraryContent }),
        (page, contents) => {
          const keys = listKeys(expandPage(page, contents))
          expect(new Set(keys).size).toBe(keys.length)
        },
      ),
    )
  })
})

describe('expressions', () => {
  const page = parseMarkdown(
    'Version <code class="expression">v</code>, <code class="expression">w</code>.\n\n' +
      '{% if a %}\nA\n\n{% if b %}\nB\n{% endif %}\n{% endif %}\n\n{% if c %}\nC\n{% endif %}\n',
  ).document

  test('are replaced by their values, and stay when they have none', () => {
    const document = evaluateDocument(page, {
      evaluateAsText: (expression) => (expression === 'v' ? '1.2' : undefined),
      evaluateCondition: () => undefined,
    })
    expect(writeMarkdown(document)).toContain('Version 1.2, <code class="expression">w</code>.')
    expect(document.nodes[0]).toMatchObject({
      nodes: [{ object: 'text', leaves: [{ text: 'Version 1.2, ' }] }, { type: 'expression' }, {}],
    })
  })

  test('in conditions decide whether the content of a condition is shown', () => {
    const results = new Map([
      ['a', true],
      ['b', false],
    ])
    const document = evaluateDocument(page, {
      evaluateAsText: () => undefined,
      evaluateCondition: (expression) => results.get(expression),
    })
    expect(document.nodes.slice(1).map(({ type }) => type)).toEqual(['paragraph', 'if'])
  })

  test('without any value leave the document unchanged', () => {
    expect(
      evaluateDocument(page, { evaluateAsText: () => undefined, evaluateCondition: () => undefined }),
    ).toBe(page)
  })
})
