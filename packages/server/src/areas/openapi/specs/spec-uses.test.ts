import { afterAll, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId, writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { createProcessedSpec } from '../../../testing/specs.ts'
import type { ContentLocation } from '../../content/links/schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const getPath = (slug: string) => `/orgs/${organizationId}/openapi/${slug}/uses`

const show = (spec: string, method = 'get') =>
  `{% openapi-operation spec="${spec}" path="/pets" method="${method}" %}\n{% endopenapi-operation %}\n`

const listUses = async (by: Person, slug: string): Promise<string[]> =>
  (await readList<ContentLocation>(by, getPath(slug))).items.map(
    ({ space, page, reusableContent }) => `${space?.title}: ${page?.title ?? reusableContent?.title}`,
  )

test('pages and reusable contents that show a spec, each once, in the spaces that the caller sees', async () => {
  const slug = await createProcessedSpec(app, admin, organizationId)
  const other = await createProcessedSpec(app, admin, organizationId)
  const [open, closed] = [
    await app.space(admin, organizationId, { title: 'Open' }),
    await app.space(admin, organizationId, { title: 'Closed' }),
  ]
  expectStatus(200, await admin.patch(`/spaces/${closed.id}`, { defaultLevel: null }))
  expect(await listUses(admin, slug)).toEqual([])
  await writePages(admin, open.id, [
    { title: 'Pets', markdown: `${show(slug)}\n${show(slug, 'post')}` },
    { title: 'Others', markdown: show(other) },
    { title: 'Words', markdown: `The spec "${slug}".` },
  ])
  await changeContent(admin, open.id, [
    { operation: 'put_reusable_content', title: 'Snippet', document: { markdown: show(slug) } },
  ])
  await writePages(admin, closed.id, [{ title: 'Secret', markdown: show(slug) }])
  expect((await listUses(admin, slug)).toSorted()).toEqual(['Closed: Secret', 'Open: Pets', 'Open: Snippet'])
  expect(await listUses(admin, other)).toEqual(['Open: Others'])

  const reader = await app.member(organizationId, 'read')
  expect((await listUses(reader, slug)).toSorted()).toEqual(['Open: Pets', 'Open: Snippet'])
  const page = await readList<ContentLocation>(admin, `${getPath(slug)}?limit=1`)
  expect(page).toMatchObject({ count: 3, items: [{ kind: expect.any(String) }] })

  // What no longer shows it is no use, and neither is a draft.
  const pets = await findPageId(admin, open.id, 'pets')
  await changeContent(admin, open.id, [
    { operation: 'update_page', page: pets, document: { markdown: 'Gone.' } },
  ])
  expect(await listUses(reader, slug)).toEqual(['Open: Snippet'])
})

test('404 for a spec that is not there, and for other organizations', async () => {
  const slug = await createProcessedSpec(app, admin, organizationId)
  expect((await admin.get(getPath('nowhere'))).status).toBe(404)
  const { admin: outsider } = await app.organization()
  expect((await outsider.get(getPath(slug))).status).toBe(404)
})
