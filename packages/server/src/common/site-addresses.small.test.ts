import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Urls } from './urls.ts'
import {
  isOwnHost,
  locateSiteSpaces,
  parseSiteUrl,
  placeUrl,
  getUrlSegment,
  siteUrl,
  unproxiedSiteUrl,
} from './site-addresses.ts'

const site = { organizationName: 'acme', basename: 'docs', hostname: null, proxyOrigin: null }
const plain = new Urls('https://verso.example')
const below = new Urls('http://localhost:4000/verso')
const hosts = new Urls('http://localhost:4000', { sitesHost: 'sites.localhost:4000' })

describe('the URL of a site', () => {
  test.each([
    ['below Verso', plain, site, 'https://verso.example/acme/docs/'],
    ['below a Verso that has a path', below, site, 'http://localhost:4000/verso/acme/docs/'],
    ['on the host of its organization', hosts, site, 'http://acme.sites.localhost:4000/docs/'],
    ['its own', plain, { ...site, hostname: 'docs.acme.example' }, 'https://docs.acme.example/'],
    [
      'its own, at the port of Verso',
      hosts,
      { ...site, hostname: 'docs.acme.example' },
      'http://docs.acme.example:4000/',
    ],
    ['that of its proxy', hosts, { ...site, proxyOrigin: 'acme.example/docs' }, 'https://acme.example/docs/'],
  ])('%s', (_, urls, given, expected) => {
    expect(siteUrl(urls, given)).toBe(expected)
  })
})

const segment = fc.stringMatching(/^[a-z0-9]{1,4}$/)
const address = fc.record({
  urls: fc.constantFrom(plain, below, hosts),
  organizationName: segment,
  basename: segment,
  hostname: fc.option(fc.constant('docs.acme.example')),
  rest: fc.array(segment, { maxLength: 3 }),
})

test('a URL is parsed back to its site and the remaining segments', () => {
  fc.assert(
    fc.property(address, ({ urls, rest, ...given }) => {
      const url = new URL(unproxiedSiteUrl(urls, { ...given, proxyOrigin: null }) + rest.join('/'))
      expect(parseSiteUrl(urls, url)).toEqual(
        given.hostname === null
          ? { by: 'basename', organizationName: given.organizationName, basename: given.basename, rest }
          : { by: 'hostname', hostname: given.hostname, rest },
      )
    }),
  )
})

test('a URL of Verso without a site has no lookup', () => {
  for (const url of ['https://verso.example/', 'https://verso.example/acme', 'https://verso.example//']) {
    expect(parseSiteUrl(plain, new URL(url))).toBeUndefined()
  }
  expect(parseSiteUrl(below, new URL('http://localhost:4000/elsewhere/acme/docs'))).toBeUndefined()
  expect(parseSiteUrl(hosts, new URL('http://acme.sites.localhost:4000/'))).toBeUndefined()
})

/** Paths that are unique in the whole site, of which the first of each level is the default. */
const sections = fc
  .uniqueArray(segment, { minLength: 2, maxLength: 12 })
  .chain((paths) => fc.record({ paths: fc.constant(paths), size: fc.integer({ min: 1, max: 4 }) }))
  .map(({ paths, size }) => {
    const sections = []
    for (let at = 0; at + 1 < paths.length; at += size + 1) {
      const [path = '', ...inside] = paths.slice(at, at + size + 1)
      const siteSpaces = inside.map((path, index) => ({ path, isDefault: index === 0 }))
      if (siteSpaces.length > 0) sections.push({ path, isDefault: sections.length === 0, siteSpaces })
    }
    return sections
  })

const readSegments = (url: string) => new URL(url).pathname.split('/').slice(3, -1)

test('the URL of every site space is matched to it, with and without sections', () => {
  fc.assert(
    fc.property(sections, (sections) => {
      for (const section of sections) {
        for (const siteSpace of section.siteSpaces) {
          const place = { ...site, section: getUrlSegment(section), siteSpace: getUrlSegment(siteSpace) }
          const inSections = [...readSegments(placeUrl(plain, place)), 'ZZ']
          expect(locateSiteSpaces({ sections }, inSections)).toEqual([{ section, siteSpace, rest: ['ZZ'] }])
          const atRoot = [...readSegments(placeUrl(plain, { ...place, section: null })), 'ZZ']
          expect(locateSiteSpaces({ siteSpaces: section.siteSpaces }, atRoot)).toEqual([
            { siteSpace, rest: ['ZZ'] },
          ])
        }
      }
    }),
  )
})

test('the path of a default section or site space is first tried as a page in it', () => {
  const siteSpace = { path: 'v2', isDefault: true }
  const old = { path: 'v1', isDefault: false }
  const section = { path: 'guide', isDefault: true, siteSpaces: [siteSpace, old] }
  const site = { sections: [section] }
  expect(locateSiteSpaces(site, ['guide', 'v2', 'x'])).toEqual([
    { section, siteSpace, rest: ['guide', 'v2', 'x'] },
    { section, siteSpace, rest: ['v2', 'x'] },
    { section, siteSpace, rest: ['x'] },
  ])
  // What is not the default is named by its path, whatever pages there are.
  expect(locateSiteSpaces(site, ['v1', 'x'])).toEqual([{ section, siteSpace: old, rest: ['x'] }])
  expect(locateSiteSpaces(site, ['guide', 'v1'])).toEqual([
    { section, siteSpace, rest: ['guide', 'v1'] },
    { section, siteSpace: old, rest: [] },
  ])
})

test('a site without content has no matches', () => {
  expect(locateSiteSpaces({ siteSpaces: [] }, ['x'])).toEqual([])
  expect(locateSiteSpaces({ sections: [] }, [])).toEqual([])
})

test('the hosts of Verso itself cannot belong to a site', () => {
  const urls = new Urls('https://verso.acme.example', { sitesHost: 'sites.acme.example:8443' })
  const own = ['verso.acme.example', 'sites.acme.example', 'other.sites.acme.example']
  for (const hostname of own) expect(isOwnHost(urls, hostname)).toBe(true)
  for (const hostname of ['docs.acme.example', 'mysites.acme.example']) {
    expect(isOwnHost(urls, hostname)).toBe(false)
  }
})
