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

/** A server, and a space that is synchronised with a repository. */
async function serverWith(settings: Settings, repository: { url: string }) {
  const server = await VersoServer.start(scope, {
    VERSO_DATA_DIR: createDataFolder(scope),
    VERSO_ADMIN_TOKEN: token,
    VERSO_OUTBOUND_ALLOW: '127.0.0.1',
    ...settings,
  })
  const send = async <Body>(path: string, body?: object) =>
    (await sendRequest<Body>(`${server.origin}/v1${path}`, { token, ...(body && { method: 'POST', body }) }))
      .body
  const { items } = await send<{ items: { id: string }[] }>('/orgs')
  const organization = items[0]?.id ?? ''
  const space = await send<{ id: string }>(`/orgs/${organization}/spaces`, {})
  const sync = async (direction: 'import' | 'export'): Promise<Job> => {
    const body = { url: repository.url, ref: 'refs/heads/main', commitMessage: 'From Verso' }
    await send(`/spaces/${space.id}/git/${direction}`, body)
    const jobs = async () =>
      (await send<{ items: Job[] }>(`/orgs/${organization}/jobs?space=${space.id}`)).items
    await waitFor('the job', async () =>
      (await jobs()).every(({ status, error }) => status === 'completed' || error !== undefined),
    )
    return (await jobs())[0] ?? { status: 'none' }
  }
  return { send, space: `/spaces/${space.id}`, sync }
}

describe.skipIf(missing !== undefined)(
  `a repository over ssh${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: 300_000 },
  () => {
    test('is imported and exported with the key in the settings, and fails without it', async () => {
      const { port, key } = await startSsh(scope)
      const server = await GitServer.start()
      scope.defer(() => server.stop())
      const repository = server.createRepository({ 'README.md': '# Welcome\n\nHello.\n' })
      const remote = { url: `ssh://root@127.0.0.1:${port}${repository.bare}` }

      const { send, space, sync } = await serverWith({ VERSO_GIT_SSH_KEY: key }, remote)
      expect(await sync('import')).toMatchObject({ status: 'completed' })
      const { pages } = await send<{ pages: { id: string; title: string }[] }>(`${space}/content`)
      expect(pages).toMatchObject([{ title: 'Welcome' }])
      const { id } = await send<{ id: string }>(`${space}/change-requests`, {})
      const change = {
        operation: 'update_page',
        page: pages[0]?.id,
        document: { markdown: 'Hello again.\n' },
      }
      await send(`${space}/change-requests/${id}/content`, { changes: [change] })
      await send(`${space}/change-requests/${id}/merge`, {})
      expect(await sync('export')).toMatchObject({ status: 'completed' })
      expect(repository.read('README.md')).toBe('# Welcome\n\nHello again.\n')
      expect(repository.log[0]).toBe('From Verso')

      const stranger = await startSsh(scope)
      const { sync: syncWithout } = await serverWith({ VERSO_GIT_SSH_KEY: stranger.key }, remote)
      const refused = await syncWithout('import')
      expect(refused).toMatchObject({ error: expect.any(String) })
      expect(refused.status).not.toBe('completed')
    })
  },
)
