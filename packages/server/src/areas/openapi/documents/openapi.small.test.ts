import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleFiles } from './bundle.ts'
import { validateDescription } from './validate-description.ts'
import { DereferencedDocument } from './dereference.ts'
import { parseDescriptionFile } from './parse-description.ts'
import { listReferencedFiles } from './references.ts'
import { DescriptionReaderPool } from './description-reader.ts'
import { DescriptionError, isJsonObject, copyAsJson, type JsonValue, type JsonObject } from './json-value.ts'

const readErrorCode = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof DescriptionError) return error.code
    throw error
  }
  return 'none'
}

const info = { title: 'Pets', version: '1' }

describe('parsing a file', () => {
  test('JSON and YAML give the same value', () => {
    const value = { openapi: '3.1.0', info, paths: { '/a': { get: { tags: ['x'] } } } }
    expect(parseDescriptionFile(JSON.stringify(value))).toEqual({ format: 'json', value })
    const yaml = `openapi: "3.1.0"\ninfo:\n  title: Pets\n  version: "1"\npaths:\n  /a:\n    get: { tags: [x] }\n`
    expect(parseDescriptionFile(yaml)).toEqual({ format: 'yaml', value })
    expect(parseDescriptionFile('{openapi: "3.1.0"}')).toMatchObject({ format: 'yaml' })
  })

  test.each([
    ['nothing', ''],
    ['a list', '[1]'],
    ['a word', 'hello'],
    ['a number', '7'],
  ])('%s is not a description', (_, text) => {
    expect(readErrorCode(() => parseDescriptionFile(text))).toBe('NOT_AN_OBJECT')
  })

  test('a syntax error says where it is', () => {
    expect(readErrorCode(() => parseDescriptionFile('{"a": '))).toBe('INVALID_JSON')
    expect(() => parseDescriptionFile('a: 1\nb: [1,\n')).toThrow(/line 3|line 2/)
    expect(readErrorCode(() => parseDescriptionFile('a: *nowhere'))).toBe('INVALID_YAML')
  })

  test('aliases of aliases that expand to more than fits the memory are rejected', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let n = 1; n < 12; n++) {
      lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`)
    }
    expect(['INVALID_YAML', 'TOO_LARGE']).toContain(
      readErrorCode(() => parseDescriptionFile(lines.join('\n'))),
    )
  })

  test('many aliases of one value are expanded', () => {
    const uses = Array.from({ length: 2000 }, (_, n) => `p${n}: *pet`).join('\n')
    const { value } = parseDescriptionFile(`pet: &pet { type: object }\n${uses}`)
    expect(value['p1999']).toEqual({ type: 'object' })
  })

  test('a document that is nested too deeply is rejected', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    expect(readErrorCode(() => parseDescriptionFile(deep))).toBe('TOO_DEEP')
  })

  test('the key __proto__ is left out', () => {
    const { value } = parseDescriptionFile(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}',
    )
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).not.toHaveProperty('polluted')
    expect(Object.hasOwn(value, '__proto__')).toBe(false)
  })
})

describe('files that refer to each other', () => {
  const base = 'https://api.example.com/v1/openapi.yaml'

  test('are listed once each, except for references in example data', () => {
    const value: JsonObject = {
      a: { $ref: './pet.yaml#/Pet' },
      b: [{ $ref: 'pet.yaml' }, { $ref: '#/a' }, { $ref: '../common.json#/X' }],
      example: { $ref: 'data.json' },
      examples: { one: { value: { $ref: 'data.json' } }, two: { $ref: 'shown.json' } },
      properties: { example: { $ref: 'property.json' }, $ref: { type: 'string' } },
    }
    expect(listReferencedFiles(value, base)).toEqual([
      'https://api.example.com/v1/pet.yaml',
      'https://api.example.com/common.json',
      'https://api.example.com/v1/shown.json',
      'https://api.example.com/v1/property.json',
    ])
  })

  test('a text without a URL cannot refer to files', () => {
    expect(readErrorCode(() => listReferencedFiles({ a: { $ref: 'pet.yaml' } }, undefined))).toBe(
      'UNRESOLVABLE_REFERENCE',
    )
    expect(listReferencedFiles({ a: { $ref: 'https://x.example/pet.yaml#/A' } }, undefined)).toEqual([
      'https://x.example/pet.yaml',
    ])
  })

  test('become one document in which every reference points to its target', () => {
    const bundled = bundleFiles([
      { url: base, value: { here: { a: 1 }, there: { $ref: 'pet.yaml#/Pet' }, whole: { $ref: 'pet.yaml' } } },
      {
        url: 'https://api.example.com/v1/pet.yaml',
        value: { Pet: { own: { $ref: '#/Name' }, back: { $ref: 'openapi.yaml#/here' } }, Name: { b: 2 } },
      },
      { url: 'https://elsewhere.example/pet.yaml', value: { Pet: {} } },
    ])
    expect(bundled).toEqual({
      here: { a: 1 },
      there: { $ref: '#/x-files/pet.yaml/Pet' },
      whole: { $ref: '#/x-files/pet.yaml' },
      'x-files': {
        'pet.yaml': {
          Pet: { own: { $ref: '#/x-files/pet.yaml/Name' }, back: { $ref: '#/here' } },
          Name: { b: 2 },
        },
        'pet.yaml-2': { Pet: {} },
      },
    })
  })

  test('for any files, a reference points to the same value after bundling', () => {
    const names = ['a.json', 'b/a.json', 'b/c.json', 'c.json']
    const fields = ['x', 'y', 'z']
    const ref = fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...fields), fc.boolean())
      .map(([name, field, here]) => (here ? `#/${field}` : `https://x.example/${name}#/${field}`))
    const file = fc.record(Object.fromEntries(fields.map((field) => [field, fc.oneof(ref, fc.integer())])))
    fc.assert(
      fc.property(fc.tuple(file, file, file, file), (given) => {
        const files = given.map((values, index) => ({
          url: `https://x.example/${names[index]}`,
          value: Object.fromEntries(
            Object.entries(values).map(([field, value]) => [
              field,
              typeof value === 'number' ? { value, n: index } : { $ref: value },
            ]),
          ) as JsonObject,
        }))
        const [entry, ...others] = files
        if (!entry) return
        const bundled = bundleFiles([entry, ...others])
        for (const field of fields) {
          expect(follow(bundled, `#/${field}`)).toEqual(followFiles(files, entry.url, field))
        }
      }),
    )
  })
})

/** Where a pointer ends in one document, if it does. */
function follow(document: JsonObject, pointer: string, steps = 0): JsonValue | undefined {
  const value = pointer
    .slice(2)
    .split('/')
    .reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), document)
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return value
  return steps > 20 ? undefined : follow(document, value['$ref'], steps + 1)
}

/** Resolves a reference in the original files, for comparison with the bundled document. */
function followFiles(
  files: readonly { url: string; value: JsonObject }[],
  url: string,
  field: string,
  steps = 0,
): JsonValue | undefined {
  const value = files.find((file) => file.url === url)?.value[field]
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return value
  if (steps > 20) return undefined
  const [to = '', next = ''] = value['$ref'].split('#/')
  return followFiles(files, to === '' ? url : to, next, steps + 1)
}

describe('validating', () => {
  test.each([
    [{}, 'UNSUPPORTED_VERSION'],
    [{ openapi: 3 }, 'UNSUPPORTED_VERSION'],
    [{ openapi: '4.0.0', info, paths: {} }, 'UNSUPPORTED_VERSION'],
    [{ swagger: '1.2', info, paths: {} }, 'UNSUPPORTED_VERSION'],
    [{ openapi: '3.0.0', paths: {} }, 'MISSING_INFO'],
    [{ openapi: '3.1.0', info }, 'MISSING_PATHS'],
  ])('%j is no description: %s', async (document, code) => {
    await expect(validateDescription(document as JsonObject)).rejects.toMatchObject({ code })
  })

  test('violations of the specification are listed and do not reject the description', async () => {
    const { document, problems } = await validateDescription({
      openapi: '3.0.0',
      info,
      paths: { '/a': { get: {} } },
    })
    expect(document['openapi']).toBe('3.0.0')
    expect(problems.map(({ message }) => message).join()).toContain('responses')
  })

  test('Swagger 2.0 becomes OpenAPI 3', async () => {
    const { document } = await validateDescription({
      swagger: 2,
      info,
      host: 'pets.example.com',
      basePath: '/v1',
      paths: {
        '/pets': {
          get: { responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } } },
        },
      },
      definitions: { Pet: { type: 'object' } },
    })
    expect(document['openapi']).toMatch(/^3\./)
    expect(document).toMatchObject({
      paths: {
        '/pets': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
            },
          },
        },
      },
      components: { schemas: { Pet: { type: 'object' } } },
    })
  })

  test('a description with circular references is valid', async () => {
    const { problems } = await validateDescription({
      openapi: '3.0.0',
      info,
      paths: {},
      components: {
        schemas: {
          A: { properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } } },
          B: { allOf: [{ $ref: '#/components/schemas/A' }] },
          C: { $ref: '#/components/schemas/D' },
          D: { $ref: '#/components/schemas/C' },
        },
      },
    })
    expect(problems).toBeInstanceOf(Array)
  })

  test('a copy shares no object with the original', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyAsJson(value)
        expect(JSON.stringify(copy)).toBe(
          JSON.stringify(value, (name, part) => (name === '__proto__' ? undefined : part)),
        )
      }),
    )
  })
})

// A thread is slow to start on a busy machine.
describe('a description that is read in a thread', { timeout: 60_000 }, () => {
  test('lists the files that it refers to, is bundled, and is rejected with a code', async () => {
    const readers = new DescriptionReaderPool()
    try {
      const base = 'https://x.example/a.json'
      const text = JSON.stringify({ openapi: '3.0.0', info, paths: { '/a': { $ref: 'b.json#/a' } } })
      await readers.use(async (reader) => {
        expect(await reader.addFile(text, base)).toEqual(['https://x.example/b.json'])
        expect(await reader.addFile('a: { get: { responses: {} } }', 'https://x.example/b.json')).toEqual([])
        const { document, format } = await reader.bundle('pets')
        expect(format).toBe('json')
        expect(JSON.parse(document)).toMatchObject({ paths: { '/a': { $ref: '#/x-files/b.json/a' } } })
      })
      await readers.use(async (reader) => {
        await expect(reader.addFile('[]', undefined)).rejects.toMatchObject({ code: 'NOT_AN_OBJECT' })
      })
    } finally {
      await readers.close()
    }
  })

  test('is rejected when it takes too long', async () => {
    const readers = new DescriptionReaderPool({ timeoutMs: 1 })
    const text = `a: [${'x, '.repeat(200_000)}]`
    const reading = readers.use((reader) => reader.addFile(text, undefined))
    await expect(reading).rejects.toMatchObject({ code: 'TOO_SLOW' })
    await readers.close()
  })
})

/** Parts of a description, by their names. */
const selectNames = (names: Partial<Record<'paths' | 'webhooks' | 'schemas', string[]>>) => ({
  paths: new Set(names.paths),
  webhooks: new Set(names.webhooks),
  schemas: new Set(names.schemas),
})

describe('resolving references', () => {
  test('gives only the selected parts, with the targets of their references in place', () => {
    const document: JsonObject = {
      info,
      paths: {
        '/a': { get: { responses: { 200: { $ref: '#/components/responses/Ok', description: 'Here' } } } },
        '/b': { get: {} },
      },
      components: {
        responses: { Ok: { description: 'Anywhere', schema: { $ref: '#/components/schemas/Tree' } } },
        schemas: {
          Tree: { children: { items: { $ref: '#/components/schemas/Tree' } } },
          Gone: { $ref: '#/nowhere' },
          Loop: { $ref: '#/components/schemas/Loop' },
        },
      },
    }
    const dereferenced = new DereferencedDocument(document)
    const parts = dereferenced.selectParts(
      selectNames({ paths: ['/a', '/nowhere'], schemas: ['Tree', 'Gone', 'Loop'] }),
    )
    const { paths, components } = parts as unknown as {
      paths: Record<string, { get: { responses: Record<string, { description: string }> } }>
      components: { schemas: { Tree: { children: { items: unknown } }; Gone: object; Loop: object } }
    }
    expect(Object.keys(paths)).toEqual(['/a'])
    expect(paths['/a']?.get.responses['200']?.description).toMatch(/Here|Anywhere/)
    const { Tree, Gone, Loop } = components.schemas
    const inner = Tree.children.items as typeof Tree
    expect(inner.children.items).toBe(inner)
    expect([Gone, Loop]).toEqual([{}, {}])
  })

  test('follows a chain of references that is longer than the stack', () => {
    const schemas: JsonObject = {}
    for (let n = 0; n < 50_000; n++) schemas[`S${n}`] = { next: { $ref: `#/components/schemas/S${n + 1}` } }
    const parts = new DereferencedDocument({ components: { schemas } }).selectParts(
      selectNames({ schemas: ['S0'] }),
    )
    let length = 0
    let next: unknown = (parts['components'] as { schemas: { S0: unknown } }).schemas.S0
    for (; isJsonObject(next) && 'next' in next; next = next['next']) length += 1
    expect(length).toBe(50_000)
  })
})
