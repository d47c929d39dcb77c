import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { TestNetwork } from '../testing/network.ts'
import { systemConnector } from './connect.ts'
import { Fetcher } from './fetcher.ts'

// These tests use the sockets of the machine, on loopback.
const allow = readConfig({ VERSO_OUTBOUND_ALLOW: '127.0.0.1' }).outboundAllow
const resolve = () => Promise.resolve(['127.0.0.1'])
const limits = { maxBytes: 1000, timeoutMs: 60_000 }

test('a connection goes to the address that was checked, and the name is not resolved again', async () => {
  const network = new TestNetwork()
  const { port } = await network.listen((request, response) => response.end(request.headers.host))
  network.setAddresses('docs.example.com', ['127.0.0.1'], ['10.0.0.1'])
  const fetcher = new Fetcher({ allow, network: { resolve: network.resolve, connect: systemConnector } })
  const { body } = await fetcher.fetch(`http://docs.example.com:${port}/`, limits)
  expect(body.toString()).toBe(`docs.example.com:${port}`)
  expect(network.lookups).toEqual(['docs.example.com'])
  await fetcher.close()
  await network.close()
})

test('a port without a listener gives a refused connection', async () => {
  const network = new TestNetwork()
  const { port } = await network.listen(() => {})
  await network.close()
  const fetcher = new Fetcher({ allow })
  await expect(fetcher.fetch(`http://127.0.0.1:${port}/`, limits)).rejects.toThrow('connection was refused')
  await fetcher.close()
})

// Creating a key takes long on a busy machine.
test('https checks the certificate against the name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verso-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=docs.example.com',
  ]
  const names = ['-addext', 'subjectAltName=DNS:docs.example.com']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
    response.end('secret'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = new Fetcher({ allow, network: { resolve, connect: systemConnector } })
  const trusted = getCACertificates('default')
  try {
    await expect(fetcher.fetch(`https://docs.example.com:${port}/`, limits)).rejects.toThrow(
      'secure connection',
    )
    setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')])
    const { body } = await fetcher.fetch(`https://docs.example.com:${port}/`, limits)
    expect(body.toString()).toBe('secret')
    await expect(fetcher.fetch(`https://other.example.com:${port}/`, limits)).rejects.toThrow(
      'secure connection',
    )
    await expect(fetcher.fetch(`https://127.0.0.1:${port}/`, limits)).rejects.toThrow('secure connection')
  } finally {
    setDefaultCACertificates(trusted)
    await fetcher.close()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  }
}, 120_000)
