import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../packages/server/src/testing/app.ts'
import { hasCorpus } from '../../packages/server/src/testing/corpus.ts'
import { loadCorpus } from '../../packages/server/src/testing/corpus-space.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import type { Site } from '../../packages/server/src/areas/sites/sites/schema.ts'
import { publishSite } from './support/publish-site.ts'
import { findFreePort } from '../support/ports.ts'
import { findChromium } from '../support/chromium.ts'

const chromiumSearch = await findChromium()
const missing =
  'missing' in chromiumSearch ? chromiumSearch.missing : hasCorpus ? undefined : 'needs ../shared/corpus'
const screenshots = join(import.meta.dirname, 'screenshots')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(missing !== undefined)(`in a browser${missing === undefined ? '' : ` (${missing})`}`, () => {
  let t: TestApp
  let origin: string
  let admin: Person
  let organization: string
  let home: string
  let spaceId: string
  let site: Site
  let browser: Browser

  beforeAll(async () => {
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    t = await TestApp.start({ publicUrl: origin })
    ;({ id: organization, admin } = await t.organization())
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
    const space = await t.space(admin, organization, { title: 'English' })
    spaceId = space.id
    await loadCorpus(t, admin, space.id)
    const description = await t.app.areas.content.files.store({
      name: 'shop.json',
      bytes: Buffer.from(JSON.stringify(shop)),
    })
    await commitChanges(t, admin, space.id, [
      newPage('tour', 'Tour', tour),
      { type: 'put-file', id: 'shop', file: description },
      newPage('api', 'Orders', api, { description: 'Everything that is bought.' }),
      newPage('landing', 'Landing', 'A page without a table of contents.', {
        layout: { tableOfContents: false, outline: false },
      }),
      newPage(
        'adaptive',
        'Adaptive',
        '{% if visitor.claims.unsigned.isBeta %}\nFor testers\n{% endif %}\n\nFor all',
      ),
    ])
    const other = await t.space(admin, organization, { title: 'Deutsch' })
    await commitChanges(t, admin, other.id, [newPage('start', 'Anfang', 'Guten Tag.')])
    site = await t.site(admin, organization, { title: 'SDK', spaces: [space.id, other.id] })
    home = await publishSite(admin, organization, site.id)
    await t.app.http.listen({ port, host: '127.0.0.1' })
    await mkdir(screenshots, { recursive: true })
    browser = await chromium.launch({
      executablePath: 'program' in chromiumSearch ? chromiumSearch.program : '',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    })
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await t?.stop()
  })

  /** A page in a browser of its own, which fails on errors in the console and on requests to other hosts. */
  async function open(
    url: string,
    options: Parameters<Browser['newContext']>[0] = {},
    use: (page: Page, context: BrowserContext) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const problems: string[] = []
    const page = await context.newPage()
    // The documentation may load images from other hosts. They get an empty response here.
    await page.route(
      (address) => address.origin !== origin,
      (route) => {
        if (route.request().resourceType() !== 'image') problems.push(`requested ${route.request().url()}`)
        return route.fulfill({ status: 200, contentType: 'image/gif', body: '' })
      },
    )
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(url)
    await use(page, context)
    await context.close()
    expect({ url, problems }).toEqual({ url, problems: [] })
  }

  it('runs its own script, and no script that an author uploaded', async () => {
    const file = await t.app.areas.content.files.store({
      name: 'evil.js',
      bytes: Buffer.from('document.documentElement.dataset.evil = "ran"'),
    })
    await commitChanges(t, admin, spaceId, [
      { type: 'put-file', id: 'evil', file },
      newPage('scripted', 'Scripted', 'Save [the script](/files/evil).'),
    ])
    // The site's own script works with no violation: `open` fails on any message of the console.
    await open(`${home}/scripted`, {}, async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.locator('dialog[open]').waitFor()
    })
    const context = await browser.newContext()
    const page = await context.newPage()
    const refusals: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') refusals.push(message.text())
    })
    await page.goto(`${home}/scripted`)
    const address = await page.locator('main a[href*="~verso/files/"]').first().getAttribute('href')
    const script = await page.request.get(new URL(address ?? '', origin).href)
    expect({ status: script.status(), text: await script.text() }).toEqual({
      status: 200,
      text: 'document.documentElement.dataset.evil = "ran"',
    })
    for (const attributes of [{}, { type: 'module' }]) {
      const outcome = await includeScript(page, { src: address ?? '', ...attributes })
      expect(outcome).toEqual({ event: 'error', ran: false })
    }
    expect(refusals.length).toBeGreaterThanOrEqual(2)
    expect(refusals.every((text) => /Content Security Policy/i.test(text))).toBe(true)
    await context.close()
  })

  it('shows accessible pages at every width, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 768, 390, 320]) {
        for (const [name, path] of [
          ['home', ''],
          ['tour', '/tour'],
          ['api', '/api'],
        ] as const) {
          await open(`${home}${path}`, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
            await takeScreenshot(page, `${name}-${width}-${colorScheme}`, { fullPage: name !== 'home' })
            expect(await readBackground(page)).toBe(colorScheme === 'dark' ? darkBackground : lightBackground)
            const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
            expect({ name, width, overflow }).toEqual({ name, width, overflow: 0 })
            expect({ name, width, colorScheme, found: await findViolations(page) }).toMatchObject({
              found: [],
            })
          })
        }
      }
    }
  }, 480_000)

  it('navigates to the next page and back', async () => {
    await open(home, {}, async (page) => {
      await page.click('.pagination .next')
      await page.waitForURL(/create-an-application$/)
      expect(await page.textContent('h1')).toContain('Create an Application')
      expect(await page.getAttribute('.sidebar [aria-current="page"]', 'href')).toBe(
        new URL(page.url()).pathname,
      )
      await page.goBack()
      await page.waitForURL(home)
    })
  })

  it('searches while typing, with the keyboard only', async () => {
    await open(home, {}, async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('client secret')
      await page.waitForSelector('#search-results a')
      await takeScreenshot(page, 'search')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname !== new URL(home).pathname)
      expect(await page.textContent('main')).toMatch(/client secret/i)
    })
  })

  it('remembers the chosen theme', async () => {
    await open(home, { colorScheme: 'light' }, async (page) => {
      await page.click('[data-theme-switch] button[value="dark"]')
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
      await page.reload()
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
      expect(await readBackground(page)).toBe(darkBackground)
    })
  })

  it('switches to another variant', async () => {
    await open(home, {}, async (page) => {
      await page.click('.variants summary')
      await page.click('.variants a:has-text("Deutsch")')
      await page.waitForURL(/deutsch$/)
      expect(await page.textContent('main')).toContain('Guten Tag.')
    })
  })

  it('switches tabs and opens expandable blocks, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await open(`${home}/tour`, { javaScriptEnabled }, async (page) => {
        expect(await page.isVisible('text=For Linux')).toBe(true)
        await page.click('label:has-text("macOS")')
        expect(await page.isVisible('text=For macOS')).toBe(true)
        expect(await page.isVisible('text=For Linux')).toBe(false)
        await page.click('summary:has-text("More")')
        expect(await page.isVisible('text=There is more.')).toBe(true)
      })
    }
  })

  it('opens the menu on a phone, also from a page without a sidebar', async () => {
    const viewport = { width: 390, height: 844 }
    for (const [path, colorScheme] of [
      ['', 'light'],
      ['', 'dark'],
      ['/landing', 'light'],
    ] as const) {
      await open(`${home}${path}`, { viewport, colorScheme }, async (page) => {
        expect(await page.isVisible('.sidebar')).toBe(false)
        await page.click('.menu-button')
        expect(await page.isVisible('.sidebar')).toBe(true)
        await takeScreenshot(page, `phone-menu${path.replace('/', '-')}-${colorScheme}`)
        expect(await findViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
        expect(await page.isVisible('.sidebar')).toBe(false)
      })
    }
    await open(`${home}/landing`, {}, async (page) => {
      expect(await page.isVisible('.sidebar')).toBe(false)
    })
  })

  it('is laid out from right to left for Arabic', async () => {
    const arabic = await t.space(admin, organization, { title: 'دليل', language: 'ar' })
    await commitChanges(t, admin, arabic.id, [
      newPage(
        'start',
        'البدء',
        `مرحبا **بكم**.\n\n## أولا\n\n* واحد\n\n## ثانيا\n\n\`\`\`ts\nconst a = 1\n\`\`\``,
      ),
      newPage('next', 'التالي', 'نص'),
    ])
    const unpublishedSite = await t.site(admin, organization, { title: 'وثائق', spaces: [arabic.id] })
    const siteUrl = await publishSite(admin, organization, unpublishedSite.id)
    await open(siteUrl, {}, async (page) => {
      await takeScreenshot(page, 'right-to-left')
      const { sidebar, main, code } = await measureLayout(page)
      expect(sidebar).toBeGreaterThan(main)
      expect(code).toBe('ltr')
      expect(await findViolations(page)).toEqual([])
    })
    await open(siteUrl, { viewport: { width: 390, height: 844 } }, async (page) => {
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.click('.menu-button')
      expect((await measureLayout(page)).sidebar).toBeGreaterThan(40)
      await takeScreenshot(page, 'right-to-left-menu')
    })
  })

  it('shows many sections in a menu', async () => {
    const unpublishedSite = await t.site(admin, organization, { title: 'Many' })
    const sections = `/orgs/${organization}/sites/${unpublishedSite.id}/sections`
    for (let n = 0; n < 14; n += 1) {
      const title = n % 2 === 0 ? `Wide WWW section ${n}` : `製品の説明書 ${n}`
      const space = await t.space(admin, organization, { title })
      await commitChanges(t, admin, space.id, [newPage(`start-${n}`, `Start of ${n}`, 'Text.')])
      expectStatus(201, await admin.post(sections, { spaceId: space.id, title, icon: 'book' }))
    }
    const siteUrl = await publishSite(admin, organization, unpublishedSite.id)
    for (const width of [1024, 1440]) {
      await open(siteUrl, { viewport: { width, height: 900 } }, async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
        await page.click('.section-tabs summary')
        const iconRotation = "getComputedStyle(document.querySelector('.section-tabs summary .icon')).rotate"
        // The content security policy of the page does not allow waitForFunction.
        await expect.poll(() => page.evaluate(iconRotation)).toBe('180deg')
        await takeScreenshot(page, `many-sections-${width}`)
        expect(await findViolations(page)).toEqual([])
        await page.click('.section-tabs .menu-panel a:last-child')
        await page.waitForURL((url) => url.href !== siteUrl)
        expect(await page.textContent('h1')).toContain('Start of 13')
      })
    }
    // On a phone the sections are in the menu, which works without JavaScript.
    for (const javaScriptEnabled of [true, false]) {
      const viewport = { width: 390, height: 844 }
      await open(siteUrl, { viewport, javaScriptEnabled, colorScheme: 'dark' }, async (page) => {
        expect(await page.isVisible('.section-tabs')).toBe(false)
        await page.click('.menu-button')
        if (javaScriptEnabled) await takeScreenshot(page, 'many-sections-menu')
        await page.click('.drawer-sections')
        await page.click('.section-tabs summary')
        if (javaScriptEnabled) await takeScreenshot(page, 'many-sections-phone')
        // axe is a script itself.
        expect(javaScriptEnabled ? await findViolations(page) : []).toEqual([])
        await page.click('.section-tabs .menu-panel a:last-child')
        await page.waitForURL((url) => url.href !== siteUrl)
        expect(await page.textContent('h1')).toContain('Start of 13')
      })
    }
  })

  it('shows adaptive content only to visitors for whom its condition holds', async () => {
    await open(`${home}/adaptive`, {}, async (page) => {
      expect(await page.isVisible('text=For testers')).toBe(false)
      await page.goto(`${home}/adaptive?visitor.isBeta=true`)
      expect(page.url()).toBe(`${home}/adaptive`)
      expect(await page.isVisible('text=For testers')).toBe(true)
    })
  })

  it('opens with a share link, and stays open on the next page', async () => {
    const shared = await t.site(admin, organization, {
      title: 'Shared',
      visibility: 'share-link',
      spaces: [spaceId],
    })
    const siteUrl = await publishSite(admin, organization, shared.id)
    const links = `/orgs/${organization}/sites/${shared.id}/share-links`
    const { body } = await admin.post<{ urls: { published: string } }>(links, { name: 'Friends' })
    await open(body.urls.published, {}, async (page) => {
      expect(page.url().replace(/\/$/, '')).toBe(siteUrl)
      await page.click('.pagination .next')
      await page.waitForURL(/create-an-application$/)
      expect(await page.isVisible('h1')).toBe(true)
    })
    expect((await fetch(siteUrl)).status).toBe(404)
  })

  it('refuses visitors without a JWT, and opens with one', async () => {
    const closed = await t.site(admin, organization, {
      title: 'Closed',
      visibility: 'visitor-auth',
      spaces: [spaceId],
    })
    const siteUrl = await publishSite(admin, organization, closed.id)
    const auth = `/orgs/${organization}/sites/${closed.id}/publishing/auth`
    const { privateKey } = expectStatus(200, await admin.get<{ privateKey: string }>(auth))
    const jwt = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const signInResponse = await fetch(siteUrl)
    expect(signInResponse.status).toBe(401)
    await open(`${siteUrl}?jwt_token=${jwt}`, {}, async (page) => {
      expect(page.url()).toBe(siteUrl)
      expect(await page.textContent('h1')).toContain('Introduction')
      await page.click('.pagination .next')
      await page.waitForURL(/create-an-application$/)
    })
  })

  it('shows a 404 page with a search field', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const response = await page.goto(`${home}/nowhere`)
    expect(response?.status()).toBe(404)
    await takeScreenshot(page, 'not-found')
    expect(await findViolations(page)).toEqual([])
    await page.fill('.notice-search input', 'secret')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.results a')
    await context.close()
  })
})

/** Includes a script by its address in a page, as injected HTML would. */
const includeScript = (page: Page, attributes: Record<string, string>) =>
  page.evaluate<{ event: string; ran: boolean }>(`new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), ${JSON.stringify(attributes)})
    const finish = ({ type }) => resolve({ event: type, ran: 'evil' in document.documentElement.dataset })
    script.addEventListener('load', finish)
    script.addEventListener('error', finish)
    document.head.append(script)
  })`)

/** Where the columns of a page begin, and the direction of code. */
const measureLayout = (page: Page) =>
  page.evaluate<{ sidebar: number; main: number; code: string }>(`({
    sidebar: document.querySelector('.sidebar').getBoundingClientRect().left,
    main: document.querySelector('main').getBoundingClientRect().left,
    code: getComputedStyle(document.querySelector('pre')).direction,
  })`)

const takeScreenshot = async (page: Page, name: string, { fullPage = false } = {}) => {
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage })
}

const lightBackground = 'rgb(255, 255, 255)'
const darkBackground = 'rgb(17, 18, 22)'
const readBackground = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

/** The serious and critical accessibility problems that axe finds. */
async function findViolations(page: Page): Promise<string[]> {
  // The page's content security policy allows no other script, but the debugger may still evaluate one.
  const result = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }>(`${axe}; axe.run({ resultTypes: ['violations'] })`)
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

const order = {
  type: 'object',
  required: ['id', 'items'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true, description: 'What it goes by.' },
    state: { type: 'string', enum: ['open', 'paid', 'sent'], default: 'open', description: 'How far it is.' },
    items: {
      type: 'array',
      minItems: 1,
      description: 'What was **bought**, at least one thing.',
      items: {
        type: 'object',
        required: ['article'],
        properties: {
          article: { type: 'string', example: 'A-17', pattern: '^[A-Z]-\\d+$' },
          amount: { type: 'integer', minimum: 1, maximum: 99, default: 1 },
          'a-name-that-is-longer-than-any-name-has-a-right-to-be': { type: 'boolean', deprecated: true },
        },
      },
    },
    note: { type: ['string', 'null'], maxLength: 200 },
  },
}

const answers = (status: string, description: string, schema: object) => ({
  [status]: { description, content: { 'application/json': { schema } } },
})

const problem = { type: 'object', properties: { error: { type: 'string', example: 'There is none.' } } }

/** An OpenAPI description with every kind of element. */
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example.com/v1' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of yours.' } },
  },
  paths: {
    '/customers/{customerId}/orders': {
      parameters: [
        { name: 'customerId', in: 'path', required: true, schema: { type: 'string' }, description: 'Whose.' },
      ],
      get: {
        summary: 'List orders',
        description: 'The latest **first**. See [the start](https://example.com).',
        parameters: [
          { name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'paid', 'sent'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: {
          ...answers('200', 'Some orders', { type: 'array', items: order }),
          ...answers('404', 'There is no such customer', problem),
        },
      },
      post: {
        summary: 'Make an order',
        requestBody: { required: true, content: { 'application/json': { schema: order } } },
        responses: { ...answers('201', 'Made', order), ...answers('422', 'It cannot be made', problem) },
      },
      delete: { summary: 'Forget all', deprecated: true, responses: { 204: { description: 'Gone' } } },
    },
  },
}

const operation = (method: string, path = '/customers/{customerId}/orders') =>
  `{% openapi src="/files/shop" path="${path}" method="${method}" %}\n[shop](/files/shop)\n{% endopenapi %}`

const api = `${operation('get')}

${operation('post')}

${operation('delete')}

${operation('put', '/a/path/that/the/description/does/not/have/and/that/is/long')}

{% swagger method="patch" path="/orders/{id}" baseUrl="https://api.shop.example.com/v1" summary="Change an order" %}
{% swagger-description %}
Described in the page itself.
{% endswagger-description %}

{% swagger-parameter in="path" name="id" type="String" required="true" %}
Which one
{% endswagger-parameter %}

{% swagger-parameter in="body" name="note" type="String" %}
What to remember
{% endswagger-parameter %}

{% swagger-response status="200: OK" %}
\`\`\`json
{ "id": "1", "note": "Ring twice" }
\`\`\`
{% endswagger-response %}

{% swagger-response status="404: Not Found" %}
There is no such order.
{% endswagger-response %}
{% endswagger %}
`

const tour = `{% hint style="info" %}
For your **information**, see [the start](/pages/page-0) and \`code\`.
{% endhint %}

{% hint style="warning" %}
Mind the gap.
{% endhint %}

{% hint style="danger" %}
### Danger

Do not touch.
{% endhint %}

{% hint style="success" %}
Done.
{% endhint %}

## Tabs

{% tabs %}
{% tab title="Linux" %}
For Linux
{% endtab %}

{% tab title="macOS" %}
For macOS
{% endtab %}
{% endtabs %}

## Steps

{% stepper %}
{% step %}
### First

Do this.
{% endstep %}

{% step %}
### Then

Do that.
{% endstep %}
{% endstepper %}

## Code

{% code title="main.ts" lineNumbers="true" %}
\`\`\`ts
// Says hello
export const hello = (name: string): string => \`Hello, \${name}!\`
\`\`\`
{% endcode %}

<details>

<summary>More</summary>

There is more.

</details>

| Setting | Default | Meaning |
| --- | :---: | ---: |
| \`color\` | blue | The colour of it |
| \`size\` | 3 | How large it is |

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Start</strong></td><td>First steps</td><td><a href="/pages/page-0">start</a></td></tr><tr><td><strong>Go on</strong></td><td>Next steps</td><td><a href="/pages/page-1">go</a></td></tr></tbody></table>

## The rest

{% columns %}
{% column %}
Left
{% endcolumn %}

{% column %}
Right
{% endcolumn %}
{% endcolumns %}

$$
e^{i\\pi} + 1 = \\frac{a}{b}
$$

* [x] done
* [ ] to do

1. One
2. Two

> Quoted.

{% content-ref url="/pages/page-1" %}
[page](/pages/page-1)
{% endcontent-ref %}

{% embed url="https://www.youtube.com/watch?v=x" %}

日本語と中文 :tada: <a href="https://example.com" class="button primary">Press</a> <kbd>Ctrl</kbd>
`
