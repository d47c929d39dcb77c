import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { empty, raw, sql } from '../database/database.ts'
import { expectStatus, type Person, TestApp } from '../testing/app.ts'
import { MemoryLog } from '../testing/memory-log.ts'
import { TestNetwork } from '../testing/network.ts'
import { createPetstore } from '../testing/specs.ts'
import { waitFor } from '../testing/wait-for.ts'
import { type JobData, type JobName, jobNames, Jobs } from './jobs.ts'

const log = new MemoryLog()
const network = new TestNetwork()
let app: TestApp
/** Enqueues as another process would. */
let jobs: Jobs
let admin: Person
let organizationId: string
let spaceId: string

beforeAll(async () => {
  const { url } = await network.listen((_request, response) => response.writeHead(500).end())
  app = await TestApp.start(
    {
      revalidate: { url, secret: 'the secret of the revalidation' },
      // Nothing listens there.
      mail: { url: 'smtp://127.0.0.1:1', from: 'verso@example.com' },
    },
    { role: 'all', logger: log.logger, network },
  )
  jobs = new Jobs(app.database, () => undefined)
  await jobs.start(undefined)
  ;({ id: organizationId, admin } = await app.organization())
  spaceId = (await app.space(admin, organizationId)).id
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
  await network.close()
})

async function readCount(labels: Record<string, string>): Promise<number> {
  const { body } = await app.app.http.inject({ url: '/metrics' })
  const names = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  const line = body
    .split('\n')
    .find(
      (line) =>
        line.startsWith('verso_job_duration_seconds_count{') && names.every((name) => line.includes(name)),
    )
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** Waits for the line of a job or a task that ended so. */
const waitForLine = (kind: 'job' | 'task', name: string, outcomes: string[], ids: string[] = []) =>
  waitFor(`the line of the ${kind} ${name}`, () =>
    log.lines.find(
      (line) =>
        line['kind'] === kind &&
        line['name'] === name &&
        outcomes.includes(String(line['outcome'])) &&
        (ids.length === 0 || ids.includes(String(line['id']))),
    ),
  )

interface JobCase<Name extends JobName> {
  data: () => JobData[Name]
  /** A table without which the job fails; undefined when something else makes it fail. */
  table: string | undefined
}

/** How each job is broken. A job without a case does not compile. */
const jobCases: { [Name in JobName]: JobCase<Name> } = {
  'remove-space': { data: () => ({ spaceId, organizationId }), table: 'spaces' },
  'remove-organization': { data: () => ({ organizationId }), table: 'organizations' },
  'clean-up': { data: () => ({}), table: 'rate_limits' },
  'index-spaces': { data: () => ({}), table: 'search_spaces' },
  'forget-words': { data: () => ({}), table: 'search_words' },
  'refresh-openapi-specs': { data: () => ({}), table: 'openapi_specs' },
  'collect-content': { data: () => ({}), table: 'removals' },
  'find-conflicts': { data: () => ({ spaceId }), table: 'conflict_checks' },
  revalidate: { data: () => ({ tags: ['space:1'] }), table: undefined },
  'mail-notifications': { data: () => ({}), table: 'notifications' },
  'send-notification-mail': {
    data: () => ({ userId: admin.id, notificationIds: [] }),
    table: 'notifications',
  },
  'send-mail': { data: () => ({ kind: 'password-reset', email: admin.email }), table: undefined },
}

const renameTable = (from: string, to: string) =>
  app.database.execute(sql`alter table ${raw(from)} rename to ${raw(to)} ${empty}`)

describe('a job that fails ends in a log line and a metric', () => {
  test.each(jobNames)('%s', async (name) => {
    const { table, data } = jobCases[name]
    if (table !== undefined) await renameTable(table, 'broken')
    try {
      await app.database.transaction((tx) => jobs.enqueue(tx, name, data(), new Date(0)))
      const line = await waitForLine('job', name, ['retried', 'failed'])
      expect(line).toMatchObject({
        ...(name === 'remove-space' && { organization: organizationId, space: spaceId }),
        ...(name === 'remove-organization' && { organization: organizationId }),
        id: expect.stringMatching(/./) as string,
        attempt: expect.any(Number) as number,
        ms: expect.any(Number) as number,
        err: {
          message: expect.stringMatching(/./) as string,
          stack: expect.stringMatching(/\n +at /) as string,
        },
      })
      const outcome = String(line['outcome'])
      expect(await readCount({ kind: 'job', type: name, outcome })).toBeGreaterThan(0)
    } finally {
      if (table !== undefined) await renameTable('broken', table)
    }
  })
})

test('a job that succeeds ends in a log line and a metric', async () => {
  await app.database.transaction((tx) => jobs.enqueue(tx, 'clean-up', {}, new Date(0)))
  const line = await waitForLine('job', 'clean-up', ['completed'])
  expect(line).not.toHaveProperty('err')
  expect(await readCount({ kind: 'job', type: 'clean-up', outcome: 'completed' })).toBeGreaterThan(0)
})

/** Starts a task of each type. Each fails because of its empty data or, if it does not need any, when it completes. */
async function startBrokenTasks(): Promise<{ type: string; id: string; space: string | undefined }[]> {
  await app.database.execute(sql`
    create function refuse_completion() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`)
  await app.database.execute(sql`
    create trigger refuse_completion before update on tasks for each row
    when (new.status = 'completed') execute function refuse_completion()`)
  const { tasks } = app.app
  const startTask = async (type: string) => {
    // A spec knows its task, so this one is started with it.
    if (type === 'openapi-spec') return { type, id: await startProcessing(), space: undefined }
    const task = { organizationId, spaceId, type, key: `broken ${type}`, data: {} }
    return { type, id: await app.database.transaction((tx) => tasks.start(tx, task)), space: spaceId }
  }
  return Promise.all(tasks.types.map(startTask))
}

async function startProcessing(): Promise<string> {
  const source = { text: JSON.stringify(createPetstore()) }
  expectStatus(201, await admin.post(`/orgs/${organizationId}/openapi`, { slug: 'petstore', source }))
  const row = await app.database.row<{ id: string }>(sql`select id from tasks where type = 'openapi-spec'`)
  return row?.id ?? ''
}

test('each type of task that fails ends in a log line and a metric', async () => {
  const startedTasks = await startBrokenTasks()
  expect(startedTasks.length).toBeGreaterThan(4)
  for (const { type, id, space } of startedTasks) {
    const line = await waitForLine('task', type, ['failed', 'retried'], [id])
    expect(line).toMatchObject({
      organization: organizationId,
      ...(space !== undefined && { space }),
      attempt: 1,
      ms: expect.any(Number) as number,
      err: { stack: expect.stringMatching(/\n +at /) as string },
    })
    const outcome = String(line['outcome'])
    expect(await readCount({ kind: 'task', type, outcome })).toBeGreaterThan(0)
  }
})
