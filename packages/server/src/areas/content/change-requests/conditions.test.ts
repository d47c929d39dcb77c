import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { SiteSection } from '../../sites/structure/schema.ts'
import type { ChangeRequest } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

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

const getSitePath = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`

async function createSite(spaceId: string, schema: object | undefined): Promise<Site> {
  const site = await app.site(admin, organization, { title: 'Docs', spaces: [spaceId] })
  if (schema)
    expectStatus(200, await admin.put(`${getSitePath(site)}/adaptive-schema`, { jsonSchema: schema }))
  return site
}

/** Saves a condition in every place that accepts one; returns the statuses by place. */
async function saveEverywhere(
  condition: string,
  schema: object | undefined,
): Promise<Record<string, number>> {
  const space = await app.space(admin, organization)
  const other = await app.space(admin, organization)
  const site = await createSite(space.id, schema)
  const section = expectStatus(
    201,
    await admin.post<SiteSection>(`${getSitePath(site)}/sections`, { spaceId: other.id, title: 'Other' }),
  )
  const [siteSpace] = section.siteSpaces
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const author = (change: object) => admin.post(`${path}/${id}/content`, { changes: [change] })
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }
  const links = [{ title: 'x', to: null, links: [], condition }]
  const markdown = `All.\n\n{% if ${condition} %}\nSome.\n{% endif %}\n`
  const answers = {
    section: await admin.patch(`${getSitePath(site)}/sections/${section.id}`, { condition }),
    'site space': await admin.patch(`${getSitePath(site)}/site-spaces/${siteSpace?.id}`, { condition }),
    'header link': await admin.put(`${getSitePath(site)}/customization`, { header: { links } }),
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

const withStatusEverywhere = (status: number) => ({
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
])('200 for %s, in every place', async (condition) => {
  expect(await saveEverywhere(condition, jsonSchema)).toEqual(withStatusEverywhere(200))
})

test.each([
  ['names an unknown claim', 'visitor.claims.isBetta'],
  ['names an unknown unsigned claim', 'visitor.claims.unsigned.light'],
  ['compares values of different types', 'visitor.claims.isBeta == "yes"'],
  ['calls a function', 'visitor.claims.isBeta.toString()'],
  ['throws an error', 'visitor.claims.constructor.constructor("throw 1")()'],
  ['loops', 'while (true) {}'],
  ['assigns', 'visitor.claims.isBeta = true'],
  ['is incomplete', 'visitor.claims.isBeta &&'],
])('400 for a condition that %s, in every place', async (_what, condition) => {
  expect(await saveEverywhere(condition, jsonSchema)).toEqual(withStatusEverywhere(400))
})

test('without a visitor schema, a condition may name any claim but must be an expression', async () => {
  expect(await saveEverywhere('visitor.claims.anything.at.all == "yes"', undefined)).toEqual(
    withStatusEverywhere(200),
  )
  expect(await saveEverywhere('visitor.claims.anything(', undefined)).toEqual(withStatusEverywhere(400))
})

test('400 names the change and its error, and nothing is written', async () => {
  const space = await app.space(admin, organization)
  await createSite(space.id, jsonSchema)
  const path = `/spaces/${space.id}/change-requests`
  const changeRequest = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }
  const answer = await admin.post(`${path}/${changeRequest.id}/content`, {
    changes: [page, { ...page, condition: 'visitor.claims.nothing' }],
  })
  expect(answer.status).toBe(400)
  expect(readError(answer).message).toBe(
    'body.changes.1.condition is no condition: there is no "nothing" here, at character 15.',
  )
  const inText = await admin.post(`${path}/${changeRequest.id}/content`, {
    changes: [{ ...page, document: { markdown: '{% if 1 + %}\nx\n{% endif %}' } }],
  })
  expect(readError(inText).message).toContain('body.changes.0.document: {% if 1 + %} is no condition')
  // A condition in the front matter is validated like one in the fields.
  const inFrontMatter = await admin.post(`${path}/${changeRequest.id}/content`, {
    changes: [{ ...page, document: { markdown: '---\nif: visitor.claims.nothing\n---\n\nx' } }],
  })
  expect(inFrontMatter.status).toBe(400)
  const after = expectStatus(200, await admin.get<ChangeRequest>(`${path}/${changeRequest.id}`))
  expect(after.revision).toBe(changeRequest.revision)
})

test('texts may use variables, and a space of two sites the claims of either', async () => {
  const space = await app.space(admin, organization)
  await createSite(space.id, jsonSchema)
  await createSite(space.id, {
    ...jsonSchema,
    properties: { isPartner: { type: 'boolean', description: 'x' } },
  })
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
