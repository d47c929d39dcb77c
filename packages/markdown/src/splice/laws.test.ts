import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignAnchors } from '../document/anchors.ts'
import { copyJson } from '../document/copy-json.ts'
import { hasSameContent } from '../document/find-difference.ts'
import { isList } from '../document/is-list.ts'
import { assignKeys } from '../document/keys.ts'
import { toNormalForm } from '../document/normal-form.ts'
import { applyEdits, InvalidDocument, locateMarkdown, parseMarkdown, writeMarkdown } from '../index.ts'
import type { Document, EditedMarkdown } from '../index.ts'
import { arbitraryDocument } from '../testing/arbitrary.ts'
import { createRandom, edits } from '../testing/edits.ts'
import type { Edit } from '../testing/edits.ts'
import { arbitraryGarbage } from '../testing/garbage.ts'
import { getRunOptions } from '../testing/run-options.ts'
import { getContentHash } from './align-blocks.ts'

const arbitraryLayout = fc.record({
  lineEnding: fc.constantFrom('\n', '\r\n', '\r'),
  start: fc.constantFrom('', '\uFEFF', '---\ntitle: A\n---\n', '---\ntitle: A\n---\n\n'),
  end: fc.constantFrom('', '\n', '\n\n\n'),
})

/** A text in one of the ways in which editors save it. */
const arbitrarySource = fc
  .tuple(
    fc.oneof(
      arbitraryGarbage,
      arbitraryDocument.map((document) => writeMarkdown(document).trimEnd()),
    ),
    arbitraryLayout,
  )
  .map(([text, { lineEnding, start, end }]) => (start + text + end).replaceAll('\n', lineEnding))

const arbitraryEdit = fc.constantFrom<Edit>(...Object.values(edits))

const normalize = (document: Document): Document =>
  assignKeys(assignAnchors(toNormalForm(copyJson(document))))

interface CheckedEdit {
  /** Whether the result is the edited document, or Markdown cannot express that document. */
  isRight: boolean
  result: EditedMarkdown | undefined
}

function checkEdit(source: string, edited: Document): CheckedEdit {
  const wanted = normalize(edited)
  try {
    const result = applyEdits(source, edited)
    const page = parseMarkdown(result.markdown)
    const hasFrontMatter = hasSameContent(page.frontMatter, parseMarkdown(source).frontMatter)
    return { isRight: hasFrontMatter && hasSameContent(page.document, wanted), result }
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const writtenDocument = parseMarkdown(writeMarkdown(wanted)).document
    return { isRight: !hasSameContent(writtenDocument, wanted), result: undefined }
  }
}

/** Lists the source of the blocks at the top that an edited document still has in the same order, except for lists. */
function listKeptSources(source: string, edited: Document): string[] {
  const { document, lines, places } = locateMarkdown(source)
  const newHashes = normalize(edited).nodes.map(getContentHash)
  const sources: string[] = []
  let newIndex = 0
  for (const block of document.nodes) {
    const index = newHashes.indexOf(getContentHash(block), newIndex)
    const place = places.get(block)
    if (index < 0 || !place || isList(block)) continue
    newIndex = index + 1
    sources.push(lines.slice(place.startLine, place.endLine).join('').trimEnd())
  }
  return sources
}

describe('writing an edited document into its source', { timeout: 240_000 }, () => {
  test('gives the source, byte for byte, when nothing was edited', () => {
    fc.assert(
      fc.property(arbitrarySource, (source) => {
        expect(applyEdits(source, parseMarkdown(source).document)).toEqual({
          markdown: source,
          fineness: 'same',
        })
      }),
      getRunOptions(1000),
    )
  })

  test('gives a text that parses to the edited document', () => {
    fc.assert(
      fc.property(arbitrarySource, arbitraryEdit, fc.nat(), (source, edit, seed) => {
        const edited = edit(parseMarkdown(source).document, createRandom(seed))
        expect(!edited || checkEdit(source, edited).isRight).toBe(true)
      }),
      getRunOptions(1500),
    )
  })

  test('gives a text that parses to any other document', () => {
    fc.assert(
      fc.property(arbitrarySource, arbitraryDocument, (source, document) => {
        const { isRight, result } = checkEdit(source, document)
        expect(isRight && result !== undefined).toBe(true)
      }),
      getRunOptions(300),
    )
  })

  test('several edits one after the other, each on the result of the one before', () => {
    fc.assert(
      fc.property(
        arbitrarySource,
        fc.array(fc.tuple(arbitraryEdit, fc.nat()), { maxLength: 4 }),
        (source, steps) => {
          let markdown = source
          for (const [edit, seed] of steps) {
            const edited = edit(parseMarkdown(markdown).document, createRandom(seed))
            const { isRight, result } = checkEdit(markdown, edited ?? parseMarkdown(markdown).document)
            expect(isRight).toBe(true)
            markdown = result?.markdown ?? markdown
          }
        },
      ),
      getRunOptions(300),
    )
  })

  test('keeps the source of every block at the top that is the same as before', () => {
    fc.assert(
      fc.property(
        arbitraryDocument,
        arbitraryLayout,
        arbitraryEdit,
        fc.nat(),
        (document, layout, edit, seed) => {
          const text = layout.start + writeMarkdown(document).trimEnd() + layout.end
          const source = text.replaceAll('\n', layout.lineEnding)
          const edited = edit(parseMarkdown(source).document, createRandom(seed))
          const result = edited && checkEdit(source, edited).result
          if (!edited || !result || result.fineness === 'page') return
          let position = 0
          for (const block of listKeptSources(source, edited)) {
            const index = result.markdown.indexOf(block, position)
            expect(index).toBeGreaterThanOrEqual(position)
            position = index + block.length
          }
        },
      ),
      getRunOptions(600),
    )
  })
})
