import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Block, BlockType, Inline } from './index.ts'
import { parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'
import { markdownByBlockType, markdownByInlineType } from './testing/markdown-samples.ts'
import { walkInlines } from './document/walk.ts'

/** Blocks that the older version of the contract does not have. */
const blocksSince202 = new Set<BlockType>(['updates', 'update', 'prompt'])

const validators = {
  '0.143': createValidator('gitbook-api-0.143'),
  '0.202': createValidator('gitbook-api-0.202'),
}

/**
 * Creates a function that validates against a schema of the contract. It treats `oneOf` as `anyOf`, because some
 * alternatives overlap (a file is both a reference and an image of a table), so that no value matches exactly one.
 */
function createValidator(packageName: string): (schema: string, value: unknown) => string | undefined {
  const path = new URL(`../../../node_modules/${packageName}/spec/openapi.json`, import.meta.url)
  const source = readFileSync(path, 'utf8')
  const spec: unknown = JSON.parse(source, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { oneOf, discriminator: _, nullable, ...rest } = value as Record<string, unknown>
    const type = nullable === true && typeof rest['type'] === 'string' ? { type: [rest['type'], 'null'] } : {}
    return { ...rest, ...type, ...(oneOf !== undefined && { anyOf: oneOf }) }
  })
  const ajv = new Ajv({ strict: false, allErrors: false, formats: { icon: true } })
  addFormatsModule.default(ajv)
  ajv.addSchema(spec as object, 'spec')
  return (schema, value) => {
    const validate = ajv.getSchema(`spec#/components/schemas/${schema}`)
    if (!validate) return `no schema ${schema}`
    return validate(value) === true ? undefined : ajv.errorsText(validate.errors)
  }
}

function listAllBlocks(markdown: string): Block[] {
  return Array.from(walkBlocks(parseMarkdown(markdown).document), ({ block }) => block)
}

describe.each(Object.entries(markdownByBlockType))('%s', (type, markdown) => {
  const isNew = blocksSince202.has(type as BlockType)

  test('is parsed from its sample', () => {
    expect(listAllBlocks(markdown).map((block) => block.type)).toContain(type)
  })

  test.skipIf(isNew)('is valid in 0.143', () => {
    for (const block of parseMarkdown(markdown).document.nodes) {
      expect(validators['0.143']('DocumentBlock', block)).toBeUndefined()
    }
  })

  test('gives a document that is valid in 0.202', () => {
    expect(validators['0.202']('JSONDocument', parseMarkdown(markdown).document)).toBeUndefined()
  })

  test('is the same after writing and parsing', () => {
    const page = parseMarkdown(markdown)
    expect(parseMarkdown(writeMarkdown(page.document))).toEqual(page)
  })
})

describe.each(Object.entries(markdownByInlineType))('%s', (type, markdown) => {
  const inlines: Inline[] = listAllBlocks(markdown).flatMap((block) => Array.from(walkInlines(block)))

  test('is parsed from its sample', () => {
    expect(inlines.map((inline) => inline.type)).toContain(type)
  })

  test('is valid in 0.143', () => {
    expect(validators['0.143']('JSONDocument', parseMarkdown(markdown).document)).toBeUndefined()
  })

  // In 0.202 the data of a button both must and must not have a label, so no button is valid.
  test.skipIf(type === 'button')('is valid in 0.202', () => {
    expect(validators['0.202']('JSONDocument', parseMarkdown(markdown).document)).toBeUndefined()
  })

  test('is the same after writing and parsing', () => {
    const page = parseMarkdown(markdown)
    expect(parseMarkdown(writeMarkdown(page.document))).toEqual(page)
  })
})

test('every node has the properties that renderers rely on', () => {
  const { document } = parseMarkdown(
    [...Object.values(markdownByBlockType), ...Object.values(markdownByInlineType)].join('\n\n'),
  )
  const keys = new Set<string>()
  for (const { block } of walkBlocks(document)) {
    expect(block.key).not.toBe('')
    expect(keys.has(block.key)).toBe(false)
    keys.add(block.key)
    expect(block.data).toBeTypeOf('object')
    expect(block.type !== 'hint' || block.data.style !== undefined).toBe(true)
  }
  const text = JSON.stringify(document)
  expect(text.split('"object":"text"').length).toBe(text.split('"leaves":[{').length)
  expect(text.split('"object":"leaf"').length).toBe(text.split('"marks":[').length)
})
