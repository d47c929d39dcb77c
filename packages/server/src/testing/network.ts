import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, isIP, type Socket } from 'node:net'
import type { Destination } from '../outbound/guard.ts'
import type { Network } from '../outbound/fetcher.ts'

/**
 * A network without an outside, for what fetches. Names have the addresses a test gives them; connections to an
 * address go to the server that a test put there, on loopback; every other one is noted and fails. So nothing leaves
 * the machine even where the guard is wrong.
 */
export class TestNetwork implements Network {
  readonly #names = new Map<string, string[][]>()
  readonly #ports = new Map<string, number>()
  readonly #servers: Server[] = []
  /** Every address that a connection was opened to, in order, reachable or not. */
  readonly connections: string[] = []
  /** Every name that was asked for, in order. */
  readonly lookups: string[] = []

  /** What a name answers; given several answers, one after the other, the last one for ever. */
  setAddresses(hostname: string, ...answers: string[][]): void {
    this.#names.set(hostname, answers)
  }

  /** A web server at a public address under a name, for http and https alike. */
  async addSite(hostname: string, address: string, listener: RequestListener): Promise<void> {
    const { port } = await this.listen(listener)
    this.setAddresses(hostname, [address])
    this.#ports.set(address, port)
  }

  /** A web server on loopback, which only a test that allows loopback can fetch from. */
  async listen(listener: RequestListener): Promise<{ port: number; url: string }> {
    const server = createServer(listener)
    this.#servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return { port, url: `http://127.0.0.1:${port}` }
  }

  resolve = (hostname: string): Promise<string[]> => {
    this.lookups.push(hostname)
    const answers = this.#names.get(hostname)
    const answer = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(`no host ${hostname}`))
  }

  connect = async (to: Destination): Promise<Socket> => {
    const address = to.addresses.find((candidate) => isIP(candidate)) ?? to.hostname
    this.connections.push(address)
    const port = this.#ports.get(address) ?? (address === '127.0.0.1' ? to.port : undefined)
    if (port === undefined) throw new Error('this network has no outside')
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  async close(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)))
    for (const server of this.#servers) server.closeAllConnections()
    await Promise.all(closed)
  }
}
