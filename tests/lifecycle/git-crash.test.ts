import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GitServer, type TestRepository } from '../../packages/server/src/testing/git-server.ts'
import { dataFolder, temporaryFolder } from '../support/folders.ts'
import { ask } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { type Settings, VersoServer } from '../support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

const token = 'a-token-that-is-given-by-the-settings'
const files = {
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
  'README.md': '# Welcome\n\nHello.\n',
}

interface Job {
  status: string
  error?: string
}

interface Page {
  id: string
  title: string
}

/** A space that is synchronised, in a Verso that is killed and started again. */
class Space {
  readonly #settings: Settings
  readonly #repository: TestRepository
  #server: VersoServer
  #organization = ''
  #path = ''

  private constructor(server: VersoServer, settings: Settings, repository: TestRepository) {
    this.#server = server
    this.#settings = settings
    this.#repository = repository
  }

  static async start(repository: TestRepository): Promise<Space> {
    const settings = {
      VERSO_DATA_DIR: dataFolder(scope),
      VERSO_ADMIN_TOKEN: token,
      VERSO_OUTBOUND_ALLOW: '127.0.0.1',
    }
    const space = new Space(await VersoServer.start(scope, settings), settings, repository)
    const { items } = await space.#send<{ items: { id: string }[] }>('/orgs')
    space.#organization = items[0]?.id ?? ''
    const { id } = await space.#send<{ id: string }>(`/orgs/${space.#organization}/spaces`, {})
    space.#path = `/spaces/${id}`
    return space
  }

  async #send<Body>(path: string, body?: object): Promise<Body> {
    const asked = { token, ...(body && { method: 'POST', body }) }
    return (await ask<Body>(`${this.#server.origin}/v1${path}`, asked)).body
  }

  async kill(): Promise<void> {
    const { signal } = await this.#server.end('SIGKILL')
    if (signal !== 'SIGKILL') throw new Error('Verso ended before it was killed')
  }

  async restart(): Promise<void> {
    this.#server = await VersoServer.start(scope, this.#settings)
  }

  async begin(direction: 'import' | 'export'): Promise<void> {
    const body = { url: this.#repository.url, ref: 'refs/heads/main', commitMessage: 'From Verso' }
    await this.#send(`${this.#path}/git/${direction}`, body)
  }

  /** What became of everything that was begun, the last first. */
  ended(): Promise<Job[]> {
    const path = `/orgs/${this.#organization}/jobs?space=${this.#path.slice('/spaces/'.length)}`
    return waitFor('the jobs', async () => {
      const { items } = await this.#send<{ items: Job[] }>(path)
      return items.every(({ status }) => status === 'completed' || status === 'failed') && items
    })
  }

  async sync(direction: 'import' | 'export'): Promise<void> {
    await this.begin(direction)
    const [last] = await this.ended()
    if (last?.status !== 'completed') throw new Error(`${direction} failed: ${last?.error ?? ''}`)
  }

  async edit(...changes: object[]): Promise<void> {
    const { id } = await this.#send<{ id: string }>(`${this.#path}/change-requests`, {})
    await this.#send(`${this.#path}/change-requests/${id}/content`, { changes })
    await this.#send(`${this.#path}/change-requests/${id}/merge`, {})
  }

  async pages(): Promise<Page[]> {
    return (await this.#send<{ pages: Page[] }>(`${this.#path}/content`)).pages
  }

  async openRequests(): Promise<object[]> {
    const { items } = await this.#send<{ items: object[] }>(`${this.#path}/change-requests?status=open`)
    return items
  }
}

/** A hook of the repository that notes each push that comes to it, and holds it until it is let go. */
function holdAt(repository: TestRepository, hook: 'pre-receive' | 'post-receive') {
  const folder = temporaryFolder(scope)
  const [calls, go, refuse] = ['calls', 'go', 'refuse'].map((name) => join(folder, name))
  const script = join(repository.bare, 'hooks', hook)
  mkdirSync(join(repository.bare, 'hooks'), { recursive: true })
  writeFileSync(
    script,
    `#!/bin/sh
cat > /dev/null
echo held >> ${calls}
while [ ! -e ${go} ]; do sleep 0.05; done
if [ -e ${refuse} ]; then rm ${refuse}; exit 1; fi
`,
  )
  chmodSync(script, 0o755)
  return {
    held: (times: number) =>
      waitFor(
        'the push',
        () => existsSync(calls ?? '') && readFileSync(calls ?? '', 'utf8').split('\n').length > times,
      ),
    letGo: () => writeFileSync(go ?? '', ''),
    /** Lets go, and the first that goes is refused. */
    refuseOne: async () => {
      writeFileSync(refuse ?? '', '')
      writeFileSync(go ?? '', '')
      await waitFor('the refusal', () => !existsSync(refuse ?? ''))
    },
  }
}

/** A space that has a page more than its branch. */
async function ready() {
  const server = await GitServer.start()
  scope.defer(() => server.stop())
  const repository = server.createRepository(files)
  const space = await Space.start(repository)
  await space.sync('import')
  const [welcome] = await space.pages()
  await space.edit(
    { operation: 'update_page', page: welcome?.id, document: { markdown: 'Hello from Verso.\n' } },
    { operation: 'insert_page', title: 'New', document: { markdown: 'Once.\n' } },
  )
  return { space, repository, before: await space.pages() }
}

type Ready = Awaited<ReturnType<typeof ready>>

/** The export is done, once; and there is nothing left to do. */
async function expectOnce({ space, repository, before }: Ready): Promise<void> {
  expect(await space.ended()).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  const there = () => [
    repository.log,
    repository.listChanges(`${repository.head}~1`),
    repository.read('README.md'),
    repository.read('new.md'),
  ]
  const expected = [
    ['From Verso', 'First'],
    ['M\tREADME.md', 'M\tSUMMARY.md', 'A\tnew.md'],
    '# Welcome\n\nHello from Verso.\n',
    '# New\n\nOnce.\n',
  ]
  expect(there()).toEqual(expected)
  await space.sync('import')
  await space.sync('export')
  expect(there()).toEqual(expected)
  expect((await space.pages()).map(({ id, title }) => [id, title])).toEqual(
    before.map(({ id, title }) => [id, title]),
  )
  expect(await space.openRequests()).toEqual([])

  repository.commit('Later', { 'README.md': '# Welcome\n\nHello from Git.\n' })
  await space.edit({ operation: 'update_page', page: before[1]?.id, document: { markdown: 'Twice.\n' } })
  await space.sync('export')
  expect(repository.log).toEqual(['From Verso', 'Later', 'From Verso', 'First'])
  expect(repository.read('new.md')).toBe('# New\n\nTwice.\n')
  expect(await space.openRequests()).toEqual([])
}

describe(
  'kill -9 in the middle of an export leaves one commit, and both sides equal',
  { timeout: 300_000 },
  () => {
    test('before the remote took the push, which it then refuses', async () => {
      const all = await ready()
      const hook = holdAt(all.repository, 'pre-receive')
      await all.space.begin('export')
      await hook.held(1)
      await all.space.kill()
      await hook.refuseOne()
      expect(all.repository.log).toEqual(['First'])
      await all.space.restart()
      await expectOnce(all)
    })

    test('before the remote took the push, which it does while it is pushed again', async () => {
      const all = await ready()
      const hook = holdAt(all.repository, 'pre-receive')
      await all.space.begin('export')
      await hook.held(1)
      await all.space.kill()
      await all.space.restart()
      await hook.held(2)
      expect(all.repository.log).toEqual(['First'])
      hook.letGo()
      await expectOnce(all)
    })

    test('after the remote took the push, and before it said so', async () => {
      const all = await ready()
      const hook = holdAt(all.repository, 'post-receive')
      await all.space.begin('export')
      await hook.held(1)
      expect(all.repository.log).toEqual(['From Verso', 'First'])
      await all.space.kill()
      hook.letGo()
      await all.space.restart()
      await expectOnce(all)
    })
  },
)
