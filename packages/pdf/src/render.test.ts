import { parseMarkdown, plainText } from '@verso/markdown'
import fc from 'fast-check'
import { getDocumentProxy, extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { MARKDOWN_OF, MARKDOWN_OF_INLINE } from '../../markdown/src/testing/every-block.ts'
import { chooseFonts } from './fonts.ts'
import { buildBook } from './make-book.ts'
import { renderPdf } from './render.ts'
import type { BookSource, PageSource, Surroundings } from './sources.ts'

// A process for each book, on machines that may be busy.
const slowTest = { timeout: 120_000 }

const noReferences: Surroundings = {
  resolve: () => undefined,
  image: () => undefined,
  evaluate: () => undefined,
}

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
  surroundings = noReferences,
  images = new Map<string, Uint8Array>(),
) {
  const { pdf, pages } = await renderPdf(source, surroundings, { images })
  const result = await readPdf(pdf)
  expect(result.sheets).toHaveLength(pages)
  return result
}

describe('a book', () => {
  test(
    'has a cover, a table of contents with the right numbers, and its pages in order',
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
      // The sheet after the cover is number 1.
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

  test('shows a title once, also where the text begins with it', slowTest, async () => {
    const { sheets } = await renderAndRead(createBook(createPage('one', '# Title of one\n\nText.')))
    expect(sheets.at(-1)?.match(/Title of one/g)).toHaveLength(1)
  })

  test('of no page is a cover', slowTest, async () => {
    const { text } = await renderAndRead(createBook())
    expect(text).toContain('Handbook')
  })
})

describe('what a page can hold', () => {
  test('every block and every inline is there, and its words with it', slowTest, async () => {
    const pages = [...Object.entries(MARKDOWN_OF), ...Object.entries(MARKDOWN_OF_INLINE)].map(
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

  test('the scripts of the world, each in a font that has it', slowTest, async () => {
    const markdown = '文档平台。日本語の文章。한국어 문장. кириллица Ελληνικά ไทย हिन्दी עברית العربية 🎉'
    const { document } = await renderAndRead(createBook(createPage('scripts', markdown)))
    const { items } = await (await document.getPage(document.numPages)).getTextContent()
    const shown = items.map((item) => ('str' in item ? item.str : '')).join('')
    for (const word of ['文档平台', '日本語の文章', '한국어', 'кириллица', 'Ελληνικά', '🎉']) {
      expect(removeWhitespace(shown)).toContain(removeWhitespace(word))
    }
    // Characters that the Japanese font lacks are still found in the Chinese one.
    expect(chooseFonts('語', 'ja').families).toEqual(['Noto Sans Japanese', 'Noto Sans S Chinese'])
    expect(chooseFonts('語', 'zh-Hans').families).toEqual(['Noto Sans S Chinese'])
    expect(chooseFonts('plain').families).toEqual([])
  })

  test('links lead to pages and headings of the book, or out; what is broken is text', slowTest, async () => {
    const markdown = '[in](a.md) [heading](b.md) [out](https://example.com/x) [bad](c.md) [script](d.md)'
    const { document } = await renderAndRead(
      createBook(createPage('one', markdown), createPage('two', '## Deep down\n\nThere.')),
      {
        ...noReferences,
        resolve: (ref) => {
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
  })

  test('a picture is shown; one that is none costs itself alone', slowTest, async () => {
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
        image: (ref) => (ref.kind === 'file' ? { src: ref.file, width: 40, height: 30 } : undefined),
      },
      images,
    )
    expect(text).toContain('Alt of bad.png')
    expect(text).toContain('Alt of bad.svg')
    expect(text).not.toContain('Alt of good.png')
    expect(text).toContain('Still here')
  })

  test('formulas are set; one that cannot be is shown as it was written', slowTest, async () => {
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

  test('text that looks like Typst is text', slowTest, async () => {
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

  test('what is nested very deep is flattened, not lost', slowTest, async () => {
    const quotes = `${'> '.repeat(60)}bottom of quotes`
    const lists = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}* level ${depth}`).join('\n')
    const { text } = await renderAndRead(createBook(createPage('one', `${quotes}\n\n${lists}\n\nThe end.`)))
    expect(text).toContain('bottom of quotes')
    expect(text).toContain('level 39')
    expect(text).toContain('The end.')
  })

  test('an enormous word breaks instead of running off the sheet', slowTest, async () => {
    const { text } = await renderAndRead(
      createBook(createPage('one', `${'X'.repeat(3000)}\n\n\`\`\`\n${'Y'.repeat(3000)}\n\`\`\``)),
    )
    expect(text.match(/X/g)).toHaveLength(3000)
    expect(text.match(/Y/g)).toHaveLength(3000)
  })
})

test('any text of any page makes a book that holds its words', () => {
  const blocks = fc.constantFrom(...Object.values(MARKDOWN_OF), ...Object.values(MARKDOWN_OF_INLINE))
  fc.assert(
    fc.property(fc.array(fc.oneof(blocks, fc.string({ unit: 'grapheme' })), { maxLength: 8 }), (parts) => {
      const { document } = parseMarkdown(parts.join('\n\n'))
      const made = JSON.stringify(
        buildBook(createBook(createPage('one', '', { document })), noReferences).book,
      )
      // What JSON cannot say, or a link into nothing, would stop the template.
      expect(JSON.parse(made)).toBeTypeOf('object')
      for (const [, label] of made.matchAll(/"to":\{"label":"([^"]*)"/g))
        expect(made).toContain(`"label":"${label}"`)
      expect(plainText(document)).toBeTypeOf('string')
    }),
    { numRuns: 500 },
  )
})
