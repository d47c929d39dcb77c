import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import {
  collectProblems,
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  skipNote,
} from '../console/support/console.ts'
import { publishSite } from './support/publish-site.ts'

const blocks = `
<a href="https://example.com" class="button primary" data-icon="rocket">Go</a> <a href="https://example.com" class="button secondary">Stay</a>

Words and <img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" alt="dot" data-size="line"> words.

{% tabs %}
{% tab title="Linux" %}
For Linux.
{% endtab %}
{% tab title="macOS" %}
For macOS.
{% endtab %}
{% endtabs %}

<details>

<summary>More</summary>

Further text.

</details>

\`\`\`js
const words = '${'long '.repeat(60)}'
\`\`\`
`

const looks = `
<button class="button primary" data-action="search">Find it</button> <a href="https://example.com" class="button secondary">Stay</a>

1. One
   1. Two
      1. Three

A <mark style="background-color:yellow;">marked</mark> word, $$x^2$$, and <i class="fa-no-such-icon">:no-such-icon:</i>.

<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td><strong>First</strong></td></tr><tr><td>${'Donaudampfschifffahrt'.repeat(6)}</td></tr><tr><td><strong>Third</strong></td></tr></tbody></table>

| Name | Code |
| --- | --- |
| ${'words '.repeat(20)} | \`${'code in a cell '.repeat(12)}\` |
`

const videoUrl = 'https://vimeo.com/12345'

const text = `
Before.

\`\`\`mermaid
graph LR
  Client --> Gateway
  Gateway -->|valid token| Service
  Gateway -->|no token| Refused[401]
  Service --> Database[(Database)]
\`\`\`

{% code title="How a message travels" %}
\`\`\`mermaid
sequenceDiagram
  participant W as Writer
  participant R as Reviewer
  W->>R: Please look
  R-->>W: Looks good
  Note over W,R: <script>document.title = 'ran'</script>
\`\`\`
{% endcode %}

{% code title="A plan" %}
\`\`\`mermaid
gantt
  title A plan
  dateFormat YYYY-MM-DD
  section Writing
  First text :a1, 2026-01-01, 30d
  <img src=x onerror="parent.document.title = 'ran'"> :after a1, 20d
\`\`\`
{% endcode %}

\`\`\`mermaid
pie title Pages
  "Guides" : 60
  "Reference" : 40
\`\`\`

\`\`\`mermaid
mindmap
  root((Docs))
    Guides
    Reference
\`\`\`

\`\`\`mermaid
notAKindOfDiagram
  with words
\`\`\`
`

describe.skipIf(missingBrowser !== undefined)(`what pages show${skipNote}`, { timeout: 120_000 }, () => {
  let verso: ConsoleUnderTest
  let home: string
  let admin: Person
  let sitePath: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const { id, admin: owner } = await verso.app.organization()
    admin = owner
    const space = await verso.app.space(admin, id, { title: 'Guide' })
    await commitChanges(verso.app, admin, space.id, [
      newPage('pictures', 'Pictures', text),
      newPage('blocks', 'Blocks', blocks, { layout: { title: false } }),
      newPage('looks', 'Looks', looks),
      newPage('video', 'Video', `{% embed url="${videoUrl}" %}\nHow it works\n{% endembed %}`),
    ])
    const site = await verso.app.site(admin, id, { title: 'Guide', spaces: [space.id] })
    sitePath = `/orgs/${id}/sites/${site.id}`
    home = await publishSite(admin, id, site.id)
  }, 300_000)
  afterAll(() => verso?.stop())

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('are drawn and can be read as text: %s, %i pixels', async (colorScheme, width) => {
    const context = await verso.browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const problems = collectProblems(page)
    await page.goto(`${home}/pictures`)
    const pictures = page.getByRole('img', { name: /^Diagram$|How a message travels|A plan/ })
    // Two are drawn on the server and three in the browser, where a busy machine takes its time to load the library.
    await waitFor('drawn diagrams', async () => (await pictures.count()) === 5)
    const widths = await page.evaluate<number[]>(`Promise.all(
      Array.from(document.querySelectorAll('.diagram img'))
        .filter((image) => image.checkVisibility())
        .map((image) => image.decode().then(() => image.naturalWidth))
    )`)
    expect(widths.map((shownWidth) => shownWidth > 100)).toEqual([true, true, true, true, true])
    expect(await page.locator('main pre', { hasText: 'First text' }).isVisible()).toBe(false)
    // What is no diagram is code.
    expect(await page.locator('main pre', { hasText: 'notAKindOfDiagram' }).isVisible()).toBe(true)
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.screenshot({
      path: join(import.meta.dirname, 'screenshots', `diagrams-${width}-${colorScheme}.png`),
      fullPage: true,
    })

    await page.getByText('Source of the diagram').first().press('Enter')
    await page.locator('main pre', { hasText: 'valid token' }).waitFor()
    expect(await page.title()).toContain('Pictures')
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('a player is loaded when a reader asks for it: %s, %i pixels', async (colorScheme, width) => {
    const context = await verso.browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const problems = collectProblems(page)
    const hosts: string[] = []
    page.on('request', (request) => hosts.push(new URL(request.url()).host))
    // The provider is not asked in tests: what Verso says about a player is held by the tests of embeds.
    await page.route(/\?player=/, (route) =>
      route.fulfill({
        json: { src: 'https://player.vimeo.com/video/12345', title: 'A film', width: 640, height: 360 },
      }),
    )
    await page.route('https://player.vimeo.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title><p>Playing</p>' }),
    )
    await page.goto(`${home}/video`)
    const button = page.getByRole('button', { name: 'Show here' })
    await button.waitFor()
    expect(await page.getByRole('link', { name: /vimeo\.com/ }).getAttribute('href')).toBe(videoUrl)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `player-${width}.png`) })
    expect(new Set(hosts)).toEqual(new Set([new URL(home).host]))
    await button.click()
    await page.frameLocator('iframe[title="A film"]').getByText('Playing').waitFor()
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `player-${width}-open.png`) })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })

  test('blocks look as they are meant, and a button opens the search', async () => {
    const context = await verso.browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const problems = collectProblems(page)
    await page.goto(`${home}/looks`)
    const readStyle = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${name}']`)
    expect(await readStyle('.content ol ol', 'listStyleType')).toBe('lower-alpha')
    expect(await readStyle('.content ol ol ol', 'listStyleType')).toBe('lower-roman')
    expect(await readStyle('.content math', 'fontFamily')).toContain('math')
    expect(await readStyle('.content .mark-yellow', 'backgroundColor')).not.toBe('rgba(0, 0, 0, 0)')
    const [first, second] = await page.locator('.content .button').all()
    const [left, right] = [await first?.boundingBox(), await second?.boundingBox()]
    expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThan(4)
    // Three cards fill their row, and a long word wraps in its card.
    const cards = await page.evaluate<{ top: number; right: number; fits: boolean }[]>(
      `Array.from(document.querySelectorAll('.card'), (card) => ({
        top: card.getBoundingClientRect().top,
        right: card.getBoundingClientRect().right,
        fits: card.scrollWidth <= card.clientWidth,
      }))`,
    )
    const rowEnd = await page.evaluate<number>(
      `document.querySelector('.cards').getBoundingClientRect().right`,
    )
    expect(cards.map(({ fits }) => fits)).toEqual([true, true, true])
    expect(new Set(cards.map(({ top }) => top)).size).toBe(1)
    expect(Math.abs((cards[2]?.right ?? 0) - rowEnd)).toBeLessThan(1)
    // Titles of cards have the colour of text, and an icon that there is none of is a neutral mark.
    expect(await readStyle('.card strong', 'color')).toBe(await readStyle('.content h1, main h1', 'color'))
    const mark = page.locator('.content p .icon').last()
    expect(await mark.locator('use').getAttribute('href')).toMatch(/circle-dot$/)
    expect((await mark.boundingBox())?.width).toBeGreaterThan(8)
    // The sun is a disc inside of eight rays that do not touch it.
    const sun = await page.evaluate<{ disc: number; rays: number; path: string; stroke: string }>(`(() => {
      const icon = document.querySelector('[data-theme-switch] button[value=light] svg')
      const [disc, rays] = ['circle', 'path'].map((name) => icon.querySelector(name))
      return {
        disc: disc.getBBox().width, rays: rays.getBBox().width, path: rays.getAttribute('d'), stroke: getComputedStyle(rays).stroke,
      }
    })()`)
    expect(sun.path.match(/[Mm]/g)).toHaveLength(8)
    expect(sun.rays).toBeGreaterThan(sun.disc * 1.5)
    expect(sun.stroke).not.toBe('none')
    expect(await readStyle('.content td code', 'wordBreak')).not.toBe('break-all')
    expect(
      await page.evaluate(`document.querySelector('.content td code').getClientRects().length > 1`),
    ).toBe(true)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await first?.click()
    await page.locator('dialog[open]').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('the theme bold can be read, in the light or dark that the reader has chosen', async () => {
    expectStatus(200, await admin.patch(`${sitePath}/customization`, { styling: { theme: 'bold' } }))
    const backgrounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await verso.browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${home}/looks`)
      // The keys of the search are written by CSS, which axe does not look at.
      await page.locator('kbd[data-keys="Ctrl K"]').waitFor()
      const [color, background] = await page.evaluate<string[]>(
        `['color', 'backgroundColor'].map((name) => getComputedStyle(document.querySelector('kbd[data-keys]'))[name])`,
      )
      expect(color).not.toBe(background)
      expect(await findAccessibilityProblems(page)).toEqual([])
      backgrounds.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
      await context.close()
    }
    expect(backgrounds[0]).not.toBe(backgrounds[1])
  })

  test('blocks stand in their line on a screen, and show everything on paper', async () => {
    const context = await verso.browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const problems = collectProblems(page)
    await page.goto(`${home}/blocks`)
    // The title is not shown, and is there for those who hear the page.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Blocks')
    const readTop = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN
    expect(await readTop('.content .button.primary')).toBe(await readTop('.content .button.secondary'))
    expect(await page.evaluate(`getComputedStyle(document.querySelector('img[alt="dot"]')).display`)).toBe(
      'inline',
    )
    expect(await page.getByText('For macOS.').isVisible()).toBe(false)

    await page.emulateMedia({ media: 'print' })
    for (const text of ['For Linux.', 'macOS', 'For macOS.', 'Further text.'])
      expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true)
    expect(await readTop('.tabs > label:nth-of-type(2)')).toBeGreaterThan(await readTop('.tab-panel'))
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const codeWidths = await page.evaluate<number[]>(
      `['.code code', '.code pre'].map((selector) => document.querySelector(selector).scrollWidth)`,
    )
    expect(codeWidths[0]).toBeLessThanOrEqual(codeWidths[1] ?? 0)
    expect(
      await page.evaluate(`document.querySelector('.code .line').getClientRects()[0].height`),
    ).toBeGreaterThan(40)
    expect(problems).toEqual([])
    await context.close()
  })
})
