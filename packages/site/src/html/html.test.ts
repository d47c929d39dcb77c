import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderAttributes, html, trusted } from './html.ts'
import { safeImageUrl, safeUrl } from './urls.ts'

describe('html', () => {
  it('escapes what stands in text and in attributes', () => {
    const value = `<b a="1" c='2'>&`
    expect(html`<p title="${value}">${value}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    )
  })

  it('leaves nothing of any text that could open a tag or end an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const written = html`<p title="${text}">${text}</p>`.text
        expect(written.slice(10).split('"').length).toBe(2)
        expect(written.match(/</g)?.length).toBe(2)
      }),
    )
  })

  it('passes on HTML that was made by itself, lists, and nothing for nothing', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`)
    expect(
      html`<ul>
        ${items}${undefined}${false}${null}
      </ul>`.text,
    ).toBe('<ul><li>a</li><li>&lt;</li></ul>')
  })

  it('writes no address that runs something, and keeps those that do not', () => {
    expect(html`<a href="${'javascript:alert(1)'}">x</a>`.text).toBe('<a href="">x</a>')
    expect(html`<a${renderAttributes({ href: 'JaVaScript:alert(1)' })}>x</a>`.text).toBe('<a href="">x</a>')
    expect(html`<img src="${'data:text/html,x'}" />`.text).toBe('<img src=""/>')
    expect(html`<a href="${'/a?b=1#c'}">x</a>`.text).toBe('<a href="/a?b=1#c">x</a>')
    // Behind a `#` of the template it is no address of its own.
    expect(html`<a href="#${'javascript:x'}">x</a>`.text).toBe('<a href="#javascript:x">x</a>')
  })

  it('refuses templates with holes where no value is safe', () => {
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

  it('writes HTML into no attribute', () => {
    expect(() => html`<p title="${trusted('<b>')}"></p>`).toThrow(TypeError)
  })
})

describe('addresses', () => {
  const refused = [
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
  it.each(refused)('refuses %j', (address) => {
    expect(safeUrl(address)).toBeUndefined()
    expect(safeImageUrl(address)).toBeUndefined()
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
  ])('keeps %j', (address) => expect(safeUrl(address)).toBe(address))

  it('keeps pictures in the page itself, but no SVG, which could run', () => {
    expect(safeImageUrl('data:image/png;base64,aGk=')).toBe('data:image/png;base64,aGk=')
    expect(safeImageUrl('data:image/svg+xml;base64,aGk=')).toBeUndefined()
  })

  it('never lets a browser read a script where we read none', () => {
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
        const kept = safeUrl(pieces.join(''))
        if (kept === undefined) return
        expect(URL.parse(kept, 'https://here.example/')?.protocol).not.toBe('javascript:')
      }),
    )
  })
})
