import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import type { Space } from '../content/spaces/schema.ts'
import type { LookPreview } from '../sites/look-previews/schema.ts'
import type { Site } from '../sites/sites/schema.ts'
import type { SiteSection } from '../sites/structure/schema.ts'

/** Pages of a site with settings that are not saved. */
let t: TestApp
let organization: string
let admin: Person
let space: Space
let site: Site
let section: SiteSection

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
  space = await t.space(admin, organization, { title: 'Guide' })
  await commitChanges(t, admin, space.id, [
    newPage('welcome', 'Welcome', 'Hello, [setup](setup.md).'),
    newPage('setup', 'Setup', 'Install it.'),
  ])
  const other = await t.space(admin, organization, { title: 'Reference' })
  await commitChanges(t, admin, other.id, [newPage('calls', 'Calls', 'All calls.')])
  site = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  section = expectStatus(
    201,
    await admin.post<SiteSection>(`${pathOf(site)}/sections`, { spaceId: other.id }),
  )
})
afterAll(() => t.stop())

const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`
const previewBy = (person: Person, body: object, of: { id: string } = site) =>
  person.post<LookPreview>(`${pathOf(of)}/customization/preview`, body)
const preview = async (body: object, of = site) => expectStatus(200, await previewBy(admin, body, of))
const primary = (light: string) => ({ styling: { primaryColor: { light, dark: light } } })

describe('a preview of settings that are not saved', () => {
  it('200 with the page and its style, and nothing is written', async () => {
    const path = `${pathOf(site)}/customization`
    const before = (await admin.get(path)).body
    const {
      html,
      css,
      basePath,
      path: shown,
    } = await preview({
      customization: {
        ...primary('#0f766e'),
        title: 'Shiny',
        styling: { ...primary('#0f766e').styling, corners: 'straight' },
      },
    })
    expect(html).toContain('<h1')
    expect(html).toContain('Shiny')
    expect(css).toContain('#0f766e')
    expect(shown).toBe('')
    expect(basePath).toMatch(/^\/acme\/docs\/~\/preview\/[\w.-]+\/$/)
    expect(html).toContain(`href="${basePath}setup"`)
    expect((await admin.get(path)).body).toEqual(before)
    expect((await preview({})).css).not.toContain('#0f766e')
    // What a link of the page leads to is an address of a preview: the saved site.
    const page = await t.app.http.inject({ url: `${basePath}setup`, headers: { host: 'verso.example' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('Shiny')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('200 with the page at a path, the first one where there is none', async () => {
    expect((await preview({ path: 'setup' })).html).toContain('Install it.')
    expect((await preview({ path: '/reference/' })).html).toContain('All calls.')
    expect(await preview({ path: 'reference/calls' })).toMatchObject({ path: 'reference' })
    for (const path of ['nowhere', '../../etc/passwd', '%00', '//evil.example'])
      expect((await preview({ path })).html).toContain('Hello,')
  })

  it('200 with settings of one site space over those of the site', async () => {
    const [siteSpace] = section.siteSpaces
    const at = `${pathOf(site)}/site-spaces/${siteSpace?.id}/customization`
    expectStatus(200, await admin.patch(at, primary('#be185d')))
    const overrides = (customization: object) => ({
      overrides: { siteSpace: siteSpace?.id, customization },
      path: 'reference',
    })
    expect((await preview({ path: 'reference' })).css).toContain('#be185d')
    expect((await preview(overrides({ title: 'Only here' }))).html).toContain('Only here')
    expect((await preview(overrides({ title: 'Only here' }))).css).toContain('#be185d')
    const taken = await preview({
      ...overrides({ styling: { primaryColor: null } }),
      customization: primary('#0f766e'),
    })
    expect(taken.css).toContain('#0f766e')
    expect(taken.css).not.toContain('#be185d')
    expect((await preview({ ...overrides({ title: 'Only here' }), path: '' })).html).not.toContain(
      'Only here',
    )
    const elsewhere = { overrides: { siteSpace: 'nowhere', customization: {} } }
    expect((await previewBy(admin, elsewhere)).status).toBe(404)
  })

  it('200 with changes over the settings that were set, also to their default', async () => {
    const german = await t.space(admin, organization, { title: 'Deutsch', language: 'de' })
    await commitChanges(t, admin, german.id, [newPage('start', 'Start', '## Eins\n\n## Zwei')])
    const spoken = await t.site(admin, organization, { title: 'Spoken', spaces: [german.id] })
    const at = `${pathOf(spoken)}/customization`
    const readOutline = async (customization: object) =>
      /Auf dieser Seite|On this page/.exec((await preview({ customization }, spoken)).html)?.[0]
    expect(await readOutline({})).toBe('Auf dieser Seite')
    expectStatus(200, await admin.put(at, { internationalization: { locale: 'en' } }))
    expect(await readOutline({ title: 'Shiny' })).toBe('On this page')
    expectStatus(200, await admin.patch(at, { title: 'Shiny' }))
    expect(await readOutline({})).toBe('On this page')
    expect(await readOutline({ internationalization: { locale: null } })).toBe('Auf dieser Seite')
    expectStatus(200, await admin.patch(at, { internationalization: { locale: null } }))
    expect(await readOutline({})).toBe('Auf dieser Seite')
  })

  it('200 as a visitor with claims sees it', async () => {
    const customization = {
      header: {
        links: [
          {
            title: 'Members',
            to: { kind: 'url', url: 'https://a.example' },
            links: [],
            condition: 'visitor.claims.member',
          },
        ],
      },
    }
    expect((await preview({ customization })).html).not.toContain('Members')
    expect((await preview({ customization, claims: { member: true } })).html).toContain('Members')
  })

  it('200 for a site behind a proxy, with links to the host of the console', async () => {
    const proxied = await t.site(admin, organization, { title: 'Proxied', spaces: [space.id] })
    expectStatus(200, await admin.patch(pathOf(proxied), { proxy: 'company.example/docs' }))
    expect((await preview({}, proxied)).basePath).toMatch(/^\/acme\/proxied\/~\/preview\//)
  })

  it('400 for hostile values', async () => {
    const hostile: object[] = [
      primary('red;}body{background:url(//evil.example)}'),
      primary('#12345'),
      { header: { logo: { light: 'javascript:alert(1)', dark: 'https://a.example/a.svg' } } },
      {
        header: {
          logo: { light: 'data:image/svg+xml,<svg onload=alert(1)>', dark: 'https://a.example/a.svg' },
        },
      },
      { header: { links: [{ title: 'x', to: { kind: 'url', url: 'javascript:alert(1)' }, links: [] }] } },
      { header: { links: [{ title: 'x', to: null, links: [], condition: 'visitor.claims.' }] } },
      { styling: { font: { id: 'a', custom: true, fontFamily: 'a;}', fontFaces: [] } } },
      { privacyPolicy: { url: 'javascript:alert(1)' } },
      { announcement: { enabled: true, message: 'Hi', style: 'evil' } },
    ]
    for (const customization of hostile) {
      const { status } = await previewBy(admin, { customization })
      expect({ customization, status }).toEqual({ customization, status: 400 })
    }
    const { html } = await preview({
      customization: {
        title: '</title><script>alert(1)</script>',
        footer: { copyright: '<img src=x onerror=alert(1)>' },
      },
    })
    expect(html).not.toContain('<script>alert(1)')
    expect(html).not.toContain('<img src=x')
  })

  it('403 and 404 for others, 409 for a site without pages', async () => {
    const { admin: outsider } = await t.organization()
    expect((await previewBy(await t.member(organization, 'create'), {})).status).toBe(403)
    expect((await previewBy(outsider, {})).status).toBe(404)
    const empty = await t.site(admin, organization, { title: 'Empty' })
    expect((await previewBy(admin, {}, empty)).status).toBe(409)
  })
})
