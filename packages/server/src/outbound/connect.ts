import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Destination } from './guard.ts'

/** Opens a connection to one of the destination's addresses, and to nothing else. */
export type Connector = (to: Destination) => Promise<Socket>

export const systemConnector: Connector = (to) =>
  new Promise((resolve, reject) => {
    const options = {
      host: to.hostname,
      port: to.port,
      autoSelectFamily: true,
      // Node calls this for names only. It returns the addresses that the guard has checked and resolves nothing.
      lookup: (_hostname: string, _options: object, callback: LookupCallback) =>
        callback(
          null,
          to.addresses.map((address) => ({ address, family: isIP(address) })),
        ),
    }
    const servername = isIP(to.hostname) ? '' : to.hostname
    const socket = to.isSecure
      ? connectSecure({ ...options, servername, ALPNProtocols: ['http/1.1'] })
      : connectPlain(options)
    socket.once('error', reject)
    socket.once(to.isSecure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject)
      resolve(socket.setNoDelay(true))
    })
  })

type LookupCallback = (error: null, addresses: { address: string; family: number }[]) => void
