import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '../../../outbound/fetcher.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { SiteCertificate } from './schema.ts'

let server: Server
let app: TestApp
let organization: string
let admin: Person

/** A certificate for `good.company.example`, by an authority of this test. */
function createCertificate(): { key: Buffer; cert: Buffer } {
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
    '/O=Test Authority',
  ]
  const names = ['-addext', 'subjectAltName=DNS:good.company.example']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return files
}

const addresses: Record<string, string> = {
  'good.company.example': '93.184.215.14',
  'wrong.company.example': '93.184.215.14',
  'down.company.example': '93.184.215.15',
  'inside.company.example': '10.0.0.7',
}

beforeAll(async () => {
  const { key, cert } = createCertificate()
  server = createServer({ key, cert })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const network: Network = {
    resolve: async (hostname) => [addresses[hostname] ?? ''].filter((address) => address !== ''),
    connect: async ({ hostname, addresses: [address] }) => {
      if (address !== '93.184.215.14') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      const socket = connect({ port, host: '127.0.0.1', servername: hostname, ca: cert })
      await once(socket, 'secureConnect')
      return socket
    },
  }
  app = await TestApp.start(
    {
      publicUrl: 'https://verso.example.com',
      sitesHost: 'sites.example.com',
      trustedDomains: ['company.example'],
    },
    { network },
  )
  ;({ id: organization, admin } = await app.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
}, 120_000)
afterAll(async () => {
  await app.stop()
  server.close()
})

async function readCertificate(hostname: string): Promise<SiteCertificate> {
  const { id } = await app.site(admin, organization)
  const path = `/orgs/${organization}/sites/${id}`
  expectStatus(200, await admin.patch(path, { hostname }))
  return expectStatus(200, await admin.get<SiteCertificate>(`${path}/hostname/certificate`))
}

describe('GET /orgs/:organizationId/sites/:siteId/hostname/certificate', () => {
  test('200 with the issuer and the end of a certificate that holds', async () => {
    const certificate = await readCertificate('good.company.example')
    expect(certificate).toMatchObject({ status: 'live', issuer: 'Test Authority' })
    expect(Date.parse(certificate.validUntil ?? '')).toBeGreaterThan(Date.now())
    expect(certificate).not.toHaveProperty('problem')
  })

  test('200 with what is wrong: another name, nobody there, an address that is not public, no such host', async () => {
    expect(await readCertificate('wrong.company.example')).toMatchObject({
      status: 'ssl_failed',
      problem: expect.stringContaining('does not hold'),
    })
    expect(await readCertificate('down.company.example')).toMatchObject({
      status: 'ssl_unknown',
      problem: expect.stringContaining('does not answer'),
    })
    expect(await readCertificate('inside.company.example')).toMatchObject({
      status: 'ssl_unknown',
      problem: expect.stringContaining('not on the public Internet'),
    })
    expect(await readCertificate('missing.company.example')).toMatchObject({
      status: 'ssl_unknown',
      problem: expect.stringContaining('no host'),
    })
  })

  test('200 before the hostname is proven, without looking; 404 without a hostname', async () => {
    expect(await readCertificate('docs.stranger.example')).toMatchObject({ status: 'ssl_pending' })
    const { id } = await app.site(admin, organization)
    const path = `/orgs/${organization}/sites/${id}/hostname/certificate`
    expect((await admin.get(path)).status).toBe(404)
    expect((await (await app.member(organization, 'create')).get(path)).status).toBe(403)
  })
})

test('GET /tls/allowed: a proxy may get certificates for names that are served here, and for no others', async () => {
  const isAllowed = async (query: string): Promise<boolean> => {
    const { statusCode } = await app.app.http.inject({ url: `/tls/allowed${query}` })
    expect([200, 404]).toContain(statusCode)
    return statusCode === 200
  }
  const { id } = await app.site(admin, organization)
  const path = `/orgs/${organization}/sites/${id}`
  expectStatus(200, await admin.patch(path, { hostname: 'docs.company.example' }))
  expect(await isAllowed('?domain=docs.company.example')).toBe(true)
  expect(await isAllowed('?domain=DOCS.company.example.')).toBe(true)
  expect(await isAllowed('?domain=verso.example.com')).toBe(true)
  expect(await isAllowed('?domain=acme.sites.example.com')).toBe(true)
  for (const domain of [
    'other.sites.example.com',
    'sites.example.com',
    'a.acme.sites.example.com',
    'docs.company.example.evil.example',
    'company.example',
    '',
    '%00',
    "'--",
    'a'.repeat(300),
  ])
    expect({ domain, isAllowed: await isAllowed(`?domain=${domain}`) }).toEqual({ domain, isAllowed: false })
  expect(await isAllowed('')).toBe(false)
  expect(await isAllowed('?domain=docs.company.example&domain=evil.example')).toBe(false)
  // A claim alone is nothing that a certificate is for.
  expectStatus(200, await admin.patch(path, { hostname: 'other.stranger.example' }))
  expect(await isAllowed('?domain=other.stranger.example')).toBe(false)
  expect(await isAllowed('?domain=docs.company.example')).toBe(false)
})
