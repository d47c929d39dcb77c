import { parseMarkdown } from '@verso/markdown'
import { beforeAll, describe, expect, it } from 'vitest'
import { markdownByBlockType, markdownByInlineType } from '../../../markdown/src/testing/markdown-samples.ts'
import { runHighlightJobs } from '../content/highlight-jobs.ts'
import { IconSheet } from '../content/icons.ts'
import { Highlighter } from '../content/highlight.ts'
import { findLocale } from '../locales/locales.ts'
import { resolvingReferences } from '../testing/view.ts'
import { createRenderContext } from './blocks.ts'
import { collectSnippets } from './code.ts'
import { type PageReferences, urlOnlyReferences } from './context.ts'

const highlighter = new Highlighter(runHighlightJobs)
/** Loading a grammar takes long on a busy machine. */
const highlightTest = { timeout: 60_000 }

beforeAll(() => highlighter.prepare([{ code: 'const a = 1', syntax: 'ts' }]), 30_000)

function renderMarkdown(markdown: string, references: PageReferences = resolvingReferences): string {
  const { document } = parseMarkdown(markdown)
  return createRenderContext({ references, highlighter, locale: findLocale('en') }).renderBlocks(
    document.nodes,
  ).text
}

/** A pattern that only the HTML of this block matches. */
const blockPatterns: Record<keyof typeof markdownByBlockType, RegExp> = {
  paragraph: /<p>Some text\.<\/p>/,
  'heading-1': /<h2 id="install">Install/,
  'heading-2': /<h3 id="on-linux">Linux/,
  'heading-3': /<h4 id="debian">Debian/,
  'list-ordered': /<ol start="3"><li>three<\/li><li>four<\/li><\/ol>/,
  'list-unordered': /<ul><li>one<\/li><li>two<ul><li>three<\/li><\/ul><\/li><\/ul>/,
  'list-tasks': /class="checkbox checked" role="img" aria-label="Done"/,
  'list-item': /<li>one<\/li>/,
  divider: /<hr\s?\/?>/,
  blockquote: /<blockquote><p>Quoted\.<\/p><blockquote><p>Twice/,
  hint: /class="hint warning" role="note"/,
  if: /<p>For you\.<\/p>/,
  images: /class="images full-width"/,
  image: /<img src="\/files\/day\.png" alt="A day" class="zoomable only-light" width="375" height="281"/,
  file: /class="file" href="\/files\/report\.pdf" download>.*12 kB/s,
  drawing: /<figure class="drawing">.*sketch\.svg/s,
  embed: /class="embed-card" href="https:\/\/example\.com\/video" rel="noopener nofollow ugc"/,
  code: /class="code wrap numbered".*main\.ts.*<span class="t-k">const /s,
  'code-line': /class="line highlighted"/,
  math: /<math display="block".*<msup>/s,
  expandable: /<details class="expandable"><summary>.*More.*<p>There is\./s,
  tabs: /role="radiogroup">.*checked\/><label for="tabs-1-1">One.*Two/s,
  'tabs-item': /class="tab-panel"><p>First/,
  table: /class="cards medium".*aria-label="4\/5".*class="card-link" href="\/to\/page"/s,
  swagger: /class="api missing".*GET.*\/pets/s,
  'openapi-operation': /class="api missing".*POST/s,
  'openapi-schemas': /class="api missing".*Pet, Error/s,
  'openapi-webhook': /class="api missing".*newPet/s,
  'content-ref': /class="content-ref" href="\/to\/page".*A page/s,
  integration: /graph TD/,
  'reusable-content': /^$/,
  stepper: /<ol class="stepper">.*First.*Done/s,
  'stepper-step': /class="step-mark"/,
  columns: /class="columns p[0-9a-f]{8}".*class="column middle"/s,
  column: /class="column"/,
  updates: /<time datetime="2026-01-31"><a href="#update-2026-01-31">January 31, 2026.*Tag new/s,
  update: /class="update"/,
  prompt: /class="prompt">.*Ask for a haiku.*Write a haiku/s,
}

it('shows no heading that says nothing', () => {
  const html = renderMarkdown('## \n\n### <br>\n\n## Words\n\n### ![a](b.png)\n')
  expect(html.match(/<h\d/g)).toEqual(['<h2', '<h3'])
})

describe('every block type', () => {
  it.each(Object.entries(markdownByBlockType))('%s is rendered', (type, markdown) => {
    // `Object.entries` loses the type of the keys, which are those of the patterns.
    expect(renderMarkdown(markdown)).toMatch(blockPatterns[type as keyof typeof blockPatterns])
  })

  it.each(Object.entries(markdownByBlockType))('%s is rendered without its references', (_, markdown) => {
    expect(renderMarkdown(markdown, urlOnlyReferences)).not.toContain('undefined')
  })
})

const inlinePatterns: Record<keyof typeof markdownByInlineType, RegExp> = {
  link: /<a href="\/to\/page">the guide<\/a>/,
  emoji: /<span class="emoji">🎉<\/span>/,
  icon: /<use href="#i-solid-rocket"/,
  expression: /Version value of space\.vars\.version/,
  'inline-math': /<math>.*<mi>a<\/mi>/s,
  'inline-image': /<img src="\/files\/dot\.png" alt="dot" class="inline-image line-height"/,
  annotation: /popovertarget="note-1">.*id="note-1" popover role="note">.*Explained/s,
  mention: /<span class="mention">@Person u1<\/span>/,
  button: /class="button primary" href="https:\/\/example\.com".*Go/s,
}

describe('every inline type', () => {
  it.each(Object.entries(markdownByInlineType))('%s is rendered', (type, markdown) => {
    expect(renderMarkdown(markdown)).toMatch(inlinePatterns[type as keyof typeof inlinePatterns])
  })
})

describe('an API that an author describes by hand', () => {
  it('has the request, a table of parameters for each location, and a tab for each response', () => {
    const html =
      renderMarkdown(`{% swagger method="post" path="/pets/{id}" baseUrl="https://a.b" summary="Feed" %}
{% swagger-parameter in="path" name="id" type="String" required="true" %}
Which <b>one</b>
{% endswagger-parameter %}
{% swagger-parameter in="header" name="X-Key" %}
{% endswagger-parameter %}
{% swagger-response status="200: OK" %}
Fed
{% endswagger-response %}
{% swagger-response status="404: Not Found" %}
Gone
{% endswagger-response %}
{% endswagger %}`)
    expect(html).toMatch(/class="method post">POST<.*https:\/\/a\.b\/pets\/<var>\{id\}<\/var>/s)
    expect(html).toMatch(
      /Path parameters.*<table.*<code>id<\/code>.*String, required.*Which.*Headers.*<table.*X-Key/s,
    )
    expect(html).toMatch(/<label[^>]*>200: OK<.*Fed.*<label[^>]*>404: Not Found<.*Gone/s)
  })

  it.each(['`GET`', '`DROP /pets`', '`GET pets`', 'See `GET /pets`', '`get /pets`', '**`GET /pets`**'])(
    'does not read %s as an API request',
    (markdown) => {
      expect(renderMarkdown(markdown)).not.toContain('api-line')
    },
  )

  it('escapes the URL of a request', () => {
    const html = renderMarkdown('`GET https://a.b/<img/onerror=alert(1)>{"}`')
    expect(html).toContain('api-line')
    expect(html).not.toContain('<img')
  })
})

describe('references', () => {
  it('hides content whose condition is false', () => {
    const markdown = '{% if visitor.claims.beta %}\nSecret\n{% endif %}\n\nOpen'
    expect(renderMarkdown(markdown, { ...resolvingReferences, evaluateCondition: () => false })).toBe(
      '<p>Open</p>',
    )
  })

  it('keeps the text of a broken link', () => {
    expect(renderMarkdown('[gone](gone.md)', urlOnlyReferences)).toContain(
      '<span class="broken-link">gone</span>',
    )
  })

  it('renders reusable content once when it includes itself', () => {
    const { document } = parseMarkdown('Note.\n\n{% include "note.md" %}')
    const html = renderMarkdown('{% include "note.md" %}', {
      ...resolvingReferences,
      resolveReusableContent: () => document,
    })
    expect(html).toBe('<p>Note.</p>')
  })
})

describe('code', () => {
  it('is highlighted after it was prepared and plain before', highlightTest, async () => {
    const ownHighlighter = new Highlighter(runHighlightJobs)
    const { document } = parseMarkdown('```python\ndef f(): return 1\n```')
    const createContext = () =>
      createRenderContext({
        references: urlOnlyReferences,
        highlighter: ownHighlighter,
        locale: findLocale('en'),
      })
    expect(createContext().renderBlocks(document.nodes).text).not.toContain('t-k')
    expect(await ownHighlighter.prepare(collectSnippets(document))).toBe(true)
    expect(createContext().renderBlocks(document.nodes).text).toContain('<span class="t-k">def </span>')
  })

  it('keeps every character of the source, whatever the language', highlightTest, async () => {
    const source = '<div class="a">\n\n\t{{ x }} & "y" \'z\' </script>\n</div>'
    for (const syntax of ['html', 'js', 'nonsense', 'constructor', '']) {
      const markdown = `\`\`\`${syntax}\n${source}\n\`\`\``
      await highlighter.prepare(collectSnippets(parseMarkdown(markdown).document))
      const text = renderMarkdown(markdown)
        .replace(/^.*<code>/s, '')
        .replace(/<\/code>.*$/s, '')
        .replaceAll(/<[^>]*>/g, '')
      expect(unescapeHtml(text)).toBe(`${source}\n`)
    }
  })

  it('stops waiting after the timeout and is highlighted the next time', highlightTest, async () => {
    const gate = Promise.withResolvers<void>()
    const ownHighlighter = new Highlighter(async (jobs) => {
      await gate.promise
      return runHighlightJobs(jobs)
    })
    const snippet = { code: 'fn main() {}', syntax: 'rust' }
    expect(await ownHighlighter.prepare([snippet], 0)).toBe(false)
    gate.resolve()
    expect(await ownHighlighter.prepare([snippet])).toBe(true)
    expect(ownHighlighter.getLines(snippet.code, 'rust')[0]?.[0]).toEqual({ text: 'fn ', kind: 'k' })
  })
})

describe('an icon', () => {
  it.each([
    ['chatgpt', 'brands-openai'],
    ['cursor', 'solid-arrow-pointer'],
    ['fa-rocket', 'solid-rocket'],
    ['no-such-icon', 'regular-circle-dot'],
    ['constructor', 'regular-circle-dot'],
  ])('named %s is %s', (name, symbol) => {
    const icons = new IconSheet()
    expect(icons.use(name)?.text).toContain(`#i-${symbol}`)
    expect(icons.render().text).toContain(`id="i-${symbol}"`)
  })

  it('without a name is none', () => {
    expect(new IconSheet().use('')).toBeUndefined()
    expect(new IconSheet().use(undefined)).toBeUndefined()
  })
})

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
