import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readError, expectStatus } from '../../../testing/app.ts'
import { writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { getResultSpace, TranslationWorld } from '../../../testing/translation-world.ts'
import { toUpperCaseText } from '../../../testing/translators.ts'
import { waitForAssertions } from '../../../testing/wait-for.ts'
import type { Job } from '../../tasks/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'

const world = await TranslationWorld.start()
const {
  admin,
  organizationId,
  translator,
  makePath,
  readTranslation,
  waitForRuns,
  createTranslation,
  startRun,
  readMarkdown,
  createSource,
} = world
beforeEach(world.resetTranslator)
afterEach(world.deleteResults)
afterAll(world.close)

/** Blocks the responses of the translator until `open` is called. */
function blockTranslator(): { requested: Promise<void>; open: () => void } {
  const requested = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  translator.behaviour = {
    translate: toUpperCaseText,
    respondInstead: async () => {
      requested.resolve()
      await opened.promise
      return false
    },
  }
  return { requested: requested.promise, open: opened.resolve }
}

describe('concurrent runs', () => {
  test('run one after the other, and those that wait become one', async () => {
    const { requested, open } = blockTranslator()
    const { id } = await createTranslation((await createSource()).id)
    await requested
    expect((await readTranslation(id)).status).toBe('running')
    await Promise.all([startRun(id), startRun(id), startRun(id)])
    open()
    const done = await waitForRuns(id, 2)
    expect(done.stats).toMatchObject({ runs: 2, latestWords: 0 })
  })

  test('are named by the translation with their progress, and its jobs are listed apart from those of other languages', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    const { run } = await readTranslation(id)
    expect(run).toMatchObject({ progress: { done: 0, total: 3 } })
    const other = await createTranslation(spaceId, { language: 'fr' })
    const listJobs = (translation: string) =>
      readList<Job>(admin, `/orgs/${organizationId}/jobs?translation=${translation}`)
    expect((await listJobs(id)).items.map((job) => job.id)).toEqual([run?.job])
    expect((await listJobs(other.id)).items.map((job) => job.id)).toEqual([other.run?.job])
    expect((await listJobs('nothing')).items).toEqual([])
    expect((await admin.get(`/orgs/${organizationId}/jobs?translation=${'x'.repeat(65)}`)).status).toBe(400)

    expectStatus(200, await admin.post(`/orgs/${organizationId}/jobs/${run?.job}/cancel`))
    open()
    const canceled = await waitForRuns(id, 1)
    expect(canceled.run).toBeUndefined()
    expect(canceled.result).toBeUndefined()
    expect((await listJobs(id)).items).toMatchObject([{ id: run?.job, status: 'canceled' }])
    await waitForRuns(other.id, 1)
  })

  test('translate what was merged while they waited or ran', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    await writePages(admin, spaceId, [{ title: 'Late', markdown: 'Late words.\n' }])
    open()
    const done = await waitForRuns(id, 2)
    expect(await readMarkdown(getResultSpace(done), 'late')).toBe('LATE WORDS.\n')
  })

  test('are cancelled when the translation is deleted', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    const before = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expectStatus(205, await admin.delete(makePath(id)))
    expectStatus(204, await admin.delete(makePath(id)))
    open()
    await waitForAssertions(async () => {
      const { items } = await readList<Job>(admin, `/orgs/${organizationId}/jobs?space=${spaceId}`)
      expect(items).toMatchObject([{ status: 'canceled' }])
    })
    const after = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expect(after.count).toBe(before.count)
  })

  test('are cancelled when the source is deleted, and can be started again after it is restored', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
    open()
    const done = await waitForRuns(id, 1)
    expect(done.error).toMatch(/source space is deleted/)
    expect(done.result).toBeUndefined()
    const refused = await admin.post(`${makePath(id)}/run`)
    expect(refused.status).toBe(409)
    expect(readError(refused).message).toMatch(/deleted/)

    expectStatus(200, await admin.post(`/spaces/${spaceId}/restore`))
    await startRun(id)
    expect((await waitForRuns(id, 2)).result).toBeDefined()
  })

  test('fail if the translated space is deleted meanwhile; the next run, but no merge, creates a new space', async () => {
    const { id: spaceId } = await createSource()
    const translation = await waitForRuns((await createTranslation(spaceId)).id, 1)
    const { requested, open } = blockTranslator()
    await writePages(admin, spaceId, [{ title: 'Other', markdown: 'Other words.\n' }])
    await requested
    expectStatus(205, await admin.delete(`/spaces/${getResultSpace(translation)}`))
    open()
    const failed = await waitForRuns(translation.id, 2)
    expect(failed.error).toMatch(/translated space was deleted/)
    expect(failed.result).toBeUndefined()

    await writePages(admin, spaceId, [{ title: 'More', markdown: 'More words.\n' }])
    expect((await readTranslation(translation.id)).status).toBe('completed')
    await startRun(translation.id)
    const again = await waitForRuns(translation.id, 3)
    expect(getResultSpace(again)).not.toBe(getResultSpace(translation))
    expect(await readMarkdown(getResultSpace(again), 'more')).toBe('MORE WORDS.\n')
  })
})
