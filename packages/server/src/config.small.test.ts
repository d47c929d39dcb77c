import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    databaseUrl: undefined,
    adminEmail: 'admin@localhost',
    adminToken: undefined,
    rateLimit: 600,
    logLevel: 'info',
    trustProxy: [],
  })
})

test('the public URL follows the port and loses its last slash', () => {
  expect(readConfig({ VERSO_PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(readConfig({ VERSO_PUBLIC_URL: 'https://docs.example.com/' }).publicUrl).toBe(
    'https://docs.example.com',
  )
})

test('outbound exceptions are host names and networks', () => {
  const { outboundAllow } = readConfig({ VERSO_OUTBOUND_ALLOW: 'Git.Internal, 10.1.0.0/16, ::1' })
  expect(outboundAllow.hosts).toEqual(new Set(['git.internal']))
  expect(outboundAllow.networks.check('10.1.2.3')).toBe(true)
  expect(outboundAllow.networks.check('10.2.2.3')).toBe(false)
  expect(outboundAllow.networks.check('::1', 'ipv6')).toBe(true)
})

describe('a wrong setting is named', () => {
  test.each([
    ['VERSO_HOST', 'not a host'],
    ['VERSO_PORT', '65536'],
    ['VERSO_PORT', '0'],
    ['VERSO_PORT', '-1'],
    ['VERSO_PORT', '4e3'],
    ['VERSO_PUBLIC_URL', 'docs.example.com'],
    ['VERSO_PUBLIC_URL', 'ftp://docs.example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['VERSO_ADMIN_EMAIL', 'nobody'],
    ['VERSO_ADMIN_TOKEN', 'short'],
    ['VERSO_ADMIN_TOKEN', 'with spaces in between them'],
    ['VERSO_RATE_LIMIT', 'many'],
    ['VERSO_OUTBOUND_ALLOW', '10.0.0.0/33'],
    ['VERSO_OUTBOUND_ALLOW', 'a b'],
    ['VERSO_LOG_LEVEL', 'loud'],
    ['VERSO_TRUST_PROXY', 'proxy'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is .*; expected `))
  })

  test('without repeating a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/x' })).not.toThrow(/hunter2/)
    expect(() => readConfig({ VERSO_ADMIN_TOKEN: 'hunter2' })).not.toThrow(/hunter2/)
  })
})
