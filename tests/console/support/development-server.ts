import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitFor } from '../../../packages/server/src/testing/wait-for.ts'
import { findFreePort } from '../../support/ports.ts'

const checkout = join(import.meta.dirname, '../../..')

/** What `npm run dev` starts. */
export interface DevelopmentServer {
  origin: string
  stop: () => Promise<void>
}

interface DevelopmentServerOptions {
  /** Without it, any that is free. */
  port?: number
  /** The Verso whose API it passes on. Without it, there is none. */
  versoUrl?: string
}

export async function startDevelopmentServer({
  port: wantedPort,
  versoUrl,
}: DevelopmentServerOptions = {}): Promise<DevelopmentServer> {
  const port = wantedPort ?? (await findFreePort())
  const origin = `http://localhost:${port}`
  const program = join(checkout, 'node_modules/vite/bin/vite.js')
  const config = join(checkout, 'packages/console/vite.config.ts')
  const vite = spawn(process.execPath, [program, '--config', config, '--port', String(port)], {
    env: { ...process.env, VERSO_URL: versoUrl ?? `http://127.0.0.1:${await findFreePort()}` },
    stdio: 'ignore',
  })
  const stop = async (): Promise<void> => {
    if (vite.exitCode !== null) return
    const exited = once(vite, 'exit')
    vite.kill()
    await exited
  }
  try {
    await waitFor('the development server', async () => {
      const answer = await fetch(`${origin}/app/`, { headers: { accept: 'text/html' } }).catch(
        () => undefined,
      )
      return answer?.ok
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, stop }
}
