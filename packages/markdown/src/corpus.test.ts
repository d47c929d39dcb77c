import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Block, InlineContent, Leaf } from './index.ts'
import { parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/beefree-sdk-docs', import.meta.url))
const pages = existsSync(corpus) ? globSync('**/*.md', { cwd: corpus }).sort() : []

/** The leaves of a block that are text to a reader: not code, and not markup kept as it is. */
function textLeaves(block: Block): Leaf[] {
  if (block.type === 'code' || block.type === 'code-line' || !('nodes' in block)) return []
  return block.nodes.flatMap((node) => (node.object === 'block' ? [] : leavesOf(node)))
}

function leavesOf(node: InlineContent): Leaf[] {
  if (node.object === 'text')
    return node.leaves.filter((leaf) => !leaf.raw && !leaf.marks.some((mark) => mark.type === 'code'))
  return node.type === 'link' || node.type === 'annotation' ? node.nodes.flatMap(leavesOf) : []
}

describe.skipIf(pages.length === 0)('a real documentation repository (skipped where it is not there)', () => {
  test.each(pages)('%s comes back as the same document, with no tag left in its text', (name) => {
    const page = parseMarkdown(readFileSync(`${corpus}/${name}`, 'utf8'))
    expect(parseMarkdown(writeMarkdown(page.document, page.frontMatter))).toEqual(page)
    for (const { block } of walkBlocks(page.document)) {
      for (const leaf of textLeaves(block)) expect(leaf.text).not.toContain('{%')
    }
  })
})
