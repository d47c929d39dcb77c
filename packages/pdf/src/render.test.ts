import { parseMarkdown, extractPlainText } from '@verso/markdown'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { markdownByBlockType, markdownByInlineType } from '../../markdown/src/testing/markdown-samples.ts'
import { chooseFonts } from './fonts.ts'
import { buildBook } from './build-book.ts'
import type { BookSource, PageSource } from './book-source.ts'
import { noReferences, renderPdf } from './testing/render-pdf.ts'

// Compiling a book in its own process, or checking many cases, takes long on a busy machine.
const slowTest = { timeout: 120_000 }

const createPage = (id: string, markdown: string, more: Partial<PageSource> = {}): PageSource => ({
  id,
  title: `Title of ${id}`,
  depth: 0,
  document: parseMarkdown(markdown).document,
  ...more,
})

const createBook = (...pages: PageSource[]): BookSource => ({
  title: 'Handbook',
  subtitle: 'Second edition',
  owner: 'Example Ltd',
  date: '31 January 2026',
  language: 'en',
  pages,
})

async function readPdf(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: false })
  const sheets = text.map((sheet) => sheet.replaceAll(/[\s\u200b]+/gu, ' '))
  return { document, sheets, text: sheets.join(' ') }
}

const removeWhitespace = (text: string) => text.replaceAll(/[\s\u200b\u00ad]+/gu, '')

async function renderAndRead(
  source: BookSource,
  references = noReferences,
  images = new Map<string, Uint8Array>(),
) {
  const { pdf, pages } = await renderPdf(source, references, images)
  const result = await readPdf(pdf)
  expect(result.sheets).toHaveLength(pages)
  return result
}

describe('book', () => {
  test(
    'has a cover, a table of contents with correct page numbers, and its pages in order',
    slowTest,
    async () => {
      const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of it.`).join('\n\n')
      const { sheets, document } = await renderAndRead(
        createBook(
          { id: 'group', title: 'Basics', depth: 0, document: 'group' },
          createPage('one', `# Title of one\n\n${long}`, { depth: 1, description: 'About one' }),
          createPage('two', 'Short.', { depth: 1 }),
          createPage('three', 'Last.'),
        ),
      )
      expect(sheets[0]).toContain('Handbook')
      expect(sheets[0]).toContain('Second edition')
      expect(sheets[0]).toContain('Example Ltd')
      // Page numbers begin after the cover, so sheet `n` has the number `n`.
      for (const title of ['Title of one', 'Title of two', 'Title of three']) {
        const [, number] = new RegExp(`${title}[ .]*(\\d+)`).exec(sheets[1] ?? '') ?? []
        expect(sheets[Number(number)]).toContain(title)
        expect(sheets[Number(number)]).toMatch(title === 'Title of one' ? /BASICS/ : /^Title of/)
      }
      const outline = await document.getOutline()
      expect(outline.map(({ title }) => title)).toEqual(['Basics', 'Title of three'])
      expect(outline[0]?.items.map(({ title }) => title)).toEqual(['Title of one', 'Title of two'])
    },
  )

  test('shows a page title once when the text begins with the same title', slowTest, async () => {
    const { sheets } = await renderAndRead(createBook(createPage('one', '# Title of one\n\nText.')))
    expect(sheets.at(-1)?.match(/Title of one/g)).toHaveLength(1)
  })

  test('has only a cover when it has no pages', slowTest, async () => {
    const { text } = await renderAndRead(createBook())
    expect(text).toContain('Handbook')
  })
})

describe('page content', () => {
  test('every block and inline type is rendered with its text', slowTest, async () => {
    const pages = [...Object.entries(markdownByBlockType), ...Object.entries(markdownByInlineType)].map(
      ([name, markdown]) => createPage(name, `Before it.\n\n${markdown}\n\nAfter it.`),
    )
    const { text } = await renderAndRead(createBook(...pages))
    const all = removeWhitespace(text)
    const words =
      'Install|three|to do|Twice.|Mind the gap.|For you.|By|day|const a = 1|let b|There is.|Second|★★★★|Start|/pets|newPet|Do this.|Right|It flies.|Write a haiku.|the guide|space.vars.version|Explained.|Go|January 31, 2026'
    for (const word of words.split('|')) {
      expect(all).toContain(removeWhitespace(word))
    }
    expect(all.match(/Afterit\./g)).toHaveLength(pages.length)
  })

  test('every supported script is rendered in a font that has its characters', slowTest, async () => {
    const markdown = '文档平台。日本語の文章。한국어 문장. кириллица Ελληνικά ไทย हिन्दी עברית العربية 🎉'
    const { document } = await renderAndRead(createBook(createPage('scripts', markdown)))
    const { items } = await (await document.getPage(document.numPages)).getTextContent()
    const extractedText = items.map((item) => ('str' in item ? item.str : '')).join('')
    for (const word of ['文档平台', '日本語の文章', '한국어', 'кириллица', 'Ελληνικά', '🎉']) {
      expect(removeWhitespace(extractedText)).toContain(removeWhitespace(word))
    }
    // The Chinese font follows the Japanese one, for characters that the Japanese font lacks.
    expect(chooseFonts('語', 'ja').families).toEqual(['Noto Sans Japanese', 'Noto Sans S Chinese'])
    expect(chooseFonts('語', 'zh-Hans').families).toEqual(['Noto Sans S Chinese'])
    expect(chooseFonts('plain').families).toEqual([])
  })

  test(
    'links point to pages and headings of the book or to URLs, and broken links become text',
    slowTest,
    async () => {
      const markdown = '[in](a.md) [heading](b.md) [out](https://example.com/x) [bad](c.md) [script](d.md)'
      const { document } = await renderAndRead(
        createBook(createPage('one', markdown), createPage('two', '## Deep down\n\nThere.')),
        {
          ...noReferences,
          resolveReference: (ref) => {
            if (ref.kind === 'url') return { url: ref.url }
            if (ref.kind !== 'page') return undefined
            if (ref.page === 'a.md') return { page: 'two', title: 'Two' }
            if (ref.page === 'b.md') return { page: 'two', anchor: 'deep-down', title: 'Two' }
            if (ref.page === 'd.md') return { url: 'javascript:alert(1)' }
            return undefined
          },
        },
      )
      const sheet = await document.getPage(3)
      const links: { url?: string; dest?: unknown }[] = await sheet.getAnnotations()
      expect(links.filter(({ dest }) => dest)).toHaveLength(2)
      expect(links.flatMap(({ url }) => url ?? [])).toEqual(['https://example.com/x'])
    },
  )

  test(
    'a broken image is replaced by its alternative text and the other images are shown',
    slowTest,
    async () => {
      // One transparent pixel.
      const pixel = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      )
      const images = new Map<string, Uint8Array>([
        ['good.png', pixel],
        ['bad.png', Buffer.from('no picture at all')],
        ['bad.svg', Buffer.from('<svg><not closed')],
      ])
      const markdown = ['good.png', 'bad.png', 'bad.svg']
        .map((name) => `<figure><img src="${name}" alt="Alt of ${name}"></figure>`)
        .join('\n\n')
      const { text } = await renderAndRead(
        createBook(
          createPage(
            'one',
            `${markdown}\n\nStill here, with <img src="bad.png" alt="inline" data-size="line">.`,
          ),
        ),
        {
          ...noReferences,
          resolveImage: (ref) => (ref.kind === 'file' ? { src: ref.file, width: 40, height: 30 } : undefined),
        },
        images,
      )
      expect(text).toContain('Alt of bad.png')
      expect(text).toContain('Alt of bad.svg')
      expect(text).not.toContain('Alt of good.png')
      expect(text).toContain('Still here')
    },
  )

  test('a formula that cannot be converted is shown as TeX source', slowTest, async () => {
    const markdown = [
      '$$\n\\frac{a}{b} + \\sum_{i=0}^n i\n$$',
      '$$\n\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\n$$',
      '$$\n\\unknownthing{q}\n$$',
      '$$\nx #read("/etc/passwd")\n$$',
      '$$\n\\text{#panic("no")}\n$$',
    ].join('\n\n')
    const { text } = await renderAndRead(createBook(createPage('one', `${markdown}\n\nThe end.`)))
    expect(text).toContain('The end.')
    expect(text).toContain('unknownthing')
    expect(text).toContain('#read("/etc/passwd")')
    expect(text).not.toContain('root:')
  })

  test('text that looks like Typst source is not run', slowTest, async () => {
    const tricky =
      '#read("/etc/passwd") $x$ _no_ *no* @ref <label> `#sys.inputs` \\#let x = 1 = Heading //comment'
    const { text } = await renderAndRead(
      createBook(
        createPage('#panic("id")', tricky, { title: '#panic("title") = x', description: '$#read("a")$' }),
      ),
    )
    expect(text).toContain('#panic("title") = x')
    expect(removeWhitespace(text)).toContain(removeWhitespace('#read("/etc/passwd")'))
  })

  test('deeply nested content is flattened and keeps its text', slowTest, async () => {
    const quotes = `${'> '.repeat(60)}bottom of quotes`
    const lists = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}* level ${depth}`).join('\n')
    const { text } = await renderAndRead(createBook(createPage('one', `${quotes}\n\n${lists}\n\nThe end.`)))
    expect(text).toContain('bottom of quotes')
    expect(text).toContain('level 39')
    expect(text).toContain('The end.')
  })

  test('a very long word is broken and keeps all its characters', slowTest, async () => {
    const { text } = await renderAndRead(
      createBook(createPage('one', `${'X'.repeat(3000)}\n\n\`\`\`\n${'Y'.repeat(3000)}\n\`\`\``)),
    )
    expect(text.match(/X/g)).toHaveLength(3000)
    expect(text.match(/Y/g)).toHaveLength(3000)
  })
})

test(
  'every combination of blocks and text gives valid JSON whose links point to existing labels',
  slowTest,
  () => {
    const blocks = fc.constantFrom(
      ...Object.values(markdownByBlockType),
      ...Object.values(markdownByInlineType),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(blocks, fc.string({ unit: 'grapheme' })), { maxLength: 8 }), (parts) => {
        const { document } = parseMarkdown(parts.join('\n\n'))
        const json = JSON.stringify(
          buildBook(createBook(createPage('one', '', { document })), noReferences).book,
        )
        // The template fails on a link to a label that does not exist.
        expect(JSON.parse(json)).toBeTypeOf('object')
        for (const [, label] of json.matchAll(/"to":\{"label":"([^"]*)"/g))
          expect(json).toContain(`"label":"${label}"`)
        expect(extractPlainText(document)).toBeTypeOf('string')
      }),
      { numRuns: 500 },
    )
  },
)
