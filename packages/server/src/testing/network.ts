import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
} from 'node:http'
import { type AddressInfo, connect, isIP, type Socket } from 'node:net'
import type { Destination } from '../outbound/guard.ts'
import type { Network } from '../outbound/fetcher.ts'

/**
 * A network for tests that cannot reach anything outside the machine. Names have the addresses that a test sets, and a
 * connection to an address goes to the server that a test added for it on loopback. Every other connection is recorded
 * and fails, so that nothing leaves the machine even if the guard is wrong.
 */
export class TestNetwork implements Network {
  readonly #names = new Map<string, string[][]>()
  readonly #ports = new Map<string, number>()
  readonly #servers: Server[] = []
  /** The addresses of all connections that were tried, in order. */
  readonly connections: string[] = []
  /** The names that were resolved, in order. */
  readonly lookups: string[] = []

  /** Sets the addresses of a name. With several answers, each is given once, and the last one from then on. */
  setAddresses(hostname: string, ...answers: string[][]): void {
    this.#names.set(hostname, answers)
  }

  /** Starts a web server and gives it a name and a public address, for http and https alike. */
  async addSite(hostname: string, address: string, listener: RequestListener): Promise<void> {
    const { port } = await this.listen(listener)
    this.setAddresses(hostname, [address])
    this.#ports.set(address, port)
  }

  /** Starts a web server on loopback, which only a test that allows loopback can fetch from. */
  async listen(listener: RequestListener): Promise<{ port: number; url: string }> {
    const server = createServer(listener)
    this.#servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return { port, url: `http://127.0.0.1:${port}` }
  }

  /** Sends a request to a site of this network, as a browser does. */
  async request(
    url: URL,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    const [address = ''] = await this.resolve(url.hostname)
    const message = request({
      host: '127.0.0.1',
      port: this.#ports.get(address),
      path: url.pathname + url.search,
      method,
      headers: { ...headers, host: url.host },
      agent: false,
    })
    message.end(body)
    // The event has one argument, the response.
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
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
    if (port === undefined) throw new Error('this test network has no such address')
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
