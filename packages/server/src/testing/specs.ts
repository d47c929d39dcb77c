import { newId } from '../common/ids.ts'
import type { RunningTask } from '../jobs/tasks.ts'
import { processingTaskType } from '../areas/openapi/specs/spec-processor.ts'
import type { OpenAPISpec } from '../areas/openapi/specs/schema.ts'
import { type Client, expectStatus, type Person, type TestApp } from './app.ts'
import { sql } from '../database/database.ts'
import { waitFor } from './wait-for.ts'

/** A small OpenAPI description; `changes` replace its top-level fields. */
export const createPetstore = (changes: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: 'https://pets.example.com/v1' }],
  tags: [{ name: 'pets', description: 'Everything about *pets*.' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        tags: ['pets'],
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'Some pets',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          parents: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
  },
  ...changes,
})

/** Creates a spec and processes it at once, without a worker; returns its slug. */
export async function createProcessedSpec(
  app: TestApp,
  by: Person,
  organizationId: string,
  {
    slug = newId(),
    version = '1.0.0',
    text = JSON.stringify(createPetstore({ info: { title: 'Pets', version } })),
  } = {},
): Promise<string> {
  const response = await by.put<OpenAPISpec>(`/orgs/${organizationId}/openapi/${slug}`, { source: { text } })
  if (response.status !== 201) expectStatus(200, response)
  await processSpec(app, response.body.id)
  return slug
}

/** Runs the pending task of a spec, as a worker would. Where the app has workers, one may be faster. */
async function processSpec(app: TestApp, specId: string): Promise<void> {
  const key = `openapi ${specId}`
  const row = await app.database.row<Pick<RunningTask<object>, 'id' | 'organizationId' | 'data'>>(sql`
    update tasks set status = 'running', attempts = 1 where key = ${key} and status = 'pending'
    returning id, organization_id as "organizationId", data`)
  const handler = app.app.tasks.getHandler(processingTaskType)
  if (!handler) throw new Error('nothing processes specs')
  if (!row) {
    await waitFor('a worker to process the spec', () =>
      app.database.row(sql`select 1 as found from tasks where key = ${key} and status = 'completed'`),
    )
    return
  }
  await handler({
    ...row,
    spaceId: null,
    userId: null,
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => Promise.resolve(),
    complete: async (tx) => {
      await tx.execute(sql`update tasks set status = 'completed', finished_at = now() where id = ${row.id}`)
    },
  })
}

/** Waits until a spec is processed, or has failed. */
export const waitForProcessedSpec = (
  by: Client,
  organizationId: string,
  slug: string,
): Promise<OpenAPISpec> =>
  waitFor(`the spec ${slug}`, async () => {
    const spec = expectStatus(200, await by.get<OpenAPISpec>(`/orgs/${organizationId}/openapi/${slug}`))
    return spec.processingState === 'complete' && spec
  })
