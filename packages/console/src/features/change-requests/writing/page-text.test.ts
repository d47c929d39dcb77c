import { describe, expect, test } from 'vitest'
import { joinPageText, splitPageText } from './page-text.ts'

describe('the head of a page', () => {
  test.each([
    ['front matter', '---\ntitle: x\n---\n\n', 'Text.\n'],
    ['a heading', '# Title\n\n', 'Text.\n'],
    ['front matter and a heading', '\uFEFF---\nicon: x\n---\n\n# Title\n\n', 'Text.\n'],
    ['nothing', '', 'Text.\n'],
    ['nothing, above lines of dashes', '', 'A text.\n\n---\nname: x\n---\n\nMore.\n'],
    ['a heading, above lines of dashes', '# Title\n\n', 'A text.\n\n---\nname: x\n---\n'],
  ])('is %s', (_name, head, body) => {
    expect(splitPageText(head + body)).toEqual({ head, body })
    expect(joinPageText({ head, body })).toBe(head + body)
  })
})
