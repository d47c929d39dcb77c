import { parsePage } from './parse-markdown.ts'
import type { ParsedPage } from './parse-markdown.ts'
import { toOriginalPlace } from './places.ts'
import type { DefinitionPlace, Place } from './places.ts'

/** A page with the lines of its source at which its blocks are. */
export interface LocatedPage extends ParsedPage {
  /** The lines of the source with their line endings, without a byte order mark. */
  lines: string[]
  /** The line after the front matter. */
  bodyLine: number
  /**
   * The places of blocks, and of the titles of expandable blocks. The content of a table and the caption of a picture
   * have no places. Blocks that share a line, or that come from the same HTML, have places that overlap.
   */
  places: ReadonlyMap<object, Place>
  /** Where footnotes are defined. Definitions are in no block. */
  definitions: readonly DefinitionPlace[]
  /** The labels of footnotes, by the first block of their body. */
  footnoteLabels: ReadonlyMap<object, string>
}

const linePattern = /[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g

/** Parses a page as `parseMarkdown` does, and says at which lines of the source its blocks are. */
export function locateMarkdown(source: string): LocatedPage {
  const { frontMatter, document, placeRecord, origins, bodyLine } = parsePage(source)
  const places = new Map<object, Place>()
  for (const [node, place] of placeRecord.places) places.set(node, toOriginalPlace(place, origins, bodyLine))
  return {
    frontMatter,
    document,
    lines: (source.startsWith('\uFEFF') ? source.slice(1) : source).match(linePattern) ?? [],
    bodyLine,
    places,
    definitions: placeRecord.definitions.map(({ label, place }) => ({
      label,
      place: toOriginalPlace(place, origins, bodyLine),
    })),
    footnoteLabels: placeRecord.footnoteLabels,
  }
}
