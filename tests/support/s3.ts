import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'
import { createTemporaryFolder } from './folders.ts'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

// The Python of Debian, because another Python on the path does not find the packages of Debian.
const python = '/usr/bin/python3'
const swift = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'
const script = `test -e ${swift} || { apt-get update; ${installCommand} python3-swift; }`

/** Installs an S3 server if possible. Returns why it is missing, or undefined. */
export async function describeMissingS3(): Promise<string | undefined> {
  if (existsSync(swift) || ((await runAsRootOnDebian(script)) && existsSync(swift))) return undefined
  return describeMissingPackages('Swift, a server that speaks S3', 'python3-swift')
}

/** A bucket on an S3 server. */
export interface Bucket {
  /** The value for the setting `VERSO_FILES`. */
  url: string
  /** The URL of the bucket with a wrong secret. */
  wrongUrl: string
  secret: string
  listKeys(): Promise<string[]>
  stop(): Promise<void>
}

export async function startBucket(scope: Scope, name: string): Promise<Bucket> {
  const port = await findFreePort()
  const folder = join(createTemporaryFolder(scope), 'swift')
  const server = spawn(python, [join(import.meta.dirname, 's3-server.py'), folder, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
  })
  const stop = () => stopProcess(server)
  scope.defer(stop)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  await waitFor('Swift to be ready', () => {
    if (server.exitCode !== null) throw new Error(`Swift ended:\n${output}`)
    return output.includes('ready')
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
    listKeys: async () => ((await client.listObjects('/', '')) ?? []).map(({ Key }) => Key),
    stop,
  }
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'close')
}
