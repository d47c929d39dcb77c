import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeSamples } from './sample-languages.ts'
import { createSampleRequest, listServerUrls } from './samples.ts'
import type { OpenAPIDocument, Operation } from './types.ts'

const document: OpenAPIDocument = {
  servers: [
    {
      url: 'https://{region}.example.com/{version}/{tenant}',
      variables: { region: { default: 'eu' }, version: { default: 'v1', enum: ['v1', 'v2'] }, tenant: {} },
    },
  ],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
}

const operation: Operation = {
  requestBody: { content: { 'application/json': { example: { name: "O'Hara", tags: ['a', null, true] } } } },
}

const readSample = (
  label: string,
  request = createSampleRequest(document, '/pets/{petId}', 'post', operation, []),
) => writeSamples(request).find((sample) => sample.label === label)?.source ?? ''

describe('the samples of an operation', () => {
  test('fill the variables of a server with their defaults, and keep those without one', () => {
    expect(listServerUrls(document, {})).toEqual(['https://eu.example.com/v1/{tenant}'])
    expect(listServerUrls(document, { servers: [{ url: 'https://other.example' }] })).toEqual([
      'https://other.example',
    ])
    expect(listServerUrls({}, {})).toEqual([])
  })

  test('are in the usual languages, and each names the URL, the token and the body', () => {
    const samples = writeSamples(createSampleRequest(document, '/pets/{petId}', 'post', operation, []))

    expect(samples.map(({ label }) => label)).toEqual(['cURL', 'JavaScript', 'Python', 'Go', 'PHP', 'Ruby'])
    for (const { source } of samples) {
      expect(source).toContain('https://eu.example.com/v1/{tenant}/pets/{petId}')
      expect(source).toContain('YOUR_TOKEN')
      expect(source).toMatch(/O\\?'(?:\\'')?Hara/)
    }
  })

  test('are code that runs: quotes end no string', () => {
    const source = readSample('JavaScript', {
      method: 'POST',
      url: `https://example.com/?q=it's "so"`,
      headers: [['X-Name', `it's "so" \\`]],
      body: { type: 'application/json', value: { text: `it's "so" \\` } },
    })

    // oxlint-disable-next-line no-implied-eval, no-new-func -- it is only parsed
    expect(() => new Function(source)).not.toThrow()
  })

  test('never fail, whatever a description contains', () => {
    const requests = fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH'),
      url: fc.oneof(fc.webUrl(), fc.string()),
      headers: fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 }),
      body: fc.option(
        fc.record({ type: fc.constantFrom('application/json', 'text/plain', ''), value: fc.jsonValue() }),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(requests, (request) => {
        for (const { source } of writeSamples(request)) expect(typeof source).toBe('string')
      }),
    )
  }, 60_000)
})
