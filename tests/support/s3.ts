import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import { asRootOnDebian, install, lacking } from './debian.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

// Debian's own Python: another one on the path does not know Debian's packages.
const python = '/usr/bin/python3'
const swift = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'
const script = `test -e ${swift} || { apt-get update; ${install} python3-swift; }`

/** Why there is no S3 server to test with; undefined when there is one. Root on Debian gets one. */
export async function missingS3(): Promise<string | undefined> {
  if (existsSync(swift) || ((await asRootOnDebian(script)) && existsSync(swift))) return undefined
  return lacking('Swift, a server that speaks S3', 'python3-swift')
}

/** A bucket on a server of somebody else's. */
export interface Bucket {
  /** As `VERSO_FILES` has it. */
  url: string
  /** The same with another secret. */
  wrongUrl: string
  secret: string
  keys(): Promise<string[]>
  stop(): Promise<void>
}

export async function startBucket(scope: Scope, name: string): Promise<Bucket> {
  const port = await freePort()
  const folder = join(temporaryFolder(scope), 'swift')
  const server = spawn(python, [join(import.meta.dirname, 's3-server.py'), folder, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
  })
  const stop = () => ended(server)
  scope.defer(stop)
  let said = ''
  for (const output of [server.stdout, server.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  await waitFor('Swift to be ready', () => {
    if (server.exitCode !== null) throw new Error(`Swift ended:\n${said}`)
    return said.includes('ready')
  })
  const [key, secret] = ['test:tester', 'testing']
  const client = new S3mini({
    accessKeyId: key,
    secretAccessKey: secret,
    endpoint: `http://127.0.0.1:${port}/${name}`,
    region: 'us-east-1',
  })
  await client.createBucket()
  const url = (secret: string) =>
    `s3://${encodeURIComponent(key)}:${secret}@127.0.0.1:${port}/${name}/verso?tls=off`
  return {
    url: url(secret),
    wrongUrl: url('another-secret'),
    secret,
    keys: async () => ((await client.listObjects('/', '')) ?? []).map(({ Key }) => Key),
    stop,
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'close')
}
