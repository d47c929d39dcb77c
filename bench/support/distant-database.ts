import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A PostgreSQL as if it were on another machine: what is sent to it arrives later. */
export interface DistantDatabase {
  url: string
  close(): Promise<void>
}

/** Forwards connections to a PostgreSQL on a socket of this machine, and lets each message to it wait for so long. */
export async function openDistantDatabase(
  { host, user, database }: { host: string; user: string; database: string },
  delayMs: number,
): Promise<DistantDatabase> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(`${host}/.s.PGSQL.5432`)
    for (const socket of [client, postgres]) {
      sockets.add(socket.setNoDelay?.(true) ?? socket)
      socket.on('close', () => sockets.delete(socket))
    }
    // A connection that breaks is the concern of who uses it.
    pipeline(client, delayed(delayMs), postgres, client).catch(() => {
      client.destroy()
      postgres.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `postgres://${user}@127.0.0.1:${address.port}/${database}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const delayed = (delayMs: number): Transform =>
  new Transform({
    transform: (chunk: Buffer, _, done) => void setTimeout(() => done(null, chunk), delayMs),
  })
