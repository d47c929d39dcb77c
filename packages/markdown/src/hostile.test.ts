import { describe, expect, test } from 'vitest'
import { MarkdownError, MarkdownTooDeep, MarkdownTooLarge, parseMarkdown, writeMarkdown } from './index.ts'
import { hostileTexts } from './testing/hostile.ts'

/** Returns `written`, or the name of an error of this package. It rethrows any other error. */
function getOutcome(markdown: string): string {
  try {
    writeMarkdown(parseMarkdown(markdown).document)
    return 'written'
  } catch (error) {
    if (error instanceof MarkdownError) return error.name
    throw error
  }
}

// These tests do not assert a time. A text that takes quadratic time would run for minutes and exceed the timeout.
describe('texts that try to make the parser slow, deeply recursive or endless', () => {
  test.each(Object.entries(hostileTexts))('%s', { timeout: 240_000 }, (_name, markdown) => {
    expect(getOutcome(markdown)).toMatch(/^(?:written|Markdown\w+)$/)
  })
})

test('a hundred thousand nested quotes are rejected as too deep', () => {
  expect(() => parseMarkdown('>'.repeat(100_000))).toThrow(MarkdownTooDeep)
})

test('nested tags are rejected as too deep', () => {
  expect(() => parseMarkdown('{% hint %}\n'.repeat(200) + '{% endhint %}\n'.repeat(200))).toThrow(
    MarkdownTooDeep,
  )
})

test('a text of more than fifty million characters is rejected as too large', () => {
  expect(() => parseMarkdown('a'.repeat(50_000_001))).toThrow(MarkdownTooLarge)
})

describe('source that could run in a browser becomes text or code, or is dropped', () => {
  test.each([
    '[a](javascript:alert(1))',
    '<a href="java&#9;script:alert(1)">a</a>',
    '<a href=" javascript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)" class="button primary">a</a>',
    '![a](data:text/html;base64,PHNjcmlwdD4=)',
    '<img src="javascript:alert(1)">',
    '<figure><img src="vbscript:x"></figure>',
    '<table><tr><td><a href="javascript:alert(1)">a</a></td></tr></table>',
  ])('%s gives no reference', (markdown) => {
    expect(JSON.stringify(parseMarkdown(markdown).document)).not.toContain('"ref"')
  })

  test('a script becomes a code block', () => {
    const [block] = parseMarkdown('<script>\nalert(1)\n\nalert(2)\n</script>\n\nafter').document.nodes
    expect(block).toMatchObject({ type: 'code', data: { raw: 'html', syntax: 'html' } })
  })

  test('event handlers on known elements are dropped', () => {
    const { document } = parseMarkdown(
      '<figure><img src="a.png" onerror="alert(1)"></figure>\n\n<b onclick="x">y</b>',
    )
    expect(JSON.stringify(document)).not.toMatch(/onerror|onclick/)
  })
})
