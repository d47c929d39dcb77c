import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../packages/server/src/access/permissions.ts'
import { type App, createApp } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { Database } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import type { Route } from '../packages/server/src/http/route.ts'
import { contractOperations, openOperations, ownOperations } from './conformance/operations.ts'
import { dataFolder } from './support/folders.ts'
import { Scope } from './support/scope.ts'

/** What is served beside the API, to anyone, as Fastify prints it. */
const openPages = [
  '/',
  // Published sites, each to those who may see it.
  '/*',
  '/app',
  '/app*',
  '/docs',
  '/docs/js/scalar.js',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  // Answers only to whom it was signed for.
  '/files/:blob/:name',
  '/files/uploads/:key',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/pdf/:spaceId/:revisionId',
  '/readyz',
  // Signing in and out through identity providers.
  '/sso/:providerId/acs',
  '/sso/:providerId/logout',
  '/sso/:providerId/metadata',
  '/sso/:providerId/start',
  '/sso/logout',
  // What the API does not have: 404.
  '/v1*',
  // OpenAPI specs that were made public.
  '/~openapi/:specId',
]

const scope = new Scope()
let app: App

beforeAll(async () => {
  const dataDir = dataFolder(scope)
  const quiet = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(dataDir, quiet, { share: false })
  scope.defer(() => postgres.close())
  const database = new Database(postgres.address)
  scope.defer(() => database.close())
  await migrate(database)
  app = await createApp({ config: readConfig({ VERSO_DATA_DIR: dataDir }), database, role: 'api' })
  scope.defer(() => app.close())
  await app.http.ready()
})
afterAll(() => scope.close())

const operationIds = (keep: (route: Route) => boolean): string[] =>
  app.routes.filter(keep).map(({ operationId }) => operationId)

describe('every route', () => {
  test('declares a permission that has a rule', () => {
    expect(operationIds(({ permission }) => !Object.hasOwn(permissions, permission))).toEqual([])
  })

  test('has a response schema, unless it answers with nothing', () => {
    const withoutSchema = operationIds(({ response: answer }) => !('schema' in answer))
    const withoutBody = operationIds(({ response: answer }) => answer.kind === 'nothing' || answer.kind === 'deletion')
    expect(withoutSchema).toEqual(withoutBody)
    expect(operationIds(({ method, response: answer }) => method === 'GET' && !('schema' in answer))).toEqual([])
  })

  test('is held against the contract, or is known to be our own', () => {
    expect(operationIds(() => true).toSorted()).toEqual([...contractOperations, ...ownOperations].toSorted())
  })

  test('asks who is there, unless it is known to be open', () => {
    expect(operationIds(({ permission }) => permissions[permission].on === 'anyone')).toEqual(openOperations)
  })
})

test('every route is served where its row says, and nothing else but pages that are known to be open', () => {
  // A slash at the end is the same URL without it.
  const inTable = new Set(app.routes.map(({ path }) => `/v1${path}`.replace(/\/$/, '')))
  const served = registeredUrls(app.http.printRoutes({ commonPrefix: false }))
  expect(served.filter((url) => !inTable.has(url)).toSorted()).toEqual(openPages)
  expect([...inTable].filter((path) => !served.includes(path))).toEqual([])
})

/** The URLs in what Fastify prints: a tree, one segment a line, with the methods behind those that answer. */
function registeredUrls(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, segment, methods] = /^(.*?)[├└]── ([^ ]*)(?: \((.*)\))?/.exec(line) ?? []
    if (indent === undefined || segment === undefined) return []
    const depth = indent.length / 4
    above.splice(depth, Infinity, segment)
    const url = above.join('')
    return methods !== undefined && methods !== 'OPTIONS' ? [url] : []
  })
}
