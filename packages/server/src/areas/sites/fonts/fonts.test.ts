import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../../common/clock.ts'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { readTestFont, uploadFontFile } from '../../../testing/fonts.ts'
import type { LookPreview } from '../look-previews/schema.ts'
import type { FontDefinition } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const path = () => `/orgs/${organization}/fonts`
const upload = (bytes?: Buffer, name?: string) => uploadFontFile(app, admin, organization, bytes, name)
const create = async (fontFamily = 'Fernwall Sans') =>
  expectStatus(
    201,
    await admin.put<FontDefinition>(path(), {
      fontFamily,
      fontFaces: [{ weight: 400, storageKey: await upload() }],
    }),
  )

const listWeights = ({ fontFaces }: FontDefinition) => fontFaces.map(({ weight }) => weight)

describe('fonts of an organization', () => {
  test('201, listed, read, and their files are served as fonts to pages of any host', async () => {
    const bold = await upload()
    const font = expectStatus(
      201,
      await admin.put<FontDefinition>(path(), {
        fontFamily: 'Fernwall Serif',
        fontFaces: [
          { weight: 700, storageKey: bold },
          { weight: 400, storageKey: await upload() },
        ],
      }),
    )
    expect(font).toMatchObject({
      custom: true,
      fontFamily: 'Fernwall Serif',
      fontFaces: [
        { weight: 400, sources: [{ format: 'woff2' }] },
        { weight: 700, sources: [{ format: 'woff2' }] },
      ],
      permissions: { edit: true },
    })
    expect(expectStatus(200, await admin.get(`${path()}/${font.id}`))).toEqual(font)
    const { items } = expectStatus(200, await admin.get<ListBody<FontDefinition>>(path()))
    expect(items).toContainEqual(font)
    const reader = await app.member(organization, 'read')
    expect(expectStatus(200, await reader.get(`${path()}/${font.id}`))).toMatchObject({
      permissions: { edit: false },
    })
    const { pathname, search } = new URL(font.fontFaces[0]?.sources[0]?.url ?? '')
    const file = await app.app.http.inject({
      url: `${pathname}${search}`,
      headers: { origin: 'https://docs.acme.example' },
    })
    expect(file.rawPayload).toEqual(readTestFont())
    expect(file.headers).toMatchObject({
      'content-type': 'font/woff2',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(file.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(file.headers['cache-control']).toContain('max-age=')
  })

  test('a site that has one shows it, also after the font is deleted and its first address is old', async () => {
    const font = await create('Site Sans')
    const space = await app.space(admin, organization)
    await commitChanges(app, admin, space.id, [newPage('welcome', 'Welcome', 'Hello.')])
    const site = await app.site(admin, organization, { spaces: [space.id] })
    const { permissions: _, ...setting } = font
    const sitePath = `/orgs/${organization}/sites/${site.id}`
    expectStatus(200, await admin.patch(`${sitePath}/customization`, { styling: { font: setting } }))
    const { css } = expectStatus(200, await admin.post<LookPreview>(`${sitePath}/customization/preview`, {}))
    expect(css).toContain('@font-face{font-family:"Site Sans";font-weight:400;font-display:swap;')
    expect(css).toContain('--font:"Site Sans", "Inter Site"')
    expectStatus(205, await admin.delete(`${path()}/${font.id}`))
    expect((await admin.get(`${path()}/${font.id}`)).status).toBe(404)
    app.clock.advance(3 * hours)
    const { pathname, search } = new URL(font.fontFaces[0]?.sources[0]?.url ?? '')
    const file = await app.app.http.inject({ url: `${pathname}${search}` })
    expect(file.statusCode).toBe(200)
    expect(file.headers['cache-control']).toBe('public, max-age=3600')
  })

  test('201 for a new name, another file, a weight more and a weight less', async () => {
    const font = await create()
    const update = (body: object) => admin.post<FontDefinition>(`${path()}/${font.id}`, body)
    expect(expectStatus(201, await update({ fontFamily: 'Renamed' }))).toMatchObject({
      fontFamily: 'Renamed',
      fontFaces: font.fontFaces,
    })
    const storageKey = await upload()
    const bolder = expectStatus(201, await update({ fontFaces: [{ weight: 700, storageKey }] }))
    expect(listWeights(bolder)).toEqual([400, 700])
    const lighter = expectStatus(201, await update({ fontFaces: [{ weight: 700, storageKey: null }] }))
    expect(listWeights(lighter)).toEqual([400])
    expect((await update({ fontFaces: [{ weight: 400, storageKey: null }] })).status).toBe(412)
    expect((await admin.post(`${path()}/nowhere`, { fontFamily: 'A' })).status).toBe(404)
  })

  test('412 for files that are no fonts, whatever they are called', async () => {
    const font = readTestFont()
    const cut = font.subarray(0, font.length - 1)
    const huge = Buffer.from(font)
    huge.writeUInt32BE(0xff_ff_ff_ff, 16)
    const empty = Buffer.from(font)
    empty.writeUInt16BE(0, 12)
    const padded = Buffer.alloc(2 * 1024 * 1024 + 1)
    font.copy(padded)
    padded.writeUInt32BE(padded.length, 8)
    const hostile: [string, Buffer][] = [
      ['a script', Buffer.from('<script>alert(1)</script>'.padEnd(200))],
      ['a picture with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['a signature alone', Buffer.from('wOF2')],
      ['a signature before HTML', Buffer.from('wOF2<html><script>alert(1)</script></html>'.padEnd(100))],
      ['a TrueType font', Buffer.concat([Buffer.from('00010000', 'hex'), font.subarray(4)])],
      ['a font that is cut off', cut],
      ['a font that says it unpacks to 4 GB', huge],
      ['a font without tables', empty],
      ['a font that is too large', padded],
      ['nothing', Buffer.alloc(0)],
    ]
    for (const [name, bytes] of hostile) {
      const storageKey = await upload(bytes)
      const { status } = await admin.put(path(), {
        fontFamily: 'Hostile',
        fontFaces: [{ weight: 400, storageKey }],
      })
      expect({ name, status }).toEqual({ name, status: 412 })
    }
  })

  test('400, 404 and 412 for wrong input', async () => {
    const storageKey = await upload()
    const face = { weight: 400, storageKey }
    const statuses: [object, number][] = [
      [{ fontFamily: 'A', fontFaces: [] }, 400],
      [{ fontFamily: 'A";}body{', fontFaces: [face] }, 400],
      [{ fontFamily: '', fontFaces: [face] }, 400],
      [{ fontFamily: 'A', fontFaces: [{ weight: 0, storageKey }] }, 400],
      [{ fontFamily: 'A', fontFaces: [{ weight: 1.5, storageKey }] }, 400],
      [{ fontFamily: 'A', fontFaces: [{ weight: 400, storageKey: 7 }] }, 400],
      [{ fontFamily: 'A', fontFaces: [{ weight: 400, storageKey: 'nowhere' }] }, 404],
      [{ fontFamily: 'A', fontFaces: [{ weight: 700, storageKey }] }, 412],
      [{ fontFamily: 'A', fontFaces: [face, face] }, 412],
    ]
    for (const [body, status] of statuses)
      expect({ body, status: (await admin.put(path(), body)).status }).toEqual({ body, status })
  })

  test('404 for uploads and fonts of another organization, 403 for readers', async () => {
    const other = await app.organization('Other')
    const font = await create()
    const foreignKey = await uploadFontFile(app, other.admin, other.id)
    const body = { fontFamily: 'Foreign', fontFaces: [{ weight: 400, storageKey: foreignKey }] }
    expect((await admin.put(path(), body)).status).toBe(404)
    expect((await other.admin.get(`${path()}/${font.id}`)).status).toBe(404)
    const theirs = `/orgs/${other.id}/fonts/${font.id}`
    expect((await other.admin.get(theirs)).status).toBe(404)
    expect((await other.admin.post(theirs, { fontFamily: 'Taken' })).status).toBe(404)
    expect((await other.admin.delete(theirs)).status).toBe(204)
    const reader = await app.member(organization, 'read')
    expect((await reader.delete(`${path()}/${font.id}`)).status).toBe(403)
    expect((await admin.get(`${path()}/${font.id}`)).status).toBe(200)
  })

  test('412 after a hundred, also for those that come at once', async () => {
    const { id, admin: owner } = await app.organization('Many')
    const storageKey = await uploadFontFile(app, owner, id)
    const body = { fontFamily: 'One of many', fontFaces: [{ weight: 400, storageKey }] }
    for (let n = 0; n < 98; n++) expectStatus(201, await owner.put(`/orgs/${id}/fonts`, body))
    const responses = await Promise.all(Array.from({ length: 4 }, () => owner.put(`/orgs/${id}/fonts`, body)))
    expect(countStatuses(responses)).toEqual({ 201: 2, 412: 2 })
  })
})
