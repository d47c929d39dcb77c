import { listHeadings, parseMarkdown } from '@verso/markdown'
import { expect, test } from 'vitest'
import { Highlighter } from '../content/highlight.ts'
import { findLocale } from '../locales/locales.ts'
import { createRenderContext } from './blocks.ts'
import { type RenderContext, urlOnlyReferences } from './context.ts'
import { ElementIds } from './element-ids.ts'

const highlighter = new Highlighter(() => Promise.resolve([]))

function createContext(markdown: string): { context: RenderContext; html: string } {
  const { document } = parseMarkdown(markdown)
  const context = createRenderContext({
    references: urlOnlyReferences,
    highlighter,
    locale: findLocale('en'),
    ids: new ElementIds(listHeadings(document).map(({ anchor }) => anchor)),
  })
  return { context, html: context.renderBlocks(document.nodes).text }
}

const renderInner = (context: RenderContext, markdown: string): string =>
  context.withReferences(urlOnlyReferences).renderBlocks(parseMarkdown(markdown).document.nodes).text

const listIds = (html: string): string[] => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)

const expectUniqueIds = (html: string): void => {
  const ids = listIds(html)
  expect(ids).toEqual([...new Set(ids)])
}

const everyKind = [
  '## Errors',
  '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}',
  'Words[^1].',
  '```js\nx\n```',
  '[^1]: A note.',
].join('\n\n')

const writeUpdate = (date: string) => `{% update date="${date}" %}\nNews\n{% endupdate %}\n`

test('texts inside a page share no id with the page or with each other', () => {
  const { context, html } = createContext(everyKind)
  const whole = html + renderInner(context, everyKind) + renderInner(context, everyKind)
  expectUniqueIds(whole)
  expect(listIds(whole).filter((id) => id.startsWith('errors'))).toEqual(['errors', 'errors-2', 'errors-3'])
  expect(whole).toContain('href="#errors-2"')
})

test('a heading that is named like an id of ours stays unique', () => {
  const { html } = createContext(`## Tabs 1 1\n\n## Note 2\n\n${everyKind}`)
  expectUniqueIds(html)
  expect(html).toContain('<h2 id="tabs-1-1">')
})

test('updates of one day have an id each, and link to themselves', () => {
  const dates = ['2026-01-31', '2026-01-31', 'soon', 'later', '2026-02-01']
  const { html } = createContext(
    `{% updates format="full" %}\n${dates.map(writeUpdate).join('')}{% endupdates %}`,
  )
  expect(listIds(html)).toEqual([
    'update-2026-01-31',
    'update-2026-01-31-2',
    'update',
    'update-2',
    'update-2026-02-01',
  ])
  expect(html).toContain('href="#update-2026-01-31-2"')
})
