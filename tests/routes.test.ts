import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../packages/server/src/access/permissions.ts'
import { type App, createApp } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { Database } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import type { Route } from '../packages/server/src/http/route.ts'
import { listRegisteredUrls } from '../packages/server/src/testing/registered-urls.ts'
import { contractOperations, openOperations, ownOperations } from './conformance/operations.ts'
import { createDataFolder } from './support/folders.ts'
import { Scope } from './support/scope.ts'

/** The paths that are served to everyone beside the API, as Fastify prints them. */
const openPages = [
  '/',
  // Published sites, which check their own visitors.
  '/*',
  // The console. It shows what the API gives to whoever is signed in.
  '/app',
  '/app*',
  '/app/assets/:name',
  '/app/diagrams/:name',
  '/app/icons.json',
  '/app/icons/:name.svg',
  '/docs',
  '/docs/js/scalar.js',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  // Needs a signed URL.
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
  '/sso/oidc/:providerId/callback',
  '/sso/oidc/:providerId/start',
  // A proxy asks which names it may get certificates for.
  '/tls/allowed',
  // Unknown paths of the API, which response 404.
  '/v1*',
  // OpenAPI specs that were made public.
  '/~openapi/:specId',
]

const scope = new Scope()
let app: App

beforeAll(async () => {
  const dataDir = createDataFolder(scope)
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

  test('has a response schema, unless its response has no body', () => {
    const withoutSchema = operationIds(({ response }) => !('schema' in response))
    const withoutBody = operationIds(
      ({ response }) => response.kind === 'nothing' || response.kind === 'deletion',
    )
    expect(withoutSchema).toEqual(withoutBody)
    expect(operationIds(({ method, response }) => method === 'GET' && !('schema' in response))).toEqual([])
  })

  test('is in the contract, or in the list of our own operations', () => {
    expect(operationIds(() => true).toSorted()).toEqual([...contractOperations, ...ownOperations].toSorted())
  })

  test('requires authentication, unless it is in the list of open operations', () => {
    expect(operationIds(({ permission }) => permissions[permission].on === 'anyone')).toEqual(openOperations)
  })
})

test('every route is served at its path, and nothing else but the listed open pages', () => {
  // Fastify prints paths without a trailing slash.
  const inTable = new Set(app.routes.map(({ path }) => `/v1${path}`.replace(/\/$/, '')))
  const served = listRegisteredUrls(app.http)
  expect(served.filter((url) => !inTable.has(url)).toSorted()).toEqual(openPages)
  expect([...inTable].filter((path) => !served.includes(path))).toEqual([])
})
