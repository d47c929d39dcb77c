import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeSettings, completeCustomization, getDefaultCustomization, mergeSettings } from './settings.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteSpace } from '../structure/schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function newSite() {
  const site = await app.site(admin, organization, { title: 'Docs', spaces: 'empty' })
  const path = `/orgs/${organization}/sites/${site.id}`
  const { body } = await admin.get<{ items: SiteSpace[] }>(`${path}/site-spaces`)
  return { path, siteSpace: `${path}/site-spaces/${body.items[0]?.id}/customization` }
}

const defaults = completeCustomization(getDefaultCustomization('Docs'))
const red = { light: '#ff0000', dark: '#F00' }
const link = (url: string) => ({ title: 'Link', to: { kind: 'url', url } })
const logo = { light: 'https://acme.example/logo.svg', dark: 'https://acme.example/dark.svg' }

describe('customization of a site', () => {
  test('200 has every setting; a PUT replaces all earlier settings', async () => {
    const { path } = await newSite()
    const get = async () => expectStatus(200, await admin.get<object>(`${path}/customization`))
    const set = async (body: object) =>
      expectStatus(200, await admin.put<object>(`${path}/customization`, body))
    expect(await get()).toEqual(defaults)

    const body = {
      title: 'Our docs',
      styling: { primaryColor: red, tint: { color: red }, sidebar: { list: 'pill' }, font: 'Lato' },
      favicon: { icon: logo },
      header: {
        logo,
        links: [{ title: 'Menu', to: null, links: [link('/docs')], condition: 'visitor.claims.beta' }],
      },
      footer: { groups: [{ title: 'More', links: [link('mailto:us@acme.example')] }], copyright: '© Acme' },
      privacyPolicy: { url: 'https://acme.example/privacy' },
    }
    const changed = await set(body)
    expect(changed).toMatchObject(body)
    expect(changed).toMatchObject({ styling: { theme: 'clean', sidebar: { background: 'default' } } })
    expect(await get()).toEqual(changed)
    expect(expectStatus(200, await admin.get<Site>(path)).icon).toEqual({ icon: logo })

    await set({ themes: { default: 'dark' } })
    expect(await get()).toEqual(mergeSettings(defaults, { themes: { default: 'dark' } }))
  })

  test('200 a PATCH changes what it names and nothing else', async () => {
    const { path } = await newSite()
    const look = `${path}/customization`
    const patch = async (body: object) => expectStatus(200, await admin.patch<object>(look, body))
    expectStatus(200, await admin.put(look, { internationalization: { locale: 'en' }, title: 'Ours' }))
    await patch({ styling: { corners: 'straight', primaryColor: red } })
    const changed = await patch({ styling: { corners: null }, title: null })
    expect(changed).toEqual(mergeSettings(defaults, { styling: { primaryColor: red } }))
    for (const body of [{ title: 1 }, { styling: { primaryColor: 'red' } }, { header: null }, [], null])
      expect((await admin.patch(look, body)).status).toBe(400)
    const conditional = { links: [{ ...link('/x'), links: [], condition: 'visitor.(' }] }
    expect(readError(await admin.patch(look, { header: conditional })).message).toContain('condition')
    // Two people who change different settings at the same time keep both.
    await Promise.all([patch({ themes: { default: 'dark' } }), patch({ styling: { links: 'accent' } })])
    expect(await patch({})).toMatchObject({
      themes: { default: 'dark' },
      styling: { links: 'accent', primaryColor: red },
    })
  })

  test('200 has the page actions as a list and as flags, whichever was set last', async () => {
    const { path, siteSpace } = await newSite()
    const read = async (address: string) =>
      expectStatus(200, await admin.get<{ pageActions: object }>(address)).pageActions
    const set = async (pageActions: object) =>
      expectStatus(200, await admin.put<object>(`${path}/customization`, { pageActions }))
    expect(await read(`${path}/customization`)).toEqual({
      externalAI: false,
      markdown: true,
      mcp: true,
      items: ['markdown', 'mcp', 'pdf'],
    })
    await set({ items: ['mcp', 'external-ai'] })
    const fromList = { externalAI: true, markdown: false, mcp: true, items: ['mcp', 'external-ai'] }
    expect(await read(`${path}/customization`)).toEqual(fromList)
    expect(await read(siteSpace)).toEqual(fromList)
    expectStatus(200, await admin.patch(siteSpace, { pageActions: { mcp: false } }))
    expect(await read(siteSpace)).toEqual({
      externalAI: true,
      markdown: false,
      mcp: false,
      items: ['external-ai', 'pdf'],
    })
    const { customizations } = expectStatus(
      200,
      await admin
        .post<Site>(`${path}/publish`)
        .then(() => admin.get<{ customizations: { site: { pageActions: object } } }>(`${path}/published`)),
    )
    expect(customizations.site.pageActions).toEqual(fromList)
    await set({ items: [] })
    expect(await read(`${path}/customization`)).toMatchObject({ markdown: false, items: [] })
    const wrong = { pageActions: { items: ['markdown', 'markdown'] } }
    expect((await admin.put(`${path}/customization`, wrong)).status).toBe(400)
  })

  test.each<[string, object]>([
    ['a colour by name', { styling: { primaryColor: { light: 'red', dark: 'red' } } }],
    ['a colour with more behind it', { styling: { primaryColor: { light: '#fff; }', dark: '#fff' } } }],
    ['half a colour', { styling: { primaryColor: { light: '#fff' } } }],
    ['a script as a logo', { header: { logo: { light: 'javascript:alert(1)', dark: 'https://x.example' } } }],
    ['data as a logo', { footer: { logo: { light: 'data:text/html,x', dark: 'https://x.example' } } }],
    [
      'a script as a link',
      { header: { links: [{ title: 'x', to: { kind: 'url', url: 'javascript:x' }, links: [] }] } },
    ],
    [
      'a script with a space before',
      { footer: { groups: [{ title: 'x', links: [link(' javascript:x')] }] } },
    ],
    [
      'another host without a scheme',
      { footer: { groups: [{ title: 'x', links: [link('//evil.example')] }] } },
    ],
    [
      'a script in an announcement',
      { announcement: { enabled: true, message: 'Hi', style: 'info', link: link('vbscript:x') } },
    ],
    ['a script as a privacy policy', { privacyPolicy: { url: 'javascript:x' } }],
    [
      'a reference of no kind',
      { footer: { groups: [{ title: 'x', links: [{ title: 'x', to: { kind: 'thing' } }] }] } },
    ],
    [
      'too many menus',
      { header: { links: Array.from({ length: 51 }, () => ({ title: 'x', to: null, links: [] })) } },
    ],
    [
      'ten thousand links',
      {
        header: {
          links: [{ title: 'x', to: null, links: Array.from({ length: 10_000 }, () => link('/x')) }],
        },
      },
    ],
    [
      'a font that leaves its rule',
      {
        styling: {
          font: {
            id: 'x',
            custom: true,
            fontFamily: 'x"; } body {',
            fontFaces: [{ weight: 400, sources: [{ url: 'https://x.example/x.woff2' }] }],
          },
        },
      },
    ],
    [
      'a font from a script',
      {
        styling: {
          font: {
            id: 'x',
            custom: true,
            fontFamily: 'x',
            fontFaces: [{ weight: 400, sources: [{ url: 'javascript:x' }] }],
          },
        },
      },
    ],
    ['an unknown theme', { styling: { theme: 'loud' } }],
    ['an unknown locale', { internationalization: { locale: 'xx' } }],
    [
      'a condition that is none',
      { header: { links: [{ title: 'x', to: null, links: [], condition: 'a b' }] } },
    ],
    ['text for a switch', { pdf: { enabled: 'yes' } }],
    ['a list for a group', { styling: [] }],
    ['a null', { themes: { default: null } }],
  ])('400 for %s, without any change', async (_, body) => {
    const { path, siteSpace } = await newSite()
    const answer = await admin.put(`${path}/customization`, body)
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toMatch(/^body\./)
    expect((await admin.get(`${path}/customization`)).body).toEqual(defaults)
    // What a site space may take back with a null is refused in no other way.
    const isNull = JSON.stringify(body).includes('null}')
    expect((await admin.patch(siteSpace, body)).status).toBe(isNull ? 200 : 400)
  })
})

describe('customization of a site space', () => {
  test('200 has its own settings over those of the site; null removes one', async () => {
    const { path, siteSpace } = await newSite()
    const get = async () => expectStatus(200, await admin.get<object>(siteSpace))
    const patch = async (body: object) => expectStatus(200, await admin.patch<object>(siteSpace, body))
    expect(await get()).toEqual({ ...defaults, hasOverrides: false })

    await patch({ styling: { primaryColor: red }, pdf: { enabled: false } })
    await patch({ styling: { sidebar: { list: 'line' } } })
    await admin.put(`${path}/customization`, {
      styling: { theme: 'bold', primaryColor: { light: '#000', dark: '#000' } },
    })
    expect(await get()).toMatchObject({
      hasOverrides: true,
      styling: { theme: 'bold', primaryColor: red, sidebar: { list: 'line', background: 'default' } },
      pdf: { enabled: false },
    })

    await patch({ styling: { primaryColor: null, sidebar: { list: null } } })
    expect(await get()).toMatchObject({ hasOverrides: true, styling: { primaryColor: { light: '#000' } } })
    await patch({ pdf: { enabled: null } })
    expect(await get()).toMatchObject({ hasOverrides: false, pdf: { enabled: true } })
    expect((await admin.delete(siteSpace)).status).toBe(204)
    await patch({ favicon: { emoji: '1f4d6' } })
    expect((await admin.delete(siteSpace)).status).toBe(205)
    expect(await get()).toMatchObject({ hasOverrides: false, favicon: {} })
  })

  test('404 for a site space of another site', async () => {
    const [mine, other] = [await newSite(), await newSite()]
    const path = other.siteSpace.replace(other.path, mine.path)
    expect((await admin.get(path)).status).toBe(404)
    expect((await admin.patch(path, { title: 'Mine' })).status).toBe(404)
    expect((await admin.delete(path)).status).toBe(404)
  })
})

const settings = fc.record(
  {
    title: fc.option(fc.string()),
    pdf: fc.record({ enabled: fc.option(fc.boolean()) }, { requiredKeys: [] }),
    styling: fc.record(
      {
        theme: fc.option(fc.string()),
        sidebar: fc.record({ list: fc.option(fc.string()) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

/** What was taken back, or an object that holds no setting, at whatever depth. */
function isNothing(value: unknown): boolean {
  if (typeof value !== 'object') return false
  const inside = Object.values(value ?? {})
  return inside.length === 0 || inside.some(isNothing)
}

test('setting and removing a setting restores the settings, and every setting has a value', () => {
  fc.assert(
    fc.property(settings, settings, (first, second) => {
      const set = changeSettings({}, first)
      const withBoth = changeSettings(set, second)
      // Twice the same is once the same, and nothing that was taken back is kept.
      expect(changeSettings(withBoth, second)).toEqual(withBoth)
      expect(Object.values(withBoth).filter(isNothing)).toEqual([])
      expect(Object.keys(mergeSettings(getDefaultCustomization('Docs'), withBoth))).toEqual(
        expect.arrayContaining(Object.keys(getDefaultCustomization('Docs'))),
      )
    }),
  )
})
