import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EDIT_KINDS, makeEdit } from '../../../../editor/src/testing/random-edits.ts'
import { minutes } from '../../common/clock.ts'
import type { Database } from '../../database/database.ts'
import { Client, expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { listenLocally } from '../../testing/event-reader.ts'
import { createLiveWorld, LiveWriter, readMarkdown, writeMarkdown } from '../../testing/live-page.ts'
import { LiveReader } from '../../testing/live-reader.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { MAX_STREAMS_PER_PAGE } from './live-hub.ts'

const page = [
  'The first paragraph has some words.',
  '',
  '## A heading',
  '',
  '{% hint style="info" %}',
  'A hint with **bold** words.',
  '{% endhint %}',
  '',
  '* one',
  '* two',
  '',
  'The last paragraph.',
].join('\n')

let database: Database
let first: TestApp
let second: TestApp
let origins: [string, string]
let organization: string
let admin: Person

beforeAll(async () => {
  database = await createTestDatabase()
  first = await TestApp.start({}, { database })
  second = await TestApp.start({}, { database })
  origins = [await listenLocally(first), await listenLocally(second)]
  ;({ id: organization, admin } = await first.organization())
})
afterAll(async () => {
  await first.app.close()
  await second.app.close()
  await database.close()
})

const start = () => createLiveWorld(first, admin, organization, page)
/** The same person at the other process. */
const atSecond = ({ token }: Person): Client => new Client(second.app, token)

describe('two processes', () => {
  test('give everybody one document, whatever people do at the same time and others write meanwhile', async () => {
    const action = fc.record({
      who: fc.nat(3),
      what: fc.constantFrom('edit', 'edit', 'edit', 'commit', 'commit', 'lose the answer', 'read', 'outside'),
      kind: fc.nat(EDIT_KINDS - 1),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      word: fc.stringMatching(/^[a-z]{1,4}$/),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const world = await start()
        const writers = await Promise.all(
          ['a', 'b', 'c', 'd'].map((id, index) =>
            LiveWriter.open(id, index % 2 === 0 ? admin : atSecond(admin), world),
          ),
        )
        const running: Promise<unknown>[] = []
        const busy = new Set<number>()
        for (const { who, what, kind, at, word } of actions) {
          const writer = writers[who]
          if (!writer) continue
          if (what === 'edit') makeEdit(writer, kind, at, word)
          else if (what === 'outside') {
            const markdown = await readMarkdown(admin, world)
            await writeMarkdown(admin, world, `${markdown}\n\nOutside ${word}\n`)
          } else if (!busy.has(who)) {
            busy.add(who)
            const work = what === 'commit' ? writer.commit() : what === 'read' ? writer.read() : writer.post()
            running.push(work.finally(() => busy.delete(who)))
          }
        }
        await Promise.all(running)
        for (let round = 0; round < 3; round++) {
          for (const writer of writers) {
            await writer.commit()
            await writer.read()
          }
        }
        const [reference] = writers
        for (const writer of writers) {
          expect(writer.isSettled).toBe(true)
          expect(writer.doc.toJSON()).toEqual(reference?.doc.toJSON())
        }
        reference?.doc.check()
        await reference?.save()
        const opened = await LiveWriter.open('e', atSecond(admin), world)
        expect(opened.doc.toJSON()).toEqual(reference?.doc.toJSON())
      }),
      { numRuns: 12 },
    )
  })

  test('tell those who follow a page of commits, saves, other writes and people', async () => {
    const world = await start()
    const [ann, bob] = [await first.member(organization, 'edit'), await first.member(organization, 'edit')]
    const one = await LiveWriter.open('one', ann, world)
    const two = await LiveWriter.open('two', atSecond(bob), world)
    const reader = await LiveReader.open(origins[1], world.livePath, bob.token, {
      session: two.session,
      since: 0,
    })
    one.type('first', ' (Ann)')
    await one.commit()
    await waitFor('the commit', () => reader.commits.length === 1)
    expect(reader.commits).toMatchObject([{ version: 1, user: ann.id, client: 'one' }])
    const presence = { session: one.session, client: 'one', version: 1, cursor: { anchor: 3, head: 5 } }
    expect((await ann.put(`${world.livePath}/presence`, presence)).status).toBe(204)
    await waitFor('the cursor', () => reader.last?.people?.[0]?.cursor?.head === 5)
    expect(reader.last?.people).toMatchObject([{ client: 'one', user: { id: ann.id }, version: 1 }])
    expect(reader.last?.people?.[0]?.user).not.toHaveProperty('email')
    // Nobody moves the cursor of another person.
    await bob.put(`${world.livePath}/presence`, { ...presence, cursor: { anchor: 1, head: 1 } })
    await one.save()
    await waitFor('the save', () => reader.last?.savedVersion === 1)
    expect(reader.last?.people?.[0]?.cursor?.head).toBe(5)
    await ann.put(`${world.livePath}/presence`, { ...presence, left: true })
    await waitFor('the empty page', () => reader.last?.people?.length === 0)
    await writeMarkdown(ann, world, `${await readMarkdown(ann, world)}\nFrom outside\n`)
    await waitFor('what was written by the API', () => reader.commits.length === 2)
    two.receive(reader.commits)
    expect(two.text).toContain('From outside')
    reader.close()
  })

  test('close a page with a reason when access ends, or the change request', async () => {
    const world = await start()
    const ann = await first.member(organization, 'edit')
    const { session } = await LiveWriter.open('one', ann, world)
    const open = (person: Person) =>
      LiveReader.open(origins[1], world.livePath, person.token, { session, since: 0 })
    const readers = [await open(ann), await open(admin)] as const
    const role = await admin.patch(`/orgs/${organization}/members/${ann.id}`, { role: 'read' })
    expectStatus(200, role)
    const writer = await LiveWriter.open('two', admin, world)
    writer.type('first', '!')
    await writer.commit()
    await waitFor('the end', () => readers[0].hasEnded)
    expect(readers[0].last).toMatchObject({ closed: 'access', commits: [] })
    expect(readers[0].commits).toEqual([])
    await waitFor('the commit', () => readers[1].commits.length === 1)
    expectStatus(200, await admin.patch(world.path, { status: 'archived' }))
    await waitFor('the other end', () => readers[1].hasEnded)
    expect(readers[1].last?.closed).toBe('archived')
    expect(await readMarkdown(admin, world)).toContain('first!')
  })

  test('end a stream when the process stops, and let in only so many', async () => {
    const world = await start()
    const { session } = await LiveWriter.open('one', admin, world)
    const third = await TestApp.start({}, { database })
    const origin = await listenLocally(third)
    const readers: LiveReader[] = []
    for (let count = 0; count < MAX_STREAMS_PER_PAGE; count++) {
      readers.push(await LiveReader.open(origin, world.livePath, admin.token, { session, since: 0 }))
    }
    const more = LiveReader.open(origin, world.livePath, admin.token, { session, since: 0 })
    await expect(more).rejects.toThrow('429')
    expect(await third.app.close()).toBe(true)
    await waitFor('the end of all streams', () => readers.every(({ hasEnded }) => hasEnded))
  })

  test('lose nothing that one of them confirmed and never saved', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', admin, world)
    writer.type('first', ' (confirmed)')
    await writer.commit()
    // The other process has nothing of it in memory, as after the first was killed.
    const other = await LiveWriter.open('two', atSecond(admin), world)
    expect(other.text).toContain('first (confirmed)')
    second.clock.advance(1 * minutes)
    await second.app.areas.live.saver.sweep()
    expect(await readMarkdown(atSecond(admin), world)).toContain('first (confirmed)')
  })
})
