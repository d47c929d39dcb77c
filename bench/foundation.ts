import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Admission } from '../packages/server/src/access/admission.ts'
import { systemClock } from '../packages/server/src/common/clock.ts'
import { Database } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { SpaceRepository } from '../packages/server/src/areas/content/spaces/repository.ts'
import { type Measurement, measure, measureCalls, type Load } from './support/measure.ts'
import { cpuOf, freePort, postgresCpu, start } from './support/process.ts'
import { headers, token, Verso } from './support/verso.ts'

const root = join(import.meta.dirname, '..')
const noMeter = () => undefined

/** Get one space, list fifty, create one: each beside its floors. */
export async function foundation(): Promise<Measurement[]> {
  const verso = await Verso.start()
  try {
    const get = async <Body>(path: string, init: RequestInit = {}): Promise<Body> =>
      (await (await fetch(`${verso.url}/v1${path}`, { headers, ...init })).json()) as Body
    const {
      items: [organization],
    } = await get<{ items: { id: string }[] }>('/orgs')
    const spacesPath = `/orgs/${organization?.id}/spaces`
    const post = { method: 'POST', body: JSON.stringify({ title: 'Handbook' }) }
    for (let made = 0; made < 50; made++) await get(spacesPath, post)
    const [space] = (await get<{ items: { id: string }[] }>(`${spacesPath}?limit=1`)).items

    const results: Measurement[] = []
    const compare = async (name: string, load: Load) => {
      const body = await (
        await fetch(load.url, { headers, ...(load.method && { method: load.method, body: load.body ?? '' }) })
      ).text()
      results.push(await measure(`${name}: Verso`, { ...load, headers }, verso.meters))
      results.push(await measureBare(`${name}: bare Fastify`, load, body))
    }
    await compare('get-space', { url: `${verso.url}/v1/spaces/${space?.id}` })
    results.push(...(await sameSql(verso.dataDir, verso.pid, organization?.id ?? '', space?.id ?? '')))
    await compare('list-50-spaces', { url: `${verso.url}/v1${spacesPath}?limit=50` })
    await compare('create-space', { url: `${verso.url}/v1${spacesPath}`, method: 'POST', body: post.body })
    return results
  } finally {
    await verso.stop()
  }
}

export async function measureBare(name: string, load: Load, body: string): Promise<Measurement> {
  const port = await freePort()
  // Longer than what a command line takes.
  const folder = mkdtempSync(join(tmpdir(), 'verso-bench-'))
  const file = join(folder, 'answer.json')
  writeFileSync(file, body)
  const bare = await start(join(root, 'bench/support/bare.ts'), [String(port), file], {
    port,
    env: {},
    ready: '/',
  })
  try {
    return await measure(
      name,
      { ...load, url: bare.url, headers },
      { cpu: () => cpuOf(bare.pid), postgresCpu: noMeter },
    )
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The statements of the three operations without HTTP around them. */
async function sameSql(
  dataDir: string,
  versoPid: number,
  organizationId: string,
  spaceId: string,
): Promise<Measurement[]> {
  const silent = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(dataDir, silent, { share: true })
  const database = new Database(postgres.address)
  const admission = new Admission(database, systemClock, {
    isCounting: true,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  })
  const knock = { tokenHash: hash('sha256', token, 'hex'), address: 'bench', subjectId: spaceId }
  const userId = (await admission.admit('space', knock)).caller?.userId ?? ''
  const spaces = new SpaceRepository()
  const meter = () => postgresCpu(versoPid)
  try {
    return [
      await measureCalls(
        'get-space: the same SQL, one at a time',
        () => admission.admit('space', knock),
        { times: 5000, atOnce: 1 },
        meter,
      ),
      await measureCalls(
        'get-space: the same SQL, 50 at once',
        () => admission.admit('space', knock),
        { times: 50_000, atOnce: 50 },
        meter,
      ),
      await measureCalls(
        'list-50-spaces: the same SQL, 10 at once',
        () => spaces.list(database, { organizationId }, { userId, memberRole: 'admin' }, { limit: 50 }),
        { times: 3000, atOnce: 10 },
        meter,
      ),
    ]
  } finally {
    await database.close()
    await postgres.close()
  }
}
