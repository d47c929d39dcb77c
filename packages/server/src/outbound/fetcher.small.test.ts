import type { RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { TestNetwork } from '../testing/network.ts'
import { OutboundError, type OutboundFailure } from './errors.ts'
import { Fetcher, type FetchOptions } from './fetcher.ts'

let network: TestNetwork
let fetcher: Fetcher
const publicAddress = '93.184.215.14'
const otherAddress = '151.101.1.140'
const limits: FetchOptions = { maxBytes: 100_000, timeoutMs: 10_000 }

beforeEach(() => {
  network = new TestNetwork()
  fetcher = new Fetcher({ allow: readConfig({}).outboundAllow, network })
})

afterEach(async () => {
  await fetcher.close()
  await network.close()
})

const createFetcher = (text: string): Fetcher =>
  new Fetcher({ allow: readConfig({ VERSO_OUTBOUND_ALLOW: text }).outboundAllow, network })

async function readFailure(
  url: string,
  options: Partial<FetchOptions> = {},
  by = fetcher,
): Promise<OutboundFailure> {
  const error = await by.fetch(url, { ...limits, ...options }).then(
    ({ status }) => new Error(`answered ${status}`),
    (error: unknown) => error,
  )
  if (!(error instanceof OutboundError)) throw error
  expect(error.reason).toMatch(/^\S.*\.$/s)
  return error.failure
}

const site = (listener: RequestListener) => network.addSite('docs.example.com', publicAddress, listener)
const docs = 'http://docs.example.com/'

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location }).end()
  }

describe('requests that are allowed', () => {
  test('return status, headers, body and final URL', async () => {
    await site((request, response) => {
      response.setHeader('x-asked', `${request.method} ${request.url} ${request.headers.accept}`)
      response.writeHead(203).end('hello')
    })
    const answer = await fetcher.fetch(`${docs}a/b?c=d#e`, { ...limits, accept: 'text/html' })
    expect(answer).toMatchObject({ status: 203, url: `${docs}a/b?c=d#e` })
    expect(answer.body.toString()).toBe('hello')
    expect(answer.headers['x-asked']).toBe('GET /a/b?c=d text/html')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a body in %s is decoded', async (encoding, compress) => {
    await site((_request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(compress(Buffer.from('hello'.repeat(1000))))
    })
    const { body } = await fetcher.fetch(docs, limits)
    expect(body.toString()).toBe('hello'.repeat(1000))
  })

  test('send a body with their method', async () => {
    await site((request, response) => {
      response.setHeader('x-method', request.method ?? '')
      request.pipe(response)
    })
    const answer = await fetcher.fetch(docs, { ...limits, method: 'PUT', body: 'sent' })
    expect(answer.headers['x-method']).toBe('PUT')
    expect(answer.body.toString()).toBe('sent')
  })

  test('reuse connections', async () => {
    await site((_request, response) => response.end('ok'))
    for (let count = 0; count < 5; count += 1) await fetcher.fetch(docs, limits)
    expect(network.connections.length).toBeLessThan(5)
  })
})

describe('URLs that are refused before any connection is opened', () => {
  const forms = [
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://0.0.0.0:80/',
    'http://127.0.0.1:8080/',
    'http://127.255.255.254/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.b.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://203.0.113.9/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:10.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[fe80::1]/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://docs.example.com@127.0.0.1/',
    'http://user:secret@docs.example.com/',
    'http://127.0.0.1\\@docs.example.com/',
    'http://docs.example.com%2f@127.0.0.1/',
    'https://10.1.2.3/',
    'ftp://docs.example.com/',
    'file:///etc/passwd',
    'gopher://docs.example.com/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'http://',
    'docs.example.com',
    '//docs.example.com/',
    '',
    `http://docs.example.com/${'a'.repeat(9000)}`,
  ]

  test.each(forms)('%s', async (url) => {
    expect(await readFailure(url)).toBe('refused')
    expect(network).toMatchObject({ connections: [], lookups: [] })
  })

  test('every IPv4 address of a private network, in every notation', async () => {
    const privates = fc
      .tuple(
        fc.constantFrom('10.', '127.', '192.168.', '172.16.', '169.254.'),
        fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
      )
      .map(([start, rest]) => [...start.split('.').filter(Boolean), ...rest].slice(0, 4).map(Number))
    const notation = fc.constantFrom(
      (parts: number[]) => parts.join('.'),
      (parts: number[]) => String(parts.reduce((sum, part) => sum * 256 + part, 0)),
      (parts: number[]) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
      (parts: number[]) => parts.map((part) => `0${part.toString(8)}`).join('.'),
      (parts: number[]) => `[::ffff:${parts.join('.')}]`,
      (parts: number[]) => `[64:ff9b::${parts.join('.')}]`,
    )
    await fc.assert(
      fc.asyncProperty(privates, notation, async (parts, write) => {
        expect(await readFailure(`http://${write(parts)}/`)).toBe('refused')
      }),
      { numRuns: 300 },
    )
    expect(network.connections).toEqual([])
  })
})

describe('host names', () => {
  test.each([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.5']],
    [['fe80::1%eth0']],
    [['fd00::1']],
    [['nonsense']],
    [[publicAddress, '10.0.0.5']],
    [[publicAddress, '::1']],
  ])('a name that resolves to %s is refused', async (answer) => {
    network.setAddresses('docs.example.com', answer)
    expect(await readFailure(docs)).toBe('refused')
    expect(network.connections).toEqual([])
  })

  test('a name that resolves to another address between check and connection is connected to the checked one', async () => {
    await site((_request, response) => response.writeHead(200, { connection: 'close' }).end('public'))
    network.setAddresses('docs.example.com', [publicAddress], ['127.0.0.1'])
    const { body } = await fetcher.fetch(docs, limits)
    expect(body.toString()).toBe('public')
    expect(network).toMatchObject({ lookups: ['docs.example.com'], connections: [publicAddress] })
    expect(await readFailure(docs)).toBe('refused')
    expect(network.connections).toEqual([publicAddress])
  })

  test('a name that does not exist gives an error that says so', async () => {
    await expect(fetcher.fetch('http://nowhere.example/', limits)).rejects.toThrow(
      'There is no host nowhere.example.',
    )
  })

  test('the error message does not tell what a name resolves to', async () => {
    network.setAddresses('docs.example.com', ['10.11.12.13'])
    await expect(fetcher.fetch(docs, limits)).rejects.not.toThrow('10.11.12.13')
  })
})

describe('VERSO_OUTBOUND_ALLOW', () => {
  test('allows an address, a network and a name, and nothing else', async () => {
    const { port } = await network.listen((_request, response) => response.end('inside'))
    const some = createFetcher('127.0.0.0/8, wiki.internal')
    network.setAddresses('wiki.internal', ['127.0.0.1'])
    for (const host of ['127.0.0.1', '2130706433', 'wiki.internal', 'WIKI.internal.']) {
      const { body } = await some.fetch(`http://${host}:${port}/`, limits)
      expect(body.toString()).toBe('inside')
    }
    expect(await readFailure('http://10.0.0.1/', {}, some)).toBe('refused')
    expect(await readFailure('http://other.internal/', {}, some)).toBe('refused')
    expect(await readFailure(`http://localhost:${port}/`, {}, some)).toBe('refused')
    await some.close()
  })

  test('does not allow a redirect from an allowed server to another one', async () => {
    const { url } = await network.listen(redirectTo('http://169.254.169.254/latest/meta-data/'))
    const some = createFetcher('127.0.0.1')
    expect(await readFailure(url, {}, some)).toBe('refused')
    expect(network.connections).toEqual(['127.0.0.1'])
    await some.close()
  })
})

describe('redirects', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:a9fe:a9fe]/',
    '//169.254.169.254/latest/',
    'http://localhost/',
    'http://docs.example.com:secret@10.0.0.1/',
    'file:///etc/passwd',
    'http://[',
  ])('to %s are refused', async (location) => {
    await site(redirectTo(location))
    expect(await readFailure(docs)).toBe('refused')
    expect(network.connections).toEqual([publicAddress])
  })

  test('to a name that resolves to an internal address are refused', async () => {
    await site(redirectTo('http://inside.example.com/'))
    network.setAddresses('inside.example.com', ['192.168.0.10'])
    expect(await readFailure(docs)).toBe('refused')
    expect(network.connections).toEqual([publicAddress])
  })

  test('to the same name are refused when it resolves to an internal address by then', async () => {
    await site((_request, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end()
    })
    network.setAddresses('docs.example.com', [publicAddress], ['169.254.169.254'])
    expect(await readFailure(docs)).toBe('refused')
    expect(network.connections).toEqual([publicAddress])
  })

  test('with a body without end are followed without reading it', async () => {
    await site((request, response) => {
      if (request.url === '/next') response.end('arrived')
      else writeForEver(response.writeHead(302, { location: '/next' }))
    })
    const { body } = await fetcher.fetch(docs, limits)
    expect(body.toString()).toBe('arrived')
  })

  test('without end fail after a limit', async () => {
    await site((request, response) => {
      response.writeHead(302, { location: `${request.url}x` }).end()
    })
    expect(await readFailure(docs)).toBe('limit')
  })

  test('keep headers within an origin, and drop headers and credentials to another origin', async () => {
    const seen: unknown[] = []
    await network.addSite('other.example.com', otherAddress, (request, response) => {
      seen.push(request.headers.authorization, request.headers['x-key'], request.headers.cookie)
      response.end('there')
    })
    await site((request, response) => {
      seen.push(request.headers.authorization)
      const location = request.url === '/' ? '/again' : 'http://other.example.com/'
      response.writeHead(307, { location }).end()
    })
    const headers = { authorization: 'Bearer secret', 'x-key': 'secret', cookie: 'a=b' }
    const answer = await fetcher.fetch(docs, { ...limits, headers })
    expect(answer.url).toBe('http://other.example.com/')
    expect(seen).toEqual(['Bearer secret', 'Bearer secret', undefined, undefined, undefined])
  })

  test('303 after POST becomes GET; 307 to another origin with a body is refused', async () => {
    await network.addSite('other.example.com', otherAddress, (request, response) => {
      response.end(request.method)
    })
    await site((request, response) => {
      const status = request.url === '/303' ? 303 : 307
      response.writeHead(status, { location: 'http://other.example.com/' }).end()
    })
    const post = { method: 'POST', body: 'secret' } as const
    const { body } = await fetcher.fetch(`${docs}303`, { ...limits, ...post })
    expect(body.toString()).toBe('GET')
    expect(await readFailure(`${docs}307`, post)).toBe('refused')
  })
})

function writeForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(64_000, 'a')
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

describe('responses that are too large or invalid', () => {
  test('a body without end', async () => {
    await site((_request, response) => writeForEver(response))
    expect(await readFailure(docs)).toBe('limit')
  })

  test('a body whose declared length is above the limit', async () => {
    await site((_request, response) => {
      response.writeHead(200, { 'content-length': 10_000_000 }).write('a')
    })
    expect(await readFailure(docs)).toBe('limit')
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
  ])('a decompression bomb in %s', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(limits.maxBytes)
    await site((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    })
    expect(await readFailure(docs)).toBe('limit')
  })

  test.each(['gzip, gzip', 'zstd', 'nonsense'])('content-encoding %s', async (encoding) => {
    await site((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(gzipSync('a')))
    })
    expect(await readFailure(docs)).toBe('failed')
  })

  test('headers of megabytes', async () => {
    await site((_request, response) => {
      response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end()
    })
    expect(await readFailure(docs)).toBe('limit')
  })

  test.each(['gzip', 'identity'])('a body in %s that does not match its headers', async (encoding) => {
    await site((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': 100 }).write('not it')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await readFailure(docs)).toBe('failed')
  })
})

describe('responses that are too slow', () => {
  test('a server that never answers', async () => {
    await site(() => {})
    expect(await readFailure(docs, { timeoutMs: 300 })).toBe('timeout')
  })

  test('a server that stops in the middle of a body', async () => {
    await site((_request, response) => {
      response.write('a')
    })
    expect(await readFailure(docs, { stallMs: 100 })).toBe('timeout')
  })

  test('a server that sends one byte at a time', async () => {
    await site((_request, response) => {
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await readFailure(docs, { timeoutMs: 300, stallMs: 200 })).toBe('timeout')
  })

  test('a resolver that never answers', async () => {
    network.resolve = () => new Promise(() => {})
    const slow = new Fetcher({ allow: readConfig({}).outboundAllow, network })
    expect(await readFailure(docs, { timeoutMs: 300 }, slow)).toBe('timeout')
    await slow.close()
  })

  test('a request that the caller aborts fails with the reason', async () => {
    await site(() => {})
    const controller = new AbortController()
    const fetching = fetcher.fetch(docs, { ...limits, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(fetching).rejects.toThrow('enough')
  })
})
