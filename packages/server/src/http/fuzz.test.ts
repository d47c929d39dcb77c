import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ErrorBody } from './errors.ts'
import type { Route } from './route.ts'
import { TestApp } from '../testing/app.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const collection = await app.collection(admin, organizationId)
const space = await app.space(admin, organizationId, { parent: collection.id })
const team = await app.team(admin, organizationId, 'Team', [admin])

const post = async (path: string) =>
  (await admin.post<{ id: string }>(`/spaces/${space.id}${path}`, { body: { markdown: 'Good.' } })).body.id
const commentId = await post('/comments')
const commentReplyId = await post(`/comments/${commentId}/replies`)

const ids: Record<string, string> = {
  organizationId,
  collectionId: collection.id,
  spaceId: space.id,
  teamId: team.id,
  userId: admin.id,
  commentId,
  commentReplyId,
}

/** Text as people send it, and as nobody should. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '%',
    '%_\\',
    "'; --",
    '../..',
    'null',
    '-1',
    '1e400',
    'a@b.c',
    'admin',
    'read',
  ),
  fc.constantFrom(
    ...Object.values(ids),
    '2030-06-30T23:59:60Z',
    'x'.repeat(5000),
    '__proto__',
    'constructor',
  ),
)

const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.oneof(fc.constant(null), fc.boolean(), fc.double(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(text, fc.record({ role: text }), { maxKeys: 3 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      before: fc.record({ type: fc.constantFrom('space', 'collection'), space: text }),
    }),
  },
)

/** The names of the fields a schema has. */
const listFields = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'properties' in schema
    ? Object.keys(schema.properties ?? {})
    : []

const createInvalidInput = (route: Route) =>
  fc.record({
    params: fc.dictionary(fc.constantFrom(...Object.keys(ids), 'inviteId', 'tokenId', 'emailDomain'), text),
    query: fc.dictionary(fc.constantFrom('page', 'limit', 'x', ...listFields(route.query)), text),
    body: fc.oneof(
      { weight: 4, arbitrary: fc.dictionary(fc.constantFrom('x', 'rank', ...listFields(route.body)), value) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  })

/** As a client that knows nothing of Unicode would. */
const encode = (part: string): string => encodeURIComponent(part.toWellFormed())

const countParts = ({ path }: Route): number => path.split('/').length

// Each route meets some nonsense among right ids, and some with wrong ones. Deleting comes last, and what holds something
// after what it holds: it leaves the others nothing to meet.
const routes = [
  ...app.app.routes.filter(({ method }) => method !== 'DELETE'),
  ...app.app.routes.filter(({ method }) => method === 'DELETE').sort((a, b) => countParts(b) - countParts(a)),
]

test.each(routes.map((route) => [route.operationId, route] as const))(
  'nothing that is sent to %s is our own fault',
  async (_, route) => {
    await fc.assert(
      fc.asyncProperty(createInvalidInput(route), async ({ params, query, body }) => {
        const path = route.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
          encode(params[name] ?? ids[name] ?? 'x'),
        )
        // A stream would stay open.
        if (route.response.kind === 'stream') query['follow'] = 'false'
        const search = Object.entries(query).map(([name, given]) => `${name}=${encode(given)}`)
        const response = await app.app.http.inject({
          method: route.method,
          url: `/v1${path}?${search.join('&')}`,
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
          ...(route.method !== 'GET' && { payload: JSON.stringify(body) }),
        })
        expect(response.statusCode).toBeLessThan(500)
        const error = response.statusCode >= 400 ? response.json<ErrorBody>().error : undefined
        expect(error?.code ?? response.statusCode).toBe(response.statusCode)
      }),
      { numRuns: 25 },
    )
  },
)
