import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus } from '../../../testing/app.ts'
import { GitWorld, mainRef } from '../../../testing/git-world.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { GitSSHKey, GitSSHKeyList } from './schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())

const createSpace = (): Promise<Space> => world.app.space(world.admin, world.organization)
const keysPath = ({ id }: { id: string }) => `/spaces/${id}/git/ssh-keys`
const createKey = async (space: Space): Promise<GitSSHKey> =>
  expectStatus(201, await world.admin.post<GitSSHKey>(keysPath(space)))
const listKeys = async (space: { id: string }): Promise<GitSSHKey[]> =>
  expectStatus(200, await world.admin.get<GitSSHKeyList>(keysPath(space))).items

describe('/spaces/{spaceId}/git/ssh-keys', () => {
  test('201 makes a key, 200 lists public halves, newest first, 205 deletes one', async () => {
    const space = await createSpace()
    expect(await listKeys(space)).toEqual([])
    const first = await createKey(space)
    expect(first).toEqual({
      object: 'git-ssh-key',
      id: expect.any(String),
      publicKey: expect.stringMatching(/^ssh-ed25519 /),
      fingerprint: expect.stringMatching(/^SHA256:/),
      createdAt: expect.any(String),
    })
    world.app.clock.advance(1000)
    const second = await createKey(space)
    expect(await listKeys(space)).toEqual([second, first])
    expect((await world.admin.delete(`${keysPath(space)}/${first.id}`)).status).toBe(205)
    expect((await world.admin.delete(`${keysPath(space)}/${first.id}`)).status).toBe(204)
    expect(await listKeys(space)).toEqual([second])
  })

  test('204 for the key of another space, which stays', async () => {
    const [space, other] = [await createSpace(), await createSpace()]
    const key = await createKey(other)
    expect((await world.admin.delete(`${keysPath(space)}/${key.id}`)).status).toBe(204)
    expect(await listKeys(other)).toEqual([key])
  })

  test('409 for a fourth key, also when several are created at once', async () => {
    const space = await createSpace()
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.admin.post(keysPath(space))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await listKeys(space)).toHaveLength(3)
  })

  test('a private half is encrypted in the database, bound to its row, and goes with the space', async () => {
    const space = await createSpace()
    await createKey(space)
    const rows = await world.app.database.rows<{ id: string; key: Buffer }>(
      sql`select id, private_key as key from git_ssh_keys where space_id = ${space.id}`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.key.includes('PRIVATE KEY')).toBe(false)
    expect((await world.app.app.areas.gitSync.sshKeys.readPrivateKeys(space.id))[0]).toContain('PRIVATE KEY')
    const other = await createSpace()
    await createKey(other)
    await world.app.database.execute(
      sql`update git_ssh_keys set private_key = ${rows[0]?.key} where space_id = ${other.id}`,
    )
    await expect(world.app.app.areas.gitSync.sshKeys.readPrivateKeys(other.id)).rejects.toThrow(
      'authenticate',
    )

    await world.app.database.execute(sql`delete from spaces where id = ${space.id}`)
    expect(await world.app.database.rows(sql`select from git_ssh_keys where space_id = ${space.id}`)).toEqual(
      [],
    )
  })

  test('a copy of a space has no key', async () => {
    const space = await createSpace()
    await createKey(space)
    const copy = expectStatus(201, await world.admin.post<Space>(`/spaces/${space.id}/duplicate`))
    expect(await listKeys(copy)).toEqual([])
  })
})

test('an import over ssh fails without a key, and leaves no file with one', async () => {
  const space = await world.createSyncedSpace()
  const address = { url: 'ssh://git@127.0.0.1:1/acme/docs.git', ref: mainRef }
  expect(await space.run('import', address)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining(`/v1${keysPath(space)}`),
  })
  expectStatus(201, await world.admin.post(keysPath(space)))
  expect((await space.run('import', address)).error).toBeDefined()
  const folder = join(world.folder, 'git')
  const names = existsSync(folder) ? readdirSync(folder) : []
  expect(names.filter((name) => name.startsWith('ssh-keys-'))).toEqual([])
})
