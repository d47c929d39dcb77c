import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { SiteSection } from '../../sites/structure/schema.ts'
import type { ChangeRequest } from './schema.ts'

/** Every place in which a condition can be saved, and what of it is checked there. */
let t: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  t = await TestApp.start()
  ;({ id: organization, admin } = await t.organization())
})
afterAll(() => t.stop())

const jsonSchema = {
  type: 'object',
  properties: {
    isBeta: { type: 'boolean', description: 'Tests' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { dark: { type: 'boolean', description: 'Likes it dark' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`

async function siteOf(spaceId: string, schema: object | undefined): Promise<Site> {
  const site = await t.site(admin, organization, { title: 'Docs', spaces: [spaceId] })
  if (schema) expectStatus(200, await admin.put(`${pathOf(site)}/adaptive-schema`, { jsonSchema: schema }))
  return site
}

/** Sends a condition to every place that takes one; the statuses by place. */
async function save(condition: string, schema: object | undefined): Promise<Record<string, number>> {
  const space = await t.space(admin, organization)
  const other = await t.space(admin, organization)
  const site = await siteOf(space.id, schema)
  const section = expectStatus(
    201,
    await admin.post<SiteSection>(`${pathOf(site)}/sections`, { spaceId: other.id, title: 'Other' }),
  )
  const [shown] = section.siteSpaces
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const author = (change: object) => admin.post(`${path}/${id}/content`, { changes: [change] })
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }
  const links = [{ title: 'x', to: null, links: [], condition }]
  const markdown = `All.\n\n{% if ${condition} %}\nSome.\n{% endif %}\n`
  const answers = {
    section: await admin.patch(`${pathOf(site)}/sections/${section.id}`, { condition }),
    'site space': await admin.patch(`${pathOf(site)}/site-spaces/${shown?.id}`, { condition }),
    'header link': await admin.put(`${pathOf(site)}/customization`, { header: { links } }),
    page: await author({ ...page, condition }),
    text: await author({ ...page, document: { markdown } }),
    'reusable content': await author({
      operation: 'put_reusable_content',
      title: 'x',
      document: { markdown },
    }),
  }
  return Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
}

const everywhere = (status: number) => ({
  section: status,
  'site space': status,
  'header link': status,
  page: status,
  text: status,
  'reusable content': status,
})

test.each([
  'visitor.claims.isBeta && !visitor.claims.unsigned.dark',
  '"isBeta" in visitor.claims || visitor.claims.isBeta == true',
])('200 for %s, everywhere', async (condition) => {
  expect(await save(condition, jsonSchema)).toEqual(everywhere(200))
})

test.each([
  ['names a claim that there is not', 'visitor.claims.isBetta'],
  ['names one that nobody signed', 'visitor.claims.unsigned.light'],
  ['compares what cannot be compared', 'visitor.claims.isBeta == "yes"'],
  ['calls', 'visitor.claims.isBeta.toString()'],
  ['throws', 'visitor.claims.constructor.constructor("throw 1")()'],
  ['loops', 'while (true) {}'],
  ['assigns', 'visitor.claims.isBeta = true'],
  ['is none', 'visitor.claims.isBeta &&'],
])('400 for one that %s, everywhere', async (_what, condition) => {
  expect(await save(condition, jsonSchema)).toEqual(everywhere(400))
})

test('where nothing is known of visitors any claim may be named, but it must be an expression', async () => {
  expect(await save('visitor.claims.anything.at.all == "yes"', undefined)).toEqual(everywhere(200))
  expect(await save('visitor.claims.anything(', undefined)).toEqual(everywhere(400))
})

test('400 says which change and what is wrong with it, and nothing is written', async () => {
  const space = await t.space(admin, organization)
  await siteOf(space.id, jsonSchema)
  const path = `/spaces/${space.id}/change-requests`
  const made = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }
  const answer = await admin.post(`${path}/${made.id}/content`, {
    changes: [page, { ...page, condition: 'visitor.claims.nothing' }],
  })
  expect(answer.status).toBe(400)
  expect(errorOf(answer).message).toBe(
    'body.changes.1.condition is no condition: there is no "nothing" here, at character 15.',
  )
  const inText = await admin.post(`${path}/${made.id}/content`, {
    changes: [{ ...page, document: { markdown: '{% if 1 + %}\nx\n{% endif %}' } }],
  })
  expect(errorOf(inText).message).toContain('body.changes.0.document: {% if 1 + %} is no condition')
  // The head of a text says the same as what stands beside it.
  const inHead = await admin.post(`${path}/${made.id}/content`, {
    changes: [{ ...page, document: { markdown: '---\nif: visitor.claims.nothing\n---\n\nx' } }],
  })
  expect(inHead.status).toBe(400)
  const after = expectStatus(200, await admin.get<ChangeRequest>(`${path}/${made.id}`))
  expect(after.revision).toBe(made.revision)
})

test('texts may ask for variables; a space of two sites for what either of them knows', async () => {
  const space = await t.space(admin, organization)
  await siteOf(space.id, jsonSchema)
  await siteOf(space.id, { ...jsonSchema, properties: { isPartner: { type: 'boolean', description: 'x' } } })
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const write = async (condition: string) => {
    const document = { markdown: `{% if ${condition} %}\nx\n{% endif %}` }
    const changes = [{ operation: 'insert_page', title: 'Page', document }]
    return (await admin.post(`${path}/${id}/content`, { changes })).status
  }
  expect(await write('space.vars.version == "2" && page.vars.new')).toBe(200)
  expect(await write('visitor.claims.isBeta')).toBe(200)
  expect(await write('visitor.claims.isPartner')).toBe(200)
  expect(await write('visitor.claims.isNeither')).toBe(400)
})
