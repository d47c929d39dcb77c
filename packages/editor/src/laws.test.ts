import fc from 'fast-check'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { completeDocument, convertDocumentToMarkdown, parseMarkdown } from '@verso/markdown'
import type { Document } from '@verso/markdown'
import { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { arbitraryDocument } from '../../markdown/src/testing/arbitrary.ts'
import { arbitraryGarbage } from '../../markdown/src/testing/garbage.ts'
import { markdownByBlockType, markdownByInlineType } from '../../markdown/src/testing/markdown-samples.ts'
import { findMisplacedBlock, fromEditor, schema, stepsBetween, toEditor } from './index.ts'
import { generateEditorDocument } from './testing/arbitrary-editor-document.ts'

const corpusPath = fileURLToPath(new URL('../../../../shared/corpus/beefree-sdk-docs', import.meta.url))
const pages = existsSync(corpusPath) ? globSync('**/*.md', { cwd: corpusPath }).sort() : []
const TIMEOUT_MS = 120_000

/** Converts a document to the editor's and back, and derives its keys again. */
function convertBothWays(document: Document): Document {
  const node = toEditor(document)
  node.check()
  return completeDocument(fromEditor(node))
}

/** Applies the steps from one document to another, as a client does that got them as JSON. */
function applySteps(before: Node, after: Node): Node {
  const transform = new Transform(before)
  for (const step of stepsBetween(before, after)) transform.step(step)
  transform.doc.check()
  return transform.doc
}

describe('a document that is converted to the editor and back is the same', { timeout: TIMEOUT_MS }, () => {
  test.each([...Object.entries(markdownByBlockType), ...Object.entries(markdownByInlineType)])(
    'with %s',
    (_type, markdown) => {
      const { document } = parseMarkdown(markdown)
      expect(convertBothWays(document)).toEqual(document)
    },
  )

  test('for any document in normal form', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        expect(convertBothWays(document)).toEqual(document)
      }),
      { numRuns: 1000 },
    )
  })

  test('for any Markdown, however broken', () => {
    fc.assert(
      fc.property(arbitraryGarbage, (markdown) => {
        const { document } = parseMarkdown(markdown)
        expect(convertBothWays(document)).toEqual(document)
      }),
      { numRuns: 1500 },
    )
  })

  test('as JSON, which is how it is stored and sent', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const node = toEditor(document)
        expect(Node.fromJSON(schema, JSON.parse(JSON.stringify(node))).eq(node)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what the schema allows, Markdown can say', { timeout: TIMEOUT_MS }, () => {
  test('for any document of the schema without misplaced blocks', () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const doc = generateEditorDocument(generate)
        doc.check()
        fc.pre(findMisplacedBlock(doc) === undefined)
        const markdown = convertDocumentToMarkdown(fromEditor(doc))
        // What is saved opens again, and says the same.
        const reopened = toEditor(parseMarkdown(markdown).document)
        expect(convertDocumentToMarkdown(fromEditor(reopened))).toBe(markdown)
      }),
      { numRuns: 200, endOnFailure: true },
    )
  })

  test('for each block on its own', () => {
    const names = Object.values(schema.nodes).filter((type) => type.isInGroup('block'))
    for (const { name } of names) {
      fc.assert(
        fc.property(fc.gen(), (generate) => {
          const doc = generateEditorDocument(generate, (other) =>
            [name, 'paragraph', 'text', 'expression'].includes(other),
          )
          fc.pre(findMisplacedBlock(doc) === undefined)
          expect(() => convertDocumentToMarkdown(fromEditor(doc))).not.toThrow()
        }),
        { numRuns: 30, endOnFailure: true },
      )
    }
  })
})

describe('the steps from one document to another', { timeout: TIMEOUT_MS }, () => {
  test('give the other document, for any two', () => {
    fc.assert(
      fc.property(arbitraryDocument, arbitraryDocument, (first, second) => {
        const [before, after] = [toEditor(first), toEditor(second)]
        expect(applySteps(before, after).eq(after)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('give the other document, when blocks were moved, removed and added', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryDocument, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(20), { maxLength: 8 }),
        (documents, order) => {
          const nodes = documents.flatMap((document) => document.nodes)
          const picked = order.flatMap((index) => nodes[index] ?? [])
          const before = toEditor({ object: 'document', data: { schemaVersion: 8 }, nodes })
          const after = toEditor({ object: 'document', data: { schemaVersion: 8 }, nodes: picked })
          expect(applySteps(before, after).eq(after)).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('are none, when nothing changed', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        expect(stepsBetween(toEditor(document), toEditor(document))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('keep what was typed meanwhile in another block', () => {
    const [base, theirs, ours] = [
      'One two.\n\n* a\n* b\n\nLast.',
      'One 2 two.\n\n* a\n* b\n\nLast.',
      'One two.\n\n* a\n* new\n* b\n\nLast.\n\nMore.',
    ].map((markdown) => toEditor(parseMarkdown(markdown).document))
    if (!base || !theirs || !ours) throw new Error('unreachable')
    const transform = new Transform(theirs)
    const typed = new Transform(base)
    for (const step of stepsBetween(base, theirs)) typed.step(step)
    for (const step of stepsBetween(base, ours)) {
      const mapped = step.map(typed.mapping)
      if (mapped) transform.step(mapped)
    }
    expect(convertDocumentToMarkdown(fromEditor(transform.doc))).toBe(
      'One 2 two.\n\n* a\n* new\n* b\n\nLast.\n\nMore.\n',
    )
  })
})

describe.skipIf(pages.length === 0)(
  'a real documentation repository (skipped when it is not available)',
  { timeout: TIMEOUT_MS },
  () => {
    test('every page is the same document after the editor', () => {
      for (const page of pages) {
        const { document } = parseMarkdown(readFileSync(`${corpusPath}/${page}`, 'utf8'))
        expect({ page, document: convertBothWays(document) }).toEqual({ page, document })
      }
    })

    test('the steps from a page to the next one give that page', () => {
      const nodes = pages
        .slice(0, 60)
        .map((page) => toEditor(parseMarkdown(readFileSync(`${corpusPath}/${page}`, 'utf8')).document))
      for (const [index, node] of nodes.slice(1).entries())
        expect(applySteps(nodes[index] ?? node, node).eq(node)).toBe(true)
    })
  },
)
