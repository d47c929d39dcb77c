import { completeDocument, type Document } from '@verso/markdown'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { runHighlightJobs } from './content/highlight-jobs.ts'
import { Highlighter } from './content/highlight.ts'
import { createPageView, createSiteView, renderMarkdownPage } from './testing/view.ts'
import { renderPage } from './layout/page.ts'
import { type Customization, defaultCustomization } from './theme/customization.ts'

/** Property tests run many cases, which takes long on a busy machine. */
const propertyTest = { timeout: 60_000 }

const highlighter = new Highlighter(runHighlightJobs)

interface Node {
  type: string
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
  data?: string
}

/** Finds everything in a page that could run code, load from other hosts, or stands where it must not be. */
function findDangers(html: string): string[] {
  const dangers: string[] = []
  const visit = (node: Node, parent?: Node): void => {
    const attributes = node.attribs ?? {}
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on/i.test(name)) dangers.push(`${node.name} ${name}`)
      if (name === 'style' || name === 'srcdoc') dangers.push(`${node.name} ${name}`)
      if (['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'poster'].includes(name)) {
        const scheme = URL.parse(value, 'https://here.example/')?.protocol
        if (
          scheme !== undefined &&
          !['https:', 'http:', 'mailto:', 'tel:'].includes(scheme) &&
          !/^data:image\/(?:png|gif|jpeg|webp);/.test(value)
        )
          dangers.push(`${node.name} ${name}=${value}`)
      }
    }
    if (
      ['iframe', 'object', 'embed', 'base', 'form', 'frame', 'applet', 'template', 'noscript'].includes(
        node.name ?? '',
      )
    ) {
      if (node.name !== 'form' || attributes['role'] !== 'search') dangers.push(`<${node.name}>`)
    }
    if (node.type === 'script') {
      const isOwnScript =
        attributes['src'] === '/~verso/script.js' ||
        attributes['type'] === 'application/ld+json' ||
        node.children?.[0]?.data?.startsWith('(()=>{const d=')
      if (!isOwnScript || parent?.name !== 'head') dangers.push('<script>')
    }
    if (node.type === 'style' && parent?.name !== 'head') dangers.push('<style>')
    for (const child of node.children ?? []) visit(child, node)
  }
  visit(parseDocument(html))
  return dangers
}

const payloads = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '<img src="x" onerror="alert(1)">',
  '<details open ontoggle=alert(1)><summary>a</summary>b</details>',
  '<i class="fa-x&quot;><script>alert(1)</script>"></i>',
  '<mark style="background:url(javascript:alert(1))">x</mark>',
  '{% embed url="javascript:alert(1)" %}',
  '{% file src="javascript:alert(1)" %}',
  '{% content-ref url="javascript:alert(1)" %}\n[x](javascript:alert(1))\n{% endcontent-ref %}',
  '{% hint style="info\\" onclick=\\"alert(1)" icon="\\"><script>alert(1)</script>" %}x{% endhint %}',
  '{% tabs %}\n{% tab title="<img src=x onerror=alert(1)>" %}\nx\n{% endtab %}\n{% endtabs %}',
  '{% code title="<script>alert(1)</script>" %}\n```"><script>alert(1)</script>\nx\n```\n{% endcode %}',
  '$$\n\\href{javascript:alert(1)}{x}\n$$',
  '$$\n\\unicode{<script>alert(1)</script>}\n$$',
  '$$\\text{</math><script>alert(1)</script>}$$',
  '<table data-view="cards"><thead><tr><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><a href="javascript:alert(1)">x</a></td></tr></tbody></table>',
  '<a href="javascript:alert(1)" class="button primary" data-icon="x onload=1">Go</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name="a"></form>',
  '{% updates %}\n{% update date="2026-01-31\\" onclick=\\"alert(1)" tags="<script>" %}\nx\n{% endupdate %}\n{% endupdates %}',
  '<!--><script>alert(1)</script>-->',
  '`<script>alert(1)</script>`',
]

describe('malicious content', () => {
  it.each(payloads)('runs nothing with %j in the text', async (payload) => {
    const { html } = await renderMarkdownPage(
      highlighter,
      `# T\n\n${payload}\n\n> ${payload}\n\n* ${payload}`,
    )
    expect(findDangers(html)).toEqual([])
  })

  it.each(payloads)('runs nothing with %j in titles, descriptions, emoji and icons', async (payload) => {
    const tree = {
      kind: 'page' as const,
      title: payload,
      href: payload,
      icon: payload,
      emoji: payload,
      isActive: true,
      isOpen: true,
      children: [],
    }
    const link = { title: payload, href: payload, icon: payload, emoji: payload, description: payload }
    const site = await createSiteView({
      title: payload,
      header: [{ title: payload, style: 'link', href: payload, links: [link] }],
      footer: { groups: [{ title: payload, links: [link] }] },
      announcement: { message: payload, style: payload, link },
      sections: [
        { ...link, isActive: true },
        { title: payload, icon: payload, isActive: false, sections: [{ ...link, isActive: false }] },
      ],
      variants: [
        { ...link, isActive: true },
        { ...link, isActive: false },
      ],
      logo: { light: payload, dark: payload },
    })
    const { html } = renderPage(
      createPageView(site, 'Text', {
        title: payload,
        description: payload,
        icon: payload,
        emoji: payload,
        breadcrumbs: [link],
        tree: [tree, { ...tree, kind: 'group', children: [tree] }],
        previous: link,
        next: link,
        edit: { href: payload, provider: payload },
        feed: payload,
        pdf: payload,
        canonical: payload,
        alternates: [payload],
        tags: [payload],
        cover: {
          light: {
            href: payload,
            name: payload,
            width: 900,
            narrowVersions: [{ href: payload, width: 480 }],
          },
          dark: { href: payload, name: payload },
          yPos: 0,
        },
      }),
      highlighter,
    )
    expect(findDangers(html)).toEqual([])
  })

  it.each([
    'red;}</style><script>alert(1)</script>',
    'url(javascript:alert(1))',
    '#fff;background:url(https://evil.example)',
    'expression(alert(1))',
    '#12345g',
  ])('adds no CSS rule with the colour, font or URL %j', async (payload) => {
    const color = { light: payload, dark: payload }
    const customization: Customization = {
      ...defaultCustomization,
      styling: {
        ...defaultCustomization.styling,
        primaryColor: color,
        tint: { color },
        infoColor: color,
        font: {
          id: 'x',
          fontFamily: `x"; } ${payload}`,
          fontFaces: [
            { weight: 400, sources: [{ url: payload }, { url: `https://fonts.example/"a\\${payload}` }] },
          ],
        },
        monospaceFont: payload,
        codeTheme: { default: color, openapi: color },
      },
      header: { ...defaultCustomization.header, preset: 'custom', backgroundColor: color, linkColor: color },
      favicon: { icon: color },
      privacyPolicy: { url: payload },
      socialPreview: { url: payload },
      socialAccounts: [{ platform: 'github', handle: payload, display: { footer: true, header: true } }],
      internationalization: { locale: payload },
    }
    const site = await createSiteView({}, customization)
    // Names and URLs of fonts stand in quotes and cannot end them, so quoted text is removed first.
    expect(site.theme.css.replaceAll(/"[^"\\\n]*"/g, '')).not.toMatch(
      /<|"|javascript|evil|expression\(|12345g/,
    )
    expect(findDangers((await renderMarkdownPage(highlighter, 'Text', {}, site)).html)).toEqual([])
  })

  it('runs nothing in a document that a client sends and Markdown cannot express', propertyTest, async () => {
    const text = fc.constantFrom(...payloads, 'javascript:alert(1)', '"onload="alert(1)', '100%;x:url(y)')
    const leaf = text.map((value) => ({
      object: 'text',
      leaves: [{ object: 'leaf', text: value, marks: [] }],
    }))
    const node = fc.letrec<{ block: unknown }>((tie) => ({
      block: fc.oneof(
        { maxDepth: 3 },
        fc.record({
          object: fc.constant('block'),
          type: fc.constantFrom('paragraph', 'heading-1'),
          data: fc.record({ id: text, align: text }),
          nodes: fc.array(leaf, { maxLength: 2 }),
          meta: fc.record({ id: text }),
        }),
        fc.record({
          object: fc.constant('block'),
          type: fc.constantFrom('hint', 'blockquote', 'tabs-item', 'column'),
          data: fc.record({ style: text, icon: text, title: text }),
          nodes: fc.array(tie('block'), { maxLength: 2 }),
        }),
        fc.record({
          object: fc.constant('block'),
          type: fc.constant('embed'),
          data: fc.record({ url: text }),
        }),
        fc.record({
          object: fc.constant('block'),
          type: fc.constant('math'),
          data: fc.record({ formula: text }),
        }),
        fc.record({
          object: fc.constant('block'),
          type: fc.constant('image'),
          data: fc.record({
            ref: fc.record({ kind: fc.constant('url'), url: text }),
            alt: text,
            width: fc.record({ unit: text, value: fc.constant(3) }),
          }),
          fragments: fc.constant([]),
        }),
      ),
    })).block
    const site = await createSiteView()
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (nodes) => {
        // Clients can send documents that do not have this type, which is what the test checks.
        const document = completeDocument({ object: 'document', data: {}, nodes } as unknown as Document)
        const { html } = renderPage({ ...createPageView(site, ''), document }, highlighter)
        expect(findDangers(html)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('Content-Security-Policy of a page', () => {
  it('allows only our own scripts, by their hash', async () => {
    const { html, policy } = await renderMarkdownPage(highlighter, 'Text')
    expect(policy).toContain("default-src 'none'")
    // Not 'self': the files that authors upload have the same host.
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+';/)
    const [, integrity = ''] = /<script type="module"[^>]* integrity="([^"]+)"/.exec(html) ?? []
    expect(policy).toContain(`'${integrity}';`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("base-uri 'none'")
  })

  it('allows the inline style sheet of the page, by its hash', async () => {
    const { html, policy } = await renderMarkdownPage(
      highlighter,
      '{% columns %}\n{% column width="33%" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    )
    const styleSheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    expect(styleSheet).toMatch(/^\.p[0-9a-f]{8}\{--columns:33fr 50fr\}$/)
    const { createHashSource } = await import('./content/page-styles.ts')
    expect(policy).toContain(createHashSource(styleSheet))
  })
})
