import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Block, InlineContent, Leaf } from './index.ts'
import { parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'

const corpusPath = fileURLToPath(new URL('../../../../shared/corpus/beefree-sdk-docs', import.meta.url))
const pages = existsSync(corpusPath) ? globSync('**/*.md', { cwd: corpusPath }).sort() : []

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

describe.skipIf(pages.length === 0)(
  'a real documentation repository (skipped when it is not available)',
  () => {
    test.each(pages)(
      '%s is the same document after writing, and has no tag in its text',
      { timeout: TIMEOUT_MS },
      (name) => {
        const page = parseMarkdown(readFileSync(`${corpusPath}/${name}`, 'utf8'))
        expect(parseMarkdown(writeMarkdown(page.document, page.frontMatter))).toEqual(page)
        for (const { block } of walkBlocks(page.document)) {
          for (const leaf of listTextLeaves(block)) expect(leaf.text).not.toContain('{%')
        }
      },
    )
  },
)
