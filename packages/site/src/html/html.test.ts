import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html, renderAttributes, trustHtml } from './html.ts'
import { sanitizeImageUrl, sanitizeUrl } from './urls.ts'

/** Property tests run many cases, which takes long on a busy machine. */
const propertyTest = { timeout: 60_000 }

describe('html', () => {
  it('escapes values in text and in attributes', () => {
    const value = `<b a="1" c='2'>&`
    expect(html`<p title="${value}">${value}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    )
  })

  it('escapes every string so that it cannot open a tag or end an attribute', propertyTest, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const result = html`<p title="${text}">${text}</p>`.text
        expect(result.slice(10).split('"').length).toBe(2)
        expect(result.match(/</g)?.length).toBe(2)
      }),
    )
  })

  it('inserts HTML and arrays as they are and writes nothing for empty values', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`)
    expect(
      html`<ul>
        ${items}${undefined}${false}${null}
      </ul>`.text,
    ).toBe('<ul><li>a</li><li>&lt;</li></ul>')
  })

  it('removes URLs that run code and keeps other URLs', () => {
    expect(html`<a href="${'javascript:alert(1)'}">x</a>`.text).toBe('<a href="">x</a>')
    expect(html`<a${renderAttributes({ href: 'JaVaScript:alert(1)' })}>x</a>`.text).toBe('<a href="">x</a>')
    expect(html`<img src="${'data:text/html,x'}" />`.text).toBe('<img src=""/>')
    expect(html`<a href="${'/a?b=1#c'}">x</a>`.text).toBe('<a href="/a?b=1#c">x</a>')
    // After a `#` in the template the value is a fragment, not a URL.
    expect(html`<a href="#${'javascript:x'}">x</a>`.text).toBe('<a href="#javascript:x">x</a>')
  })

  it('throws for templates with values where no value is safe', () => {
    const value = 'x'
    expect(() => html`<p onclick="${value}"></p>`).toThrow(TypeError)
    expect(() => html`<p style="${value}"></p>`).toThrow(TypeError)
    expect(
      () =>
        html`<script>
          ${value}
        </script>`,
    ).toThrow(TypeError)
    expect(
      () =>
        html`<style>
          ${value}
        </style>`,
    ).toThrow(TypeError)
    expect(() => html`<!-- ${value} -->`).toThrow(TypeError)
    expect(() => html`<p ${value}></p>`).toThrow(TypeError)
    expect(() => renderAttributes({ onload: value })).toThrow(TypeError)
    expect(() => renderAttributes({ 'a b': value })).toThrow(TypeError)
  })

  it('throws when HTML is inserted into an attribute', () => {
    expect(() => html`<p title="${trustHtml('<b>')}"></p>`).toThrow(TypeError)
  })
})

describe('URLs', () => {
  const unsafeUrls = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    `java${'\t'.repeat(300)}script:alert(1)`,
    '\u0001javascript:alert(1)',
    'JAVASCRIPT&colon;alert(1)'.replace('&colon;', ':'),
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'view-source:https://example.com',
  ]
  it.each(unsafeUrls)('refuses %j', (url) => {
    expect(sanitizeUrl(url)).toBeUndefined()
    expect(sanitizeImageUrl(url)).toBeUndefined()
  })

  it.each([
    'https://example.com',
    '/a/b',
    '../a',
    'a.md',
    '#x',
    '?q=1',
    'mailto:a@example.com',
    '//example.com',
  ])('keeps %j', (url) => expect(sanitizeUrl(url)).toBe(url))

  it('keeps images in data URLs but refuses SVG, which can run scripts', () => {
    expect(sanitizeImageUrl('data:image/png;base64,aGk=')).toBe('data:image/png;base64,aGk=')
    expect(sanitizeImageUrl('data:image/svg+xml;base64,aGk=')).toBeUndefined()
  })

  it('never returns a URL that a browser parses as a script', propertyTest, () => {
    const piece = fc.constantFrom(
      'java',
      'script',
      ':',
      '\t',
      '\n',
      ' ',
      '\u0000',
      'alert(1)',
      '/',
      '\\',
      'x',
      '\u200b',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const sanitizedUrl = sanitizeUrl(pieces.join(''))
        if (sanitizedUrl === undefined) return
        expect(URL.parse(sanitizedUrl, 'https://here.example/')?.protocol).not.toBe('javascript:')
      }),
    )
  })
})
