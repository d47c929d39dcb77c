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

test('time limits are seconds, or have a unit; some can be turned off', () => {
  const { httpTimeouts, databaseTimeouts } = readConfig({
    VERSO_HEADERS_TIMEOUT: '5',
    VERSO_REQUEST_TIMEOUT: '2 min',
    VERSO_KEEP_ALIVE_TIMEOUT: '1500ms',
    VERSO_DATABASE_STATEMENT_TIMEOUT: '0',
    VERSO_DATABASE_JOB_TIMEOUT: '1h',
  })
  expect(httpTimeouts).toEqual({ headersMs: 5000, requestMs: 120_000, keepAliveMs: 1500 })
  expect(databaseTimeouts).toEqual({
    connectMs: 10_000,
    statementMs: 0,
    lockMs: 10_000,
    idleTransactionMs: 60_000,
    jobMs: 3_600_000,
  })
  for (const text of ['0', '-1', '1.5s', '10 years', '99ms', '25h', 's']) {
    expect(() => readConfig({ VERSO_REQUEST_TIMEOUT: text })).toThrow(/^VERSO_REQUEST_TIMEOUT is /)
  }
})

test('name servers are addresses, with a port or without, and trusted domains are names', () => {
  const { dnsServers, trustedDomains } = readConfig({
    VERSO_DNS_SERVERS: '10.0.0.53, 127.0.0.1:5353, fd00::53, [fd00::53]:5353',
    VERSO_TRUSTED_DOMAINS: 'Intranet.example, corp',
  })
  expect(dnsServers).toEqual(['10.0.0.53', '127.0.0.1:5353', 'fd00::53', '[fd00::53]:5353'])
  expect(trustedDomains).toEqual(['intranet.example', 'corp'])
  expect(readConfig({ VERSO_TRUSTED_DOMAINS: '*' }).trustedDomains).toEqual(['*'])
  expect(readConfig({})).toMatchObject({ dnsServers: [], trustedDomains: [] })
  for (const text of ['dns.example', '10.0.0', '[fd00::53', '10.0.0.53:x', ',']) {
    expect(() => readConfig({ VERSO_DNS_SERVERS: text })).toThrow(/^VERSO_DNS_SERVERS is /)
  }
  for (const text of ['*.example', 'https://a.example', '-a', 'a..b', ',']) {
    expect(() => readConfig({ VERSO_TRUSTED_DOMAINS: text })).toThrow(/^VERSO_TRUSTED_DOMAINS is /)
  }
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

const translatorOf = (VERSO_TRANSLATOR: string, more: Record<string, string> = {}) =>
  readConfig({ VERSO_TRANSLATOR, ...more }).translator

test('a translator is a server with a URL, or a program on this machine', () => {
  expect(readConfig({}).translator).toBeUndefined()
  expect(translatorOf('apertium')).toEqual({ kind: 'apertium', folder: '/usr/share/apertium' })
  expect(translatorOf('apertium:/opt/apertium/')).toEqual({ kind: 'apertium', folder: '/opt/apertium' })
  expect(translatorOf('libretranslate:http://localhost:5000/')).toEqual({
    kind: 'libretranslate',
    url: 'http://localhost:5000',
    key: undefined,
  })
  const more = { VERSO_TRANSLATOR_KEY: 'sk-1', VERSO_TRANSLATOR_MODEL: 'a/model:7b' }
  expect(translatorOf('openai:https://models.example.com/v1', more)).toEqual({
    kind: 'openai',
    url: 'https://models.example.com/v1',
    key: 'sk-1',
    model: 'a/model:7b',
  })
})

test.each([
  'google',
  'openai',
  'openai:',
  'openai:localhost',
  'libretranslate:ftp://localhost',
  'libretranslate:http://user:secret@localhost',
  'apertium:relative',
  'Apertium',
])('%s is no translator', (text) => {
  expect(() => translatorOf(text, { VERSO_TRANSLATOR_MODEL: 'm' })).toThrow('VERSO_TRANSLATOR')
})

test('a model server needs the name of a model, and a key is never repeated', () => {
  expect(() => translatorOf('openai:https://models.example.com')).toThrow('VERSO_TRANSLATOR_MODEL')
  const more = { VERSO_TRANSLATOR_KEY: 'two secrets' }
  expect(() => translatorOf('libretranslate:http://localhost', more)).toThrow(/^VERSO_TRANSLATOR_KEY is "…"/)
})

const filesOf = (VERSO_FILES?: string) => readConfig({ VERSO_DATA_DIR: '/var/verso', VERSO_FILES }).files

test('files are in the data folder, in another one or in a bucket', () => {
  expect(filesOf()).toEqual({ kind: 'folder', folder: '/var/verso/files' })
  expect(filesOf('/mnt/files/')).toEqual({ kind: 'folder', folder: '/mnt/files' })
  expect(filesOf('s3://AKIA:se%2Fcr%2Bet%40@s3.example.com/docs')).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.com',
    bucket: 'docs',
    prefix: '',
    region: 'us-east-1',
    accessKey: 'AKIA',
    secretKey: 'se/cr+et@',
  })
  expect(filesOf('s3://key:secret@127.0.0.1:9000/docs/verso/a?region=eu-central-1&tls=off')).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'docs',
    prefix: 'verso/a/',
    region: 'eu-central-1',
  })
})

const sizeOf = (VERSO_MAX_FILE_SIZE?: string) => readConfig({ VERSO_MAX_FILE_SIZE }).maxFileSize

test('the size of files is told in bytes or in units of 1024', () => {
  expect(sizeOf()).toBe(25 * 1024 * 1024)
  expect(sizeOf('1000')).toBe(1000)
  expect(sizeOf('2 mb')).toBe(2 * 1024 * 1024)
  expect(sizeOf('1GB')).toBe(1024 ** 3)
})

describe('a wrong setting is named', () => {
  test.each([
    ['VERSO_HOST', 'not a host'],
    ['VERSO_PORT', '65536'],
    ['VERSO_PORT', '0'],
    ['VERSO_PORT', '-1'],
    ['VERSO_PORT', '4e3'],
    ['VERSO_SITES_HOST', 'https://sites.example'],
    ['VERSO_SITES_HOST', 'sites.example/x'],
    ['VERSO_SITES_HOST', '-sites.example'],
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
    ['VERSO_FILES', 'files'],
    ['VERSO_FILES', 's3://host/bucket'],
    ['VERSO_FILES', 's3://key:secret@host'],
    ['VERSO_FILES', 's3://key:secret@host/Bucket'],
    ['VERSO_FILES', 's3://key:secret@host/bucket?tls=maybe'],
    ['VERSO_FILES', 's3://key:secret@host/bucket?zone=eu'],
    ['VERSO_FILES', 'https://key:secret@host/bucket'],
    ['VERSO_MAX_FILE_SIZE', '0'],
    ['VERSO_MAX_FILE_SIZE', '2GB'],
    ['VERSO_MAX_FILE_SIZE', 'large'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is .*; expected `))
  })

  test('without repeating a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/x' })).not.toThrow(/hunter2/)
    expect(() => readConfig({ VERSO_FILES: 's3://key:hunter2@host/x?y=z' })).not.toThrow(/hunter2/)
    expect(() => readConfig({ VERSO_ADMIN_TOKEN: 'hunter2' })).not.toThrow(/hunter2/)
  })
})

const readCacheSize = (VERSO_CACHE_SIZE?: string) => readConfig({ VERSO_CACHE_SIZE }).cacheSize

test('the size of caches is 64 MB unless it is set', () => {
  expect([readCacheSize(), readCacheSize('16MB'), readCacheSize('2 GB')]).toEqual([
    64 * 1024 ** 2,
    16 * 1024 ** 2,
    2 * 1024 ** 3,
  ])
})

test.each(['0', '15MB', 'much', '-1', '1e9'])('a cache size of %s names the setting', (size) => {
  expect(() => readCacheSize(size)).toThrow('VERSO_CACHE_SIZE')
})

test('the SSH key of the operator names the hosts and organizations that it is for', () => {
  const file = import.meta.filename
  const settings = {
    VERSO_GIT_SSH_KEY: file,
    VERSO_GIT_SSH_KEY_HOSTS: 'Git.example.com, 10.0.0.1',
    VERSO_GIT_SSH_KEY_ORGANIZATIONS: 'first,second',
  }
  expect(readConfig(settings).gitSshKey).toEqual({
    file,
    hosts: new Set(['git.example.com', '10.0.0.1']),
    organizationIds: new Set(['first', 'second']),
  })
  expect(readConfig({}).gitSshKey).toBeUndefined()
  for (const name of ['VERSO_GIT_SSH_KEY_HOSTS', 'VERSO_GIT_SSH_KEY_ORGANIZATIONS']) {
    expect(() => readConfig({ ...settings, [name]: undefined })).toThrow(/VERSO_GIT_SSH_KEY_HOSTS/)
    expect(() => readConfig({ ...settings, [name]: '*' })).toThrow(name)
  }
})

describe('identity providers', () => {
  const company = {
    VERSO_OIDC_MY_COMPANY_ISSUER: 'https://id.example.com/realms/main',
    VERSO_OIDC_MY_COMPANY_CLIENT_ID: 'verso',
  }

  test('have a name in their settings, and defaults that let nobody in who was not invited', () => {
    expect(readConfig({}).oidcProviders).toEqual([])
    expect(
      readConfig({
        ...company,
        VERSO_OIDC_GITHUB_TYPE: 'github',
        VERSO_OIDC_GITHUB_CLIENT_ID: 'gh',
        VERSO_OIDC_GITHUB_CLIENT_SECRET: 'secret',
        VERSO_OIDC_GITHUB_SIGN_UP: 'example.com, Example.org',
        VERSO_OIDC_GITHUB_JOIN_BY_EMAIL: 'on',
      }).oidcProviders,
    ).toEqual([
      {
        id: 'github',
        type: 'github',
        label: 'Github',
        issuer: 'https://github.com',
        clientId: 'gh',
        clientSecret: 'secret',
        scopes: 'read:user user:email',
        joinsByEmail: true,
        trustsEmails: false,
        signUpDomains: ['example.com', 'example.org'],
      },
      {
        id: 'my-company',
        type: 'oidc',
        label: 'My Company',
        issuer: 'https://id.example.com/realms/main',
        clientId: 'verso',
        clientSecret: undefined,
        scopes: 'openid email profile',
        joinsByEmail: false,
        trustsEmails: false,
        signUpDomains: [],
      },
    ])
  })

  test('throws for settings that are incomplete, mistyped or dangerous, and never shows a secret', () => {
    for (const [settings, message] of [
      [{ VERSO_OIDC_X_ISSUER: 'https://x.example' }, /^VERSO_OIDC_X_CLIENT_ID is ""/],
      [{ VERSO_OIDC_X_CLIENT_ID: 'x' }, /^VERSO_OIDC_X_ISSUER is ""/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_SIGNUP: 'on' }, /^VERSO_OIDC_MY_COMPANY_SIGNUP is "…"/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_ISSUER: 'id.example.com' }, /_ISSUER is "id.example.com"/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_ISSUER: 'javascript:1' }, /_ISSUER is/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_SIGN_UP: '*' }, /_SIGN_UP is "\*"/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_JOIN_BY_EMAIL: 'yes' }, /_JOIN_BY_EMAIL is "yes"/],
      [{ ...company, VERSO_OIDC_MY_COMPANY_TYPE: 'saml' }, /_TYPE is "saml"/],
      [{ VERSO_OIDC_G_TYPE: 'github', VERSO_OIDC_G_CLIENT_ID: 'x' }, /^VERSO_OIDC_G_CLIENT_SECRET is ""/],
      [
        {
          VERSO_OIDC_MS_ISSUER: 'https://login.microsoftonline.com/common/v2.0',
          VERSO_OIDC_MS_CLIENT_ID: 'x',
          VERSO_OIDC_MS_TRUST_EMAILS: 'on',
        },
        /_TRUST_EMAILS is "on"; expected the issuer of your own tenant/,
      ],
      [
        {
          ...company,
          VERSO_OIDC_B_ISSUER: company.VERSO_OIDC_MY_COMPANY_ISSUER,
          VERSO_OIDC_B_CLIENT_ID: 'b',
        },
        /one provider for an issuer, not b and my-company/,
      ],
    ] as const) {
      expect(() => readConfig(settings)).toThrow(message)
    }
    const mistyped = { VERSO_OIDC_X_SECRET: 'do not show this' }
    expect(() => readConfig(mistyped)).toThrow(/^(?!.*do not show).*$/)
  })
})
