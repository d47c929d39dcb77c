import { applyEdits, parseMarkdown, writeMarkdown } from '@verso/markdown'
import { corpusPages, readCorpusPage } from '../packages/markdown/src/testing/corpus.ts'
import { countChangedLines, createRandom, edits } from '../packages/markdown/src/testing/edits.ts'

/** How many lines of a page's Markdown an edit changes. */
export interface EditedLines {
  name: string
  pages: number
  /** Lines that change when the edit is written into the source: at the median, and at most. */
  median: number
  most: number
  /** The median of the lines that change when the page is written anew. */
  wholePage: number
}

/** How long it takes to write one changed word into a page. */
export interface SaveTime {
  kilobytes: number
  milliseconds: number
}

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Edits every page of a real repository. Both lists are empty where it is not available. */
export function measureEdits(): { lines: EditedLines[]; saves: SaveTime[] } {
  if (corpusPages.length === 0) return { lines: [], saves: [] }
  const pages = corpusPages.map(readCorpusPage)
  const lines = Object.entries(edits).map(([name, edit]) => {
    const [edited, whole]: [number[], number[]] = [[], []]
    for (const [index, source] of pages.entries()) {
      const { document, frontMatter } = parseMarkdown(source)
      const editedDocument = edit(document, createRandom(index))
      if (!editedDocument) continue
      edited.push(countChangedLines(source, applyEdits(source, editedDocument).markdown))
      whole.push(countChangedLines(source, writeMarkdown(editedDocument, frontMatter)))
    }
    return {
      name,
      pages: edited.length,
      median: getMedian(edited),
      most: Math.max(...edited),
      wholePage: getMedian(whole),
    }
  })
  const text = pages.map((page) => page.replace(/^---\n[^]*?\n---\n/, '')).join('\n\n')
  const saves = [5, 50, 200, 1000].map((kilobytes) => {
    const source = text.slice(0, kilobytes * 1000)
    const edited = edits['a word of a text'](parseMarkdown(source).document, createRandom(1))
    const times = Array.from({ length: 5 }, () => {
      const start = process.cpuUsage()
      if (edited) applyEdits(source, edited)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    })
    return { kilobytes, milliseconds: getMedian(times) }
  })
  return { lines, saves }
}

export const editTable = ({ lines, saves }: ReturnType<typeof measureEdits>): string =>
  [
    '| an edit of a page | pages | lines changed, median | at most | writing the whole page, median |',
    '|---|--:|--:|--:|--:|',
    ...lines.map(
      ({ name, pages, median, most, wholePage }) =>
        `| ${name} | ${pages} | ${median} | ${most} | ${wholePage} |`,
    ),
    '',
    '| writing one changed word into a page | CPU ms |',
    '|---|--:|',
    ...saves.map(({ kilobytes, milliseconds }) => `| of ${kilobytes} KB | ${milliseconds.toFixed(0)} |`),
  ].join('\n')
