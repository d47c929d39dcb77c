import { describe, expect, test } from 'vitest'
import { MarkdownError, MarkdownTooDeep, MarkdownTooLarge, parseMarkdown, writeMarkdown } from './index.ts'
import { hostileTexts } from './testing/hostile.ts'

/** `written`, or the name of the error; anything but ours is thrown on. */
function outcome(markdown: string): string {
  try {
    writeMarkdown(parseMarkdown(markdown).document)
    return 'written'
  } catch (error) {
    if (error instanceof MarkdownError) return error.name
    throw error
  }
}

// No time is asserted: a text that takes quadratic time would run for minutes and fail on the runner's own limit.
describe('texts made to be slow, deep or endless', () => {
  test.each(Object.entries(hostileTexts))('%s', { timeout: 60_000 }, (_name, markdown) => {
    expect(outcome(markdown)).toMatch(/^(?:written|Markdown\w+)$/)
  })
})

test('a hundred thousand nested quotes are refused by name', () => {
  expect(() => parseMarkdown('>'.repeat(100_000))).toThrow(MarkdownTooDeep)
})

test('nested tags are refused by name', () => {
  expect(() => parseMarkdown('{% hint %}\n'.repeat(200) + '{% endhint %}\n'.repeat(200))).toThrow(
    MarkdownTooDeep,
  )
})

test('a text longer than any page is refused by name', () => {
  expect(() => parseMarkdown('a'.repeat(50_000_001))).toThrow(MarkdownTooLarge)
})

describe('what could run in a browser is text, code, or not there', () => {
  test.each([
    '[a](javascript:alert(1))',
    '<a href="java&#9;script:alert(1)">a</a>',
    '<a href=" javascript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)" class="button primary">a</a>',
    '![a](data:text/html;base64,PHNjcmlwdD4=)',
    '<img src="javascript:alert(1)">',
    '<figure><img src="vbscript:x"></figure>',
    '<table><tr><td><a href="javascript:alert(1)">a</a></td></tr></table>',
  ])('%s makes no reference', (markdown) => {
    expect(JSON.stringify(parseMarkdown(markdown).document)).not.toContain('"ref"')
  })

  test('a script is a block of code', () => {
    const [block] = parseMarkdown('<script>\nalert(1)\n\nalert(2)\n</script>\n\nafter').document.nodes
    expect(block).toMatchObject({ type: 'code', data: { raw: 'html', syntax: 'html' } })
  })

  test('handlers on elements we know are dropped', () => {
    const { document } = parseMarkdown(
      '<figure><img src="a.png" onerror="alert(1)"></figure>\n\n<b onclick="x">y</b>',
    )
    expect(JSON.stringify(document)).not.toMatch(/onerror|onclick/)
  })
})
