import { describe, expect, test } from 'vitest'
import type { Block, InlineContent, Leaf } from './index.ts'
import { locateMarkdown, parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'
import { corpusPages, readCorpusPage } from './testing/corpus.ts'

/** Lists the leaves of a block that are text, and not code or raw markup. */
function listTextLeaves(block: Block): Leaf[] {
  if (block.type === 'code' || block.type === 'code-line' || !('nodes' in block)) return []
  return block.nodes.flatMap((node) => (node.object === 'block' ? [] : listLeaves(node)))
}

function listLeaves(node: InlineContent): Leaf[] {
  if (node.object === 'text')
    return node.leaves.filter((leaf) => !leaf.raw && !leaf.marks.some((mark) => mark.type === 'code'))
  return node.type === 'link' || node.type === 'annotation' ? node.nodes.flatMap(listLeaves) : []
}

const TIMEOUT_MS = 60_000

describe.skipIf(corpusPages.length === 0)(
  'a real documentation repository (skipped when it is not available)',
  () => {
    test.each(corpusPages)(
      '%s is the same document after writing, and has no tag in its text',
      { timeout: TIMEOUT_MS },
      (name) => {
        const page = parseMarkdown(readCorpusPage(name))
        expect(parseMarkdown(writeMarkdown(page.document, page.frontMatter))).toEqual(page)
        for (const { block } of walkBlocks(page.document)) {
          for (const leaf of listTextLeaves(block)) expect(leaf.text).not.toContain('{%')
        }
      },
    )

    test('every top block has a place, and none overlaps another', { timeout: TIMEOUT_MS }, () => {
      for (const name of corpusPages) {
        const source = readCorpusPage(name)
        const { document, frontMatter, places, bodyLine } = locateMarkdown(source)
        expect({ document, frontMatter }).toEqual(parseMarkdown(source))
        let lastLine = bodyLine
        for (const block of document.nodes) {
          const place = places.get(block)
          expect(place?.startLine).toBeGreaterThanOrEqual(lastLine)
          lastLine = place?.endLine ?? 0
        }
      }
    })
  },
)
