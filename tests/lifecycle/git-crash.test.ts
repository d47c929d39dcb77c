import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GitServer, type TestRepository } from '../../packages/server/src/testing/git-server.ts'
import { createDataFolder, createTemporaryFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
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
      VERSO_DATA_DIR: createDataFolder(scope),
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
    const options = { token, ...(body && { method: 'POST', body }) }
    return (await sendRequest<Body>(`${this.#server.origin}/v1${path}`, options)).body
  }

  async kill(): Promise<void> {
    const { signal } = await this.#server.end('SIGKILL')
    if (signal !== 'SIGKILL') throw new Error('Verso ended before it was killed')
  }

  async restart(): Promise<void> {
    this.#server = await VersoServer.start(scope, this.#settings)
  }

  async startSync(direction: 'import' | 'export'): Promise<void> {
    const body = { url: this.#repository.url, ref: 'refs/heads/main', commitMessage: 'From Verso' }
    await this.#send(`${this.#path}/git/${direction}`, body)
  }

  /** Waits until all jobs have finished, and returns them, the last first. */
  waitForJobs(): Promise<Job[]> {
    const path = `/orgs/${this.#organization}/jobs?space=${this.#path.slice('/spaces/'.length)}`
    return waitFor('the jobs', async () => {
      const { items } = await this.#send<{ items: Job[] }>(path)
      return items.every(({ status }) => status === 'completed' || status === 'failed') && items
    })
  }

  async sync(direction: 'import' | 'export'): Promise<void> {
    await this.startSync(direction)
    const [last] = await this.waitForJobs()
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

  async listOpenChangeRequests(): Promise<object[]> {
    const { items } = await this.#send<{ items: object[] }>(`${this.#path}/change-requests?status=open`)
    return items
  }
}

/** Installs a hook that records each push, and holds it until it is released. */
function holdPushes(repository: TestRepository, hook: 'pre-receive' | 'post-receive') {
  const folder = createTemporaryFolder(scope)
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
    waitForPush: (times: number) =>
      waitFor(
        'the push',
        () => existsSync(calls ?? '') && readFileSync(calls ?? '', 'utf8').split('\n').length > times,
      ),
    release: () => writeFileSync(go ?? '', ''),
    /** Releases the pushes, and rejects the first. */
    rejectFirst: async () => {
      writeFileSync(refuse ?? '', '')
      writeFileSync(go ?? '', '')
      await waitFor('the refusal', () => !existsSync(refuse ?? ''))
    },
  }
}

/** Creates a synchronised space with changes that are not exported yet. */
async function createChangedSpace() {
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

type ChangedSpace = Awaited<ReturnType<typeof createChangedSpace>>

/** Checks that the export has made one commit, and that both sides are equal. */
async function expectOneExport({ space, repository, before }: ChangedSpace): Promise<void> {
  expect(await space.waitForJobs()).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  const readState = () => [
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
  expect(readState()).toEqual(expected)
  await space.sync('import')
  await space.sync('export')
  expect(readState()).toEqual(expected)
  expect((await space.pages()).map(({ id, title }) => [id, title])).toEqual(
    before.map(({ id, title }) => [id, title]),
  )
  expect(await space.listOpenChangeRequests()).toEqual([])

  repository.commit('Later', { 'README.md': '# Welcome\n\nHello from Git.\n' })
  await space.edit({ operation: 'update_page', page: before[1]?.id, document: { markdown: 'Twice.\n' } })
  await space.sync('export')
  expect(repository.log).toEqual(['From Verso', 'Later', 'From Verso', 'First'])
  expect(repository.read('new.md')).toBe('# New\n\nTwice.\n')
  expect(await space.listOpenChangeRequests()).toEqual([])
}

describe(
  'kill -9 during an export leads to one commit, and both sides are equal',
  { timeout: 300_000 },
  () => {
    test('before the remote accepts the push, which it then rejects', async () => {
      const all = await createChangedSpace()
      const hook = holdPushes(all.repository, 'pre-receive')
      await all.space.startSync('export')
      await hook.waitForPush(1)
      await all.space.kill()
      await hook.rejectFirst()
      expect(all.repository.log).toEqual(['First'])
      await all.space.restart()
      await expectOneExport(all)
    })

    test('before the remote accepts the push, which it does during the second push', async () => {
      const all = await createChangedSpace()
      const hook = holdPushes(all.repository, 'pre-receive')
      await all.space.startSync('export')
      await hook.waitForPush(1)
      await all.space.kill()
      await all.space.restart()
      await hook.waitForPush(2)
      expect(all.repository.log).toEqual(['First'])
      hook.release()
      await expectOneExport(all)
    })

    test('after the remote has accepted the push, before it answers', async () => {
      const all = await createChangedSpace()
      const hook = holdPushes(all.repository, 'post-receive')
      await all.space.startSync('export')
      await hook.waitForPush(1)
      expect(all.repository.log).toEqual(['From Verso', 'First'])
      await all.space.kill()
      hook.release()
      await all.space.restart()
      await expectOneExport(all)
    })
  },
)
