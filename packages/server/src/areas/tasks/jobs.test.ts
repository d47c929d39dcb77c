import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TaskRunner } from '../../jobs/task-runner.ts'
import { MAX_TASK_ATTEMPTS } from '../../jobs/tasks.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../testing/app.ts'
import { waitForAssertions } from '../../testing/wait-for.ts'
import type { Job } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const repository = { url: 'https://git.example.com/acme/docs.git', ref: 'refs/heads/main' }

/** Starts an import from a repository that does not exist. */
async function startJob(): Promise<{ path: string; spaceId: string }> {
  const { id: spaceId } = await app.space(admin, organization)
  expectStatus(204, await admin.post(`/spaces/${spaceId}/git/import`, repository))
  const list = await admin.get<ListBody<Job>>(`/orgs/${organization}/jobs?space=${spaceId}`)
  const [job] = expectStatus(200, list).items
  return { path: `/orgs/${organization}/jobs/${job?.id}`, spaceId }
}

const read = async (path: string) => expectStatus(200, await admin.get<Job>(path))

/** Runs jobs, until the job has been tried so often and is not running any more. */
async function runAttempts(path: string, attempts: number): Promise<Job> {
  await waitForAssertions(async () => {
    const job = await read(path)
    expect(job.attempts).toBe(attempts)
    expect(job.status).not.toBe('running')
  })
  return read(path)
}

describe('a job', () => {
  test('200 by its id; 404 for what is none, and in another organization', async () => {
    const { path, spaceId } = await startJob()
    expect(await read(path)).toMatchObject({
      object: 'job',
      type: 'git-import',
      status: 'pending',
      space: spaceId,
    })
    expect((await admin.get(`/orgs/${organization}/jobs/nothing`)).status).toBe(404)
    const other = await app.organization('Other')
    expect((await other.admin.get(path)).status).toBe(404)
    const id = path.split('/').at(-1)
    for (const action of ['', '/retry', '/cancel']) {
      const send = action === '' ? other.admin.get : other.admin.post
      expect((await send(`/orgs/${other.id}/jobs/${id}${action}`)).status).toBe(404)
    }
  })

  test('200 is listed by one of several types', async () => {
    const { path, spaceId } = await startJob()
    const list = async (types: string) => {
      const query = `space=${spaceId}${types}`
      const response = await admin.get<ListBody<Job>>(`/orgs/${organization}/jobs?${query}`)
      return expectStatus(200, response).items.map(({ id }) => id)
    }
    const id = path.split('/').at(-1)
    expect(await list('&type=git-import')).toEqual([id])
    expect(await list('&type=git-export&type=git-import')).toEqual([id])
    expect(await list('&type=git-export')).toEqual([])
    const tooLong = `/orgs/${organization}/jobs?type=${'x'.repeat(65)}`
    expect((await admin.get(tooLong)).status).toBe(400)
  })

  test('200 is canceled once, and can be run again', async () => {
    const { path } = await startJob()
    const canceled = expectStatus(200, await admin.post<Job>(`${path}/cancel`))
    expect(canceled).toMatchObject({ status: 'canceled', finishedAt: expect.any(String) })
    expect((await admin.post(`${path}/cancel`)).status).toBe(409)
    const retried = expectStatus(200, await admin.post<Job>(`${path}/retry`))
    expect(retried).toMatchObject({ status: 'pending', attempts: 0 })
    expect(retried).not.toHaveProperty('finishedAt')
    expect(path).not.toContain(retried.id)
    expect((await admin.post(`${path}/retry`)).status).toBe(409)
  })

  test('200 that waits or has failed is run again, with what it was started with', async () => {
    const { path } = await startJob()
    const runner = new TaskRunner({
      database: app.database,
      tasks: app.app.tasks,
      clock: app.clock,
      onError: () => undefined,
    })
    runner.start()
    try {
      // A repository that cannot be reached may be reached later, so it is tried several times.
      const first = await runAttempts(path, 1)
      expect(first).toMatchObject({ status: 'pending', error: expect.any(String) })
      for (let attempt = 2; attempt <= MAX_TASK_ATTEMPTS; attempt++) {
        expectStatus(200, await admin.post<Job>(`${path}/retry`))
        await runAttempts(path, attempt)
      }
      expect(await read(path)).toMatchObject({ status: 'failed', error: first.error })
      const { id } = expectStatus(200, await admin.post<Job>(`${path}/retry`))
      const second = await runAttempts(`/orgs/${organization}/jobs/${id}`, 1)
      expect(second).toMatchObject({ status: 'pending', error: first.error })
    } finally {
      await runner.stop()
    }
  })

  test('403 without a role on its space that suffices', async () => {
    const { path } = await startJob()
    for (const role of ['read', 'comment'] as const) {
      const member = await app.member(organization, role)
      expect((await member.post(`${path}/cancel`)).status).toBe(403)
      expect((await member.post(`${path}/retry`)).status).toBe(403)
    }
    expect((await read(path)).status).toBe('pending')
    const editor = await app.member(organization, 'edit')
    expect((await editor.post(`${path}/cancel`)).status).toBe(200)
  })

  test('409 for jobs that nobody started by hand', async () => {
    const { id: spaceId } = await app.space(admin, organization)
    const id = await app.database.transaction((tx) =>
      app.app.tasks.start(tx, {
        organizationId: organization,
        spaceId,
        type: 'update-computed',
        key: 'x',
        data: { n: 1 },
      }),
    )
    expect((await admin.post(`/orgs/${organization}/jobs/${id}/cancel`)).status).toBe(409)
  })
})
