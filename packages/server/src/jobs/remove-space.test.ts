import { afterAll, describe, expect, test } from 'vitest'
import { days } from '../common/clock.ts'
import { sql } from '../database/database.ts'
import { TestApp } from '../testing/app.ts'
import { waitFor } from '../testing/wait-for.ts'

// A process that answers requests and works on jobs.
const app = await TestApp.start({}, { role: 'all' })
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()

interface Job {
  state: string
  days: number
}

/** The jobs about a space, with how many days after their making they are due. */
const listJobs = (spaceId: string) =>
  app.database.rows<Job>(sql`
    select state::text as state, round(extract(epoch from start_after - created_on) / 86400)::int as days
    from pgboss.job where name = 'remove-space' and data->>'spaceId' = ${spaceId}
    order by created_on`)

/**
 * The queue goes by the clock of the database; this makes due what waits. Workers look for what has become due once a
 * minute, and at once when they are told of any job of the queue.
 */
async function runJobs(spaceId: string): Promise<void> {
  await app.database.execute(sql`
    update pgboss.job set start_after = now() - interval '1 second'
    where name = 'remove-space' and data->>'spaceId' = ${spaceId} and state = 'created'`)
  await app.database.execute(sql`
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'remove-space')`)
  await waitFor('the end of the jobs', async () =>
    (await listJobs(spaceId)).every(({ state }) => state === 'completed'),
  )
}

async function createDeletedSpace() {
  const space = await app.space(admin, organizationId)
  expect((await admin.delete(`/spaces/${space.id}`)).status).toBe(205)
  return space
}

const isStored = async (spaceId: string) =>
  (await app.database.rows(sql`select id from spaces where id = ${spaceId}`)).length === 1

describe('a deleted space', () => {
  test('has one job for its removal, due in seven days', async () => {
    const space = await createDeletedSpace()
    await admin.delete(`/spaces/${space.id}`)

    expect(await listJobs(space.id)).toEqual([{ state: 'created', days: 7 }])
  })

  test('is removed permanently on day eight, with everything that belongs to it', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(8 * days)
    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(404)
    expect(await isStored(space.id)).toBe(true)

    await runJobs(space.id)

    expect(await isStored(space.id)).toBe(false)
    const left = await app.database.row(sql`
      select (select count(*) from revisions where space_id = ${space.id}) as revisions,
        (select count(*) from grants where space_id = ${space.id}) as grants`)
    expect(left).toEqual({ revisions: 0, grants: 0 })
    expect((await admin.delete(`/spaces/${space.id}`)).status).toBe(204)
  })

  test('is not removed by a job on day six, and can still be restored', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(6 * days)

    await runJobs(space.id)

    expect(await isStored(space.id)).toBe(true)
    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(200)
  })

  test('is not removed after it was restored', async () => {
    const space = await createDeletedSpace()
    await admin.post(`/spaces/${space.id}/restore`)
    app.clock.advance(8 * days)

    await runJobs(space.id)

    expect((await admin.get(`/spaces/${space.id}`)).status).toBe(200)
  })

  test('is kept for seven days from its second deletion, if it was restored in between', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(4 * days)
    await admin.post(`/spaces/${space.id}/restore`)
    await admin.delete(`/spaces/${space.id}`)
    app.clock.advance(4 * days)
    expect(await listJobs(space.id)).toHaveLength(2)

    await runJobs(space.id)

    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(200)
  })

  test('can be removed by a job that runs twice', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(8 * days)

    await app.app.areas.content.spaces.removeExpired(space.id)
    await app.app.areas.content.spaces.removeExpired(space.id)
    expect(await isStored(space.id)).toBe(false)
  })
})

describe('the job is part of the deletion', () => {
  test('500 when the job cannot be enqueued, and the space is still there', async () => {
    const other = await TestApp.start()
    const { id, admin: owner } = await other.organization()
    const space = await other.space(owner, id)
    await other.database.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await other.database.execute(sql`
      create trigger refuse before insert on pgboss.job for each row execute function refuse()`)

    expect((await owner.delete(`/spaces/${space.id}`)).status).toBe(500)
    expect((await owner.get(`/spaces/${space.id}`)).status).toBe(200)
    await other.stop()
  })

  test('500 when the deletion cannot be committed, and no job is left behind', async () => {
    const other = await TestApp.start()
    const { id, admin: owner } = await other.organization()
    const space = await other.space(owner, id)
    await other.database.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await other.database.execute(sql`
      create constraint trigger refuse after update on spaces deferrable initially deferred
      for each row execute function refuse()`)

    expect((await owner.delete(`/spaces/${space.id}`)).status).toBe(500)
    expect((await owner.get(`/spaces/${space.id}`)).status).toBe(200)
    const jobs = await other.database.rows(sql`select id from pgboss.job where name = 'remove-space'`)
    expect(jobs).toEqual([])
    await other.stop()
  })
})
