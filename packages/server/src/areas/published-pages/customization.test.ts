import type { SearchHit } from '@verso/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../sites/sites/schema.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'

/** A button of a page that does something instead of leading somewhere. */
const writeButton = (attributes: string, label: string): string =>
  `<button type="button" class="button primary" ${attributes}>${label}</button>`

let t: TestApp
let publisher: SitePublisher
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(() => t.stop())

/** The page of the setup and its style sheet, as they are with this customization. */
async function look(
  customization: object,
  publishedSite?: PublishedTestSite,
): Promise<{ page: string; css: string }> {
  const { site, path: sitePath } = publishedSite ?? (await publisher.publish())
  await publisher.customize(site, customization)
  const { text } = await publisher.get(`${sitePath}/setup`)
  return { page: text, css: await styleOf(text) }
}

async function styleOf(page: string): Promise<string> {
  const [, href = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(page) ?? []
  return (await publisher.get(href)).text
}

const property = (css: string, name: string): string | undefined =>
  new RegExp(`${name}:([^;}]*)`).exec(css.slice(css.lastIndexOf(':root{')))?.[1]

const rootClasses = (page: string): string => /<html[^>]*class="([^"]*)"/s.exec(page)?.[1] ?? ''

const url = (address: string) => ({ kind: 'url', url: address })
const red = { light: '#ff0000', dark: '#00ff00' }
const pictures = { light: 'https://acme.example/light.svg', dark: 'https://acme.example/dark.svg' }

describe('styling', () => {
  it('has the chosen colours', async () => {
    const { css } = await look({
      styling: { primaryColor: red, infoColor: red, successColor: red, warningColor: red, dangerColor: red },
    })
    expect(property(css, '--primary')).toBe('light-dark(#ff0000,#00ff00)')
    const plain = (await look({})).css
    for (const name of ['--info', '--success', '--warning', '--danger', '--primary-soft'])
      expect([name, property(css, name)]).not.toEqual([name, property(plain, name)])
  })

  it('tints the greys and the background', async () => {
    const plain = await look({})
    for (const styling of [{ tint: { color: red } }, { background: 'match', primaryColor: red }]) {
      const { css } = await look({ styling })
      for (const name of ['--ground', '--ink', '--line'])
        expect([name, property(css, name)]).not.toEqual([name, property(plain.css, name)])
    }
  })

  it.each<[string, object, string]>([
    ['theme', { theme: 'muted' }, 'theme-muted'],
    ['theme', { theme: 'bold' }, 'theme-bold'],
    ['theme', { theme: 'gradient' }, 'theme-gradient'],
    ['depth', { depth: 'flat' }, 'depth-flat'],
    ['links', { links: 'accent' }, 'links-accent'],
    ['sidebar.background', { sidebar: { background: 'filled' } }, 'sidebar-filled'],
    ['sidebar.list', { sidebar: { list: 'pill' } }, 'list-pill'],
    ['sidebar.list', { sidebar: { list: 'line' } }, 'list-line'],
    ['search', { search: 'subtle' }, 'search-subtle'],
  ])('%s has a rule in the style sheet: %o', async (_name, styling, name) => {
    const { page, css } = await look({ styling })
    expect(rootClasses(page).split(' ')).toContain(name)
    expect(css).toContain(`.${name}`)
  })

  it.each([
    ['straight', '0'],
    ['rounded', '10px'],
    ['circular', '16px'],
  ])('corners are %s', async (corners, radius) => {
    const { css } = await look({ styling: { corners } })
    expect(property(css, '--corner')).toBe(radius)
  })

  // prettier-ignore
  it.each([
    'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway', 'Merriweather',
    'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans', 'ABCFavorit',
  ])('the font %s is served by the site itself', async (font) => {
    const { page, css } = await look({ styling: { font } })
    const files = [...css.matchAll(/url\("?([^")]*\.woff2)"?\)/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(file).toMatch(/^\/acme\/.*\/~verso\/fonts\//)
    expect((await publisher.get(files[0] ?? '')).headers['content-type']).toBe('font/woff2')
    const [preload] = /href="[^"]*~verso\/fonts\/[^"]*"/.exec(page) ?? []
    expect(preload).toBeDefined()
  })

  // prettier-ignore
  it.each([
    'FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono', 'Inconsolata',
  ])('the monospace font %s is served by the site itself', async (monospaceFont) => {
    const { css } = await look({ styling: { monospaceFont } })
    const family = /^"?([^",]*)/.exec(property(css, '--font-code') ?? '')?.[1] ?? ''
    expect(css).toMatch(new RegExp(`@font-face ?\\{[^}]*font-family:"?${family}`))
  })

  it('loads a custom font, from its own host only', async () => {
    const { path: sitePath, site } = await publisher.publish()
    const font = {
      id: 'corporate',
      custom: true,
      fontFamily: 'Acme Sans',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://fonts.acme.example/a.woff2', format: 'woff2' }] }],
    }
    await publisher.customize(site, { styling: { font } })
    const { text, headers } = await publisher.get(sitePath)
    expect(String(headers['content-security-policy'])).toContain(
      "font-src 'self' https://fonts.acme.example;",
    )
    expect(property(await styleOf(text), '--font')).toContain('"Acme Sans"')
  })

  it.each(['regular', 'solid', 'light', 'duotone', 'thin'])('icons are drawn %s', async (icons) => {
    const publishedSite = await publisher.publish()
    await commitChanges(t, admin, publishedSite.space.id, [newPage('icon', 'Icon', 'x', { icon: 'rocket' })])
    const { page } = await look({ styling: { icons } }, publishedSite)
    expect(page).toMatch(/<symbol id="[^"]*rocket[^"]*"/)
  })
})

describe('the header', () => {
  it('has the title, the light and dark logo, links, buttons and menus', async () => {
    const { page } = await look({
      title: 'Our <docs>',
      header: {
        logo: pictures,
        links: [
          { title: 'Blog', to: url('https://acme.example/blog'), links: [] },
          { title: 'Sign up', style: 'button-primary', to: url('https://acme.example/up'), links: [] },
          { title: 'Log in', style: 'button-secondary', to: url('https://acme.example/in'), links: [] },
          {
            title: 'More',
            to: null,
            links: [
              { title: 'Status', to: url('https://status.acme.example') },
              { title: 'The start', to: { kind: 'page', page: 'welcome' } },
              { title: 'Nowhere', to: { kind: 'page', page: 'gone' } },
            ],
          },
          { title: 'Empty', to: { kind: 'page', page: 'gone' }, links: [] },
          {
            title: 'For testers',
            to: url('https://acme.example/beta'),
            links: [],
            condition: 'visitor.claims.unsigned.isBeta',
          },
        ],
      },
    })
    expect(page).toContain('<title>Setup | Our &lt;docs&gt;</title>')
    expect(page).toContain(`<img class="only-light" src="${pictures.light}"`)
    expect(page).toMatch(new RegExp(`<img\\s+class="only-dark"\\s+src="${pictures.dark}"`))
    expect(page).toMatch(/<a href="https:\/\/acme.example\/blog" class="header-link"/)
    expect(page).toMatch(/<a href="https:\/\/acme.example\/up" class="button primary"/)
    expect(page).toMatch(/<a href="https:\/\/acme.example\/in" class="button secondary"/)
    expect(page).toMatch(/<summary class="header-link">More/)
    expect(page).toContain('<a href="https://status.acme.example"')
    expect(page).toMatch(/<a href="\/acme\/[^"/]*"[^>]*>The start<\/a>/)
    for (const title of ['Nowhere', '>Empty', 'For testers']) expect(page).not.toContain(title)
  })

  it('shows a conditional link only to visitors for whom the condition holds', async () => {
    const { path: sitePath, site } = await publisher.publish()
    const links = [
      {
        title: 'For testers',
        to: url('https://acme.example/beta'),
        links: [],
        condition: 'visitor.claims.unsigned.isBeta',
      },
    ]
    await publisher.customize(site, { header: { links } })
    const { cookie } = await publisher.get(`${sitePath}?visitor.isBeta=true`)
    expect((await publisher.get(sitePath, { cookie })).text).toContain('For testers')
    expect((await publisher.get(sitePath)).text).not.toContain('For testers')
  })

  it.each(['bold', 'contrast', 'custom'])('has the colours of the preset %s', async (preset) => {
    const { css } = await look({
      styling: { primaryColor: red },
      header: { preset, backgroundColor: red, linkColor: { light: '#ffffff', dark: '#000000' } },
    })
    const plain = (await look({})).css
    expect(property(css, '--header')).not.toBe(property(plain, '--header'))
    expect(property(css, '--header-line')).toBe('transparent')
  })
})

describe('the rest of the page', () => {
  it('has the footer with logo, groups, copyright, privacy and trademark', async () => {
    const body = {
      footer: {
        logo: pictures,
        groups: [{ title: 'Company', links: [{ title: 'Jobs', to: url('https://acme.example/jobs') }] }],
        copyright: '© Acme & Sons',
      },
      privacyPolicy: { url: 'https://acme.example/privacy' },
    }
    const { page } = await look(body)
    expect(page).toContain('<p class="footer-title">Company</p>')
    expect(page).toMatch(/<a href="https:\/\/acme.example\/jobs"[^>]*>Jobs<\/a>/)
    expect(page).toContain('© Acme &amp; Sons')
    expect(page).toContain('<a href="https://acme.example/privacy">')
    expect(page).toMatch(/class="footer-logo only-light"\s+src="https:\/\/acme.example\/light.svg"/)
    expect(page).toContain('class="powered"')
    expect((await look({ trademark: { enabled: false } })).page).not.toContain('class="powered"')
  })

  it('has the announcement when it is enabled', async () => {
    const announcement = {
      enabled: true,
      message: 'New <b>version</b>',
      style: 'warning',
      link: { title: 'Read on', to: url('https://acme.example/new') },
    }
    const { page } = await look({ announcement })
    expect(page).toMatch(/class="announcement warning"/)
    expect(page).toContain('New &lt;b&gt;version&lt;/b&gt;')
    expect(page).toMatch(/<a href="https:\/\/acme.example\/new"[^>]*>Read on/)
    const off = await look({ announcement: { ...announcement, enabled: false } })
    expect(off.page).not.toContain('class="announcement')
  })

  it('has an image, an emoji or a letter as favicon', async () => {
    expect((await look({ favicon: { icon: pictures } })).page).toContain(
      `<link rel="icon" href="${pictures.light}"`,
    )
    const publishedSite = await publisher.publish()
    const { page } = await look({ favicon: { emoji: '1f680' } }, publishedSite)
    expect(page).toContain('~verso/icon.svg?e=1f680')
    expect((await publisher.get(`${publishedSite.path}/~verso/icon.svg?e=1f680`)).text).toContain('🚀')
  })

  it('starts in the default theme, and has no switch when it is not toggleable', async () => {
    const dark = await look({ themes: { default: 'dark', toggeable: false } })
    expect(dark.page).toMatch(/<html[^>]*data-theme="dark"/s)
    expect(dark.page).not.toContain('data-theme-switch')
    expect((await look({ themes: { default: 'light' } })).page).toContain('data-theme-switch')
  })

  it.each([
    ['en', 'On this page', 'Search'],
    ['fr', 'Sur cette page', 'Rechercher'],
    ['de', 'Auf dieser Seite', 'Suchen'],
    ['es', 'En esta página', 'Buscar'],
    ['ja', 'このページの内容', '検索'],
    ['zh', '本页', '搜索'],
    ['nl', 'Op deze pagina', 'Zoeken'],
    ['pt-br', 'Nesta página', 'Buscar'],
    ['ru', 'На этой странице', 'Поиск'],
    ['no', 'På denne siden', 'Søk'],
  ])('is translated to %s', async (locale, outline, search) => {
    const publishedSite = await publisher.publish()
    await commitChanges(t, admin, publishedSite.space.id, [
      { type: 'update-page', id: 'setup', document: { markdown: '## One\n\n## Two\n' } },
    ])
    const { page } = await look({ internationalization: { locale } }, publishedSite)
    expect(page).toMatch(
      new RegExp(`<html\\s+lang="${locale === 'pt-br' ? 'pt' : locale === 'no' ? 'n' : locale}`),
    )
    expect(page).toContain(outline)
    expect(page).toContain(search)
    expect((await publisher.get(`${publishedSite.path}/nowhere`)).text).not.toContain(
      locale === 'en' ? '見つかり' : 'Page not found',
    )
  })

  it.each([
    ['ar', 'rtl', 'في هذه الصفحة'],
    ['he', 'rtl', 'בעמוד זה'],
    ['de', 'ltr', 'Auf dieser Seite'],
    // One that we have no words for.
    ['it', 'ltr', 'On this page'],
  ])('is in the language of a space in %s, unless a locale is set', async (language, dir, outline) => {
    const space = await t.space(admin, publisher.organization, { title: 'Guide', language })
    await commitChanges(t, admin, space.id, [newPage('setup', 'Setup', '## One\n\n## Two\n')])
    const site = await t.site(admin, publisher.organization, { title: 'Spoken', spaces: [space.id] })
    expectStatus(200, await admin.post(`${publisher.getApiPath(site)}/publish`))
    const sitePath = `/acme/${site.basename}`
    const { text } = await publisher.get(sitePath)
    expect(text).toMatch(new RegExp(`<html\\s+lang="${language}"\\s+dir="${dir}"`))
    expect(text).toContain(outline)
    await publisher.customize(site, { internationalization: { locale: 'fr' } })
    const translatedText = (await publisher.get(sitePath)).text
    expect(translatedText).toContain('Sur cette page')
    // What is read stays what it is.
    expect(translatedText).toMatch(new RegExp(`<html\\s+lang="${language}"\\s+dir="${dir}"`))
  })

  it('has only the page actions that are enabled', async () => {
    const all = await look({ pageActions: { externalAI: true, markdown: true, mcp: true } })
    for (const part of ['data-copy-page', 'https://chatgpt.com/', 'https://claude.ai/', '~verso/mcp'])
      expect(all.page).toContain(part)
    const none = await look({
      pageActions: { externalAI: false, markdown: false, mcp: false },
      pdf: { enabled: false },
    })
    expect(none.page).not.toContain('page-actions')
  })

  it('opens external links in a new tab when that is set', async () => {
    const publishedSite = await publisher.publish()
    await commitChanges(t, admin, publishedSite.space.id, [
      { type: 'update-page', id: 'setup', document: { markdown: '[out](https://example.com/)' } },
    ])
    expect((await look({ externalLinks: { target: 'blank' } }, publishedSite)).page).toMatch(
      /href="https:\/\/example.com\/"[^>]*target="_blank"/,
    )
    expect((await look({ externalLinks: { target: 'self' } }, publishedSite)).page).not.toContain(
      'target="_blank"',
    )
  })

  it('links to the previous and next page unless pagination is disabled', async () => {
    expect((await look({})).page).toContain('class="pagination"')
    expect((await look({ pagination: { enabled: false } })).page).not.toContain('class="pagination"')
  })

  it('has the social preview image in its metadata', async () => {
    const { page } = await look({ socialPreview: { url: 'https://acme.example/card.png' } })
    expect(page).toContain('<meta property="og:image" content="https://acme.example/card.png"/>')
    expect(page).toMatch(/name="twitter:card"\s+content="summary_large_image"/)
  })

  it('uses the settings of its site space over those of its site', async () => {
    const { site, path: sitePath } = await publisher.publish()
    await publisher.customize(site, { styling: { corners: 'straight', primaryColor: red } })
    const spaces = await admin.get<{ items: { id: string }[] }>(`${publisher.getApiPath(site)}/site-spaces`)
    const path = `${publisher.getApiPath(site)}/site-spaces/${spaces.body.items[0]?.id}/customization`
    expectStatus(200, await admin.patch(path, { styling: { corners: 'circular' } }))
    const css = await styleOf((await publisher.get(`${sitePath}/setup`)).text)
    expect(property(css, '--corner')).toBe('16px')
    expect(property(css, '--primary')).toBe('light-dark(#ff0000,#00ff00)')
  })
})

async function publishSections() {
  const site = await t.site(admin, publisher.organization, { title: 'Sections' })
  const path = publisher.getApiPath(site)
  const ids = new Map<string, string>()
  for (const title of ['Guides', 'API', 'Help']) {
    const space = await t.space(admin, publisher.organization, { title })
    await commitChanges(t, admin, space.id, [newPage(`in-${title}`, `Page of ${title}`, `About ${title}.`)])
    const body = { spaceId: space.id, title, icon: 'book' }
    const { id } = expectStatus(201, await admin.post<{ id: string }>(`${path}/sections`, body))
    const description = `All about ${title}`
    expectStatus(200, await admin.patch(`${path}/sections/${id}`, { description }))
    ids.set(title, id)
  }
  expectStatus(200, await admin.post<Site>(`${path}/publish`))
  return { site, path, ids, sitePath: `/acme/${site.basename}` }
}

const tabsIn = (page: string): string =>
  /<nav id="sections" class="section-tabs".*?<\/nav>/s.exec(page)?.[0] ?? ''

describe('sections', () => {
  it('are tabs, and a group is a menu with the descriptions of its sections', async () => {
    const { sitePath, path, ids } = await publishSections()
    const before = tabsIn((await publisher.get(`${sitePath}/api`)).text)
    expect([...before.matchAll(/class="section-tab"/g)]).toHaveLength(3)
    expect(before).toMatch(/href="\/acme\/[^"]*\/api"\s+aria-current="true"/)
    expectStatus(
      201,
      await admin.post(`${path}/section-groups`, {
        title: 'Reference',
        sections: [ids.get('API'), ids.get('Help')],
      }),
    )
    const after = tabsIn((await publisher.get(`${sitePath}/api`)).text)
    expect(after).toMatch(/<summary class="section-tab" data-active>/)
    expect(after).toContain('<span class="menu-title">API</span>')
    expect(after).toContain('<span class="menu-text">All about API</span>')
    expect(after.indexOf('Reference')).toBeLessThan(after.indexOf('All about Help'))
  })

  it('are all listed, however many there are', async () => {
    const { sitePath, path } = await publishSections()
    for (let n = 0; n < 12; n += 1) {
      const space = await t.space(admin, publisher.organization, { title: `Part ${n}` })
      await commitChanges(t, admin, space.id, [newPage(`part-${n}`, 'Part', 'x')])
      const body = { spaceId: space.id, title: `A part with number ${n}` }
      expectStatus(201, await admin.post(`${path}/sections`, body))
    }
    const tabs = tabsIn((await publisher.get(sitePath)).text)
    const [before = '', menu = ''] = tabs.split('More')
    expect(before).toContain('Guides')
    expect([...menu.matchAll(/class="menu-title"/g)].length).toBeGreaterThan(5)
    expect(menu).toContain('A part with number 11')
  })

  it('are searched together, and each result names its section', async () => {
    const { sitePath } = await publishSections()
    await t.app.areas.search.indexer.indexStaleSpaces()
    const searchResponse = await publisher.get(`${sitePath}/~verso/search?q=page`, {
      accept: 'application/json',
    })
    const { items } = JSON.parse(searchResponse.text) as { items: SearchHit[] }
    expect(new Map(items.map(({ href, path }) => [href, path]))).toEqual(
      new Map([
        [sitePath, ['Guides']],
        [`${sitePath}/api`, ['API']],
        [`${sitePath}/help`, ['Help']],
      ]),
    )
  })
})

describe('search', () => {
  it('200 with pages, headings and excerpts, as JSON and as HTML', async () => {
    const { path: sitePath, space } = await publisher.publish()
    await commitChanges(t, admin, space.id, [
      newPage('hidden', 'Hidden', 'A zebra in hiding.', { hidden: true }),
      newPage('some', 'Some', '{% if visitor.claims.unsigned.isBeta %}\nquagga\n{% endif %}\n\nNothing.'),
    ])
    await t.app.areas.search.indexer.indexStaleSpaces()
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const url = `${sitePath}/~verso/search?q=${encodeURIComponent(query)}`
      const { text } = await publisher.get(url, { accept: 'application/json', ...headers })
      return (JSON.parse(text) as { items: SearchHit[] }).items
    }
    expect(await ask('zebra')).toMatchObject([
      {
        title: 'Setup',
        href: `${sitePath}/setup`,
        excerpt: expect.stringContaining('zebra'),
        sections: [{ title: 'Linux', href: `${sitePath}/setup#linux` }],
      },
    ])
    // Words for some are found by nobody, and pages for some by those alone.
    const { cookie } = await publisher.get(`${sitePath}?visitor.isBeta=true`)
    expect(await ask('quagga', { cookie })).toEqual([])
    expect(await ask('beta')).toEqual([])
    expect((await ask('beta', { cookie })).map(({ title }) => title)).toEqual(['Beta'])
    expect(await ask('')).toEqual([])
    const page = await publisher.get(`${sitePath}/~verso/search?q=${encodeURIComponent('zebra')}`)
    expect(page.text).toContain(`<a href="${sitePath}/setup"`)
    const evil = await publisher.get(
      `${sitePath}/~verso/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    expect(evil.text).not.toContain('<script>alert')
  })

  it('200 with the closest pages that the visitor sees if it finds nothing', async () => {
    const { path: sitePath, space } = await publisher.publish()
    await commitChanges(t, admin, space.id, [
      newPage('hidden', 'Qwerting in hiding', 'x', { hidden: true }),
      newPage('unlisted', 'Qwerting unlisted', 'x', { noIndex: true }),
      newPage('some', 'Qwerting for some', 'x', { condition: 'visitor.claims.unsigned.isBeta' }),
      newPage('known', 'Qwérting', 'x', { description: 'What is meant.' }),
    ])
    await t.app.areas.search.indexer.indexStaleSpaces()
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const url = `${sitePath}/~verso/search?q=${encodeURIComponent(query)}`
      const { text } = await publisher.get(url, { accept: 'application/json', ...headers })
      const { items, closest } = JSON.parse(text) as Record<'items' | 'closest', SearchHit[]>
      return { items, titles: closest.map(({ title }) => title) }
    }
    // So many letters are wrong that no search takes it for a misspelled word.
    expect(await ask('qwertzuiopng')).toEqual({ items: [], titles: ['Qwérting'] })
    const { cookie } = await publisher.get(`${sitePath}?visitor.isBeta=true`)
    expect(await ask('qwertzuiopng', { cookie })).toEqual({
      items: [],
      titles: ['Qwérting', 'Qwerting for some'],
    })
    // Where nothing is like it, the first pages are offered. Where something is found, nothing else is.
    expect((await ask('ß∂ƒ')).titles[0]).toBe('Welcome')
    expect((await ask('zebra')).titles).toEqual([])
    expect((await ask('')).titles).toEqual([])
    const page = await publisher.get(`${sitePath}/~verso/search?q=qwertzuiopng`)
    expect(page.text).toContain(`<a href="${sitePath}/known"`)
    expect(page.text).toContain('What is meant.')
  })

  it('302 from a page with `?q=` or `?ask=`, where buttons of pages lead', async () => {
    const { path: sitePath, space } = await publisher.publish()
    const text = [
      writeButton('data-action="search" data-query="a &quot;b&quot; &amp; c" data-icon="bolt"', 'Find'),
      writeButton('data-action="ask"', 'Ask'),
      writeButton('data-action="select" data-slug="x"', 'Choose'),
      writeButton('data-action="alert(1)"', 'Unknown'),
    ].join(' ')
    await commitChanges(t, admin, space.id, [newPage('buttons', 'Buttons', `${text}\n`)])
    const page = await publisher.get(`${sitePath}/buttons`)
    expect(page.text).toMatch(
      /<a class="button primary" href="\?q=a%20%22b%22%20%26%20c"\s+data-search="a &quot;b&quot; &amp; c"\s*><svg.*?<\/svg>Find<\/a>/s,
    )
    expect(page.text).toMatch(/<a class="button primary" href="\?ask="\s+data-search=""\s*>Ask<\/a>/)
    expect(page.text).toContain('<span class="button primary" aria-disabled="true">Choose</span>')
    expect(page.text).not.toContain('data-action="alert(1)"')
    for (const [query, target] of [
      ['q=a%20%22b%22', 'a%20%22b%22'],
      ['ask=How%3F', 'How%3F'],
      ['q=', ''],
    ])
      expect(await publisher.get(`${sitePath}/buttons?${query}`)).toMatchObject({
        status: 302,
        location: `${sitePath}/~verso/search?q=${target}`,
      })
    const { body } = await admin.get<{ markdown: string }>(
      `/spaces/${space.id}/content/page/buttons?format=markdown`,
    )
    expect(body.markdown.trim()).toBe(text)
  })
})
