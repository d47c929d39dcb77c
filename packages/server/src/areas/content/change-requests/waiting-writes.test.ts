import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sql, sql } from '../../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Space } from '../spaces/schema.ts'
import type { ChangeRequest } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insertPage = (title: string) => ({
  changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
})

async function openChangeRequest() {
  const space = await app.space(admin, organization)
  const created = expectStatus(
    201,
    await admin.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {}),
  )
  const path = `/spaces/${space.id}/change-requests/${created.id}`
  const written = expectStatus(200, await admin.post<ChangeRequest>(`${path}/content`, insertPage('First')))
  return { spaceId: space.id, id: created.id, path, created, written }
}

/** Sends a request that has to wait for the space, and changes something before it gets its turn. */
async function changeMeanwhile<Answer>(
  spaceId: string,
  send: () => Promise<Answer>,
  change: Sql,
): Promise<Answer> {
  const { answer } = await app.database.transaction(async (tx) => {
    await tx.execute(sql`select from spaces where id = ${spaceId} for update`)
    const sent = send()
    await vi.waitFor(async () => {
      const waiting = await app.database.row(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%spaces%'`)
      expect(waiting).toBeDefined()
    })
    await tx.execute(change)
    return { answer: sent }
  })
  return answer
}

test('what creating and writing answer is what is read afterwards', async () => {
  const { path, spaceId, created, written } = await openChangeRequest()
  expect(written).toMatchObject((await admin.get<ChangeRequest>(path)).body)
  expect(written.revision).not.toBe(created.revision)
  const { revision } = (await admin.get<Space>(`/spaces/${spaceId}`)).body
  expect(created).toMatchObject({ revision, revisionInitial: revision, outdated: false })
})

describe('what was changed while a request waited for the lock of the space counts', () => {
  test('404 for a merge when the space was deleted', async () => {
    const { spaceId, path, id } = await openChangeRequest()
    const answer = await changeMeanwhile(
      spaceId,
      () => admin.post(`${path}/merge`),
      sql`update spaces set deleted_at = now() where id = ${spaceId}`,
    )
    expect(answer.status).toBe(404)
    expect(await readStatus(id)).toBe('draft')
  })

  test('409 for a merge and a write when the change request was archived', async () => {
    const requests = [
      (path: string) => admin.post(`${path}/merge`),
      (path: string) => admin.post(`${path}/content`, insertPage('Second')),
    ]
    for (const send of requests) {
      const { spaceId, path, id, written } = await openChangeRequest()
      const answer = await changeMeanwhile(
        spaceId,
        () => send(path),
        sql`update change_requests set status = 'archived' where id = ${id}`,
      )
      expect(answer.status).toBe(409)
      expect((await admin.get<ChangeRequest>(path)).body.revision).toBe(written.revision)
    }
  })

  test('409 for a merge when the space got a rule that is not met', async () => {
    const { spaceId, path, id } = await openChangeRequest()
    const mergeRules = JSON.stringify({ type: 'rules', rules: [{ rule: 'require_change_request_subject' }] })
    const answer = await changeMeanwhile(
      spaceId,
      () => admin.post(`${path}/merge`),
      sql`update spaces set merge_rules = ${mergeRules}::jsonb where id = ${spaceId}`,
    )
    expect(answer.status).toBe(409)
    expect(await readStatus(id)).toBe('draft')
  })

  test('200 or 409 for writes beside a merge, which has all that was accepted', async () => {
    const { spaceId, path } = await openChangeRequest()
    const answers = await Promise.all([
      admin.post<ChangeRequest>(`${path}/content`, insertPage('Second')),
      admin.post<ChangeRequest>(`${path}/content`, insertPage('Third')),
      admin.post(`${path}/merge`),
    ])
    const titles = await listTitles(`/spaces/${spaceId}/content`)
    const accepted = ['Second', 'Third'].filter((_, index) => answers[index]?.status === 200)
    const inChangeRequest = await listTitles(`${path}/content`)
    expect(answers[2]?.status).toBe(200)
    // A write is either in what was merged, or refused because it came too late.
    expect(inChangeRequest.toSorted()).toEqual(['First', ...accepted].toSorted())
    expect(titles.toSorted()).toEqual(inChangeRequest.toSorted())
  })
})

const readStatus = async (id: string) =>
  (await app.database.row<{ status: string }>(sql`select status from change_requests where id = ${id}`))
    ?.status

const listTitles = async (path: string) =>
  (await admin.get<{ pages: { title: string }[] }>(path)).body.pages.map(({ title }) => title)
