import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GitServer } from '../packages/server/src/testing/git-server.ts'
import { createDataFolder } from './support/folders.ts'
import { sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { describeMissingSsh, startSsh } from './support/ssh.ts'
import { waitFor } from '../packages/server/src/testing/wait-for.ts'
import { type Settings, VersoServer } from './support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

const missing = await describeMissingSsh()
const token = 'a-token-that-is-given-by-the-settings'

interface Job {
  status: string
  error?: string
}

interface Key {
  id: string
  publicKey: string
}

/** A server with an organization, whose spaces are synchronised with a repository. */
async function startServer(settings: Settings, repository: { url: string }) {
  const server = await VersoServer.start(scope, {
    VERSO_ADMIN_TOKEN: token,
    VERSO_OUTBOUND_ALLOW: '127.0.0.1',
    ...settings,
  })
  const send = async <Body>(path: string, body?: object, method = body ? 'POST' : 'GET') =>
    (await sendRequest<Body>(`${server.origin}/v1${path}`, { token, method, ...(body && { body }) })).body
  const { items } = await send<{ items: { id: string }[] }>('/orgs')
  const createSpace = async (organization: string) => {
    const { id } = await send<{ id: string }>(`/orgs/${organization}/spaces`, {})
    const synchronise = async (direction: 'import' | 'export'): Promise<Job> => {
      const body = { url: repository.url, ref: 'refs/heads/main', commitMessage: 'From Verso' }
      await send(`/spaces/${id}/git/${direction}`, body)
      const jobs = async () => (await send<{ items: Job[] }>(`/orgs/${organization}/jobs?space=${id}`)).items
      await waitFor('the job', async () =>
        (await jobs()).every(({ status, error }) => status === 'completed' || error !== undefined),
      )
      return (await jobs())[0] ?? { status: 'none' }
    }
    return { path: `/spaces/${id}`, synchronise }
  }
  return { server, send, organization: items[0]?.id ?? '', createSpace }
}

async function startRemote() {
  const ssh = await startSsh(scope)
  const server = await GitServer.start()
  scope.defer(() => server.stop())
  const repository = server.createRepository({ 'README.md': '# Welcome\n\nHello.\n' })
  return { ...ssh, repository, remote: { url: `ssh://root@127.0.0.1:${ssh.port}${repository.bare}` } }
}

describe.skipIf(missing !== undefined)(
  `a repository over ssh${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: 300_000 },
  () => {
    test('is imported and exported with the key of the space, which can be replaced, and with no other', async () => {
      const { authorize, repository, remote } = await startRemote()
      const settings = { VERSO_DATA_DIR: createDataFolder(scope), VERSO_LOG_LEVEL: 'debug' }
      const { server, send, organization, createSpace } = await startServer(settings, remote)
      const { path, synchronise } = await createSpace(organization)
      expect(await synchronise('import')).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('git/ssh-keys'),
      })
      const first = await send<Key>(`${path}/git/ssh-keys`, {})
      authorize(first.publicKey)
      expect(await synchronise('import')).toMatchObject({ status: 'completed' })
      const { pages } = await send<{ pages: { id: string; title: string }[] }>(`${path}/content`)
      expect(pages).toMatchObject([{ title: 'Welcome' }])
      const { id } = await send<{ id: string }>(`${path}/change-requests`, {})
      const document = { markdown: 'Hello again.\n' }
      const change = { operation: 'update_page', page: pages[0]?.id, document }
      await send(`${path}/change-requests/${id}/content`, { changes: [change] })
      await send(`${path}/change-requests/${id}/merge`, {})
      expect(await synchronise('export')).toMatchObject({ status: 'completed' })
      expect(repository.read('README.md')).toBe('# Welcome\n\nHello again.\n')
      expect(repository.log[0]).toBe('From Verso')

      // The former key is used until the repository accepts the new one.
      const second = await send<Key>(`${path}/git/ssh-keys`, {})
      repository.commit('Newer', { 'README.md': '# Newer\n' })
      expect(await synchronise('import')).toMatchObject({ status: 'completed' })
      authorize(second.publicKey)
      await send(`${path}/git/ssh-keys/${first.id}`, undefined, 'DELETE')
      repository.commit('Newest', { 'README.md': '# Newest\n' })
      expect(await synchronise('import')).toMatchObject({ status: 'completed' })

      // Another space of the same organization cannot use them.
      const other = await createSpace(organization)
      await send(`${other.path}/git/ssh-keys`, {})
      expect((await other.synchronise('import')).error).toBeDefined()

      expect(readdirSync(join(settings.VERSO_DATA_DIR, 'git')).join(' ')).not.toContain('ssh-keys-')
      expect(server.stdout + server.stderr).not.toContain('PRIVATE KEY')
    })

    test('is imported with the key of the operator only by the organizations, and from the hosts, that are named', async () => {
      const { key, remote } = await startRemote()
      const folder = { VERSO_DATA_DIR: createDataFolder(scope) }
      const first = await startServer(folder, remote)
      const { organization } = first
      const { id: foreign } = await first.send<{ id: string }>('/orgs', { title: 'Foreign' })
      await first.server.stop()

      const settings = {
        ...folder,
        VERSO_GIT_SSH_KEY: key,
        VERSO_GIT_SSH_KEY_HOSTS: 'git.example.com, 127.0.0.1',
        VERSO_GIT_SSH_KEY_ORGANIZATIONS: organization,
      }
      const { server, createSpace } = await startServer(settings, remote)
      expect(await (await createSpace(organization)).synchronise('import')).toMatchObject({
        status: 'completed',
      })
      expect(await (await createSpace(foreign)).synchronise('import')).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('git/ssh-keys'),
      })
      await server.stop()

      const elsewhere = await startServer({ ...settings, VERSO_GIT_SSH_KEY_HOSTS: 'git.example.com' }, remote)
      expect(await (await elsewhere.createSpace(organization)).synchronise('import')).toMatchObject({
        status: 'failed',
      })
    })
  },
)
