/** Replaces lines of a text by others. */
interface LineEdit {
  startLine: number
  /** The line after the last one. */
  endLine: number
  lines: readonly string[]
}

/** Replaces characters of a line, such as its marker, whatever else changes in the line. */
interface CharacterEdit {
  line: number
  column: number
  oldText: string
  newText: string
}

const lineEndingPattern = /[\r\n]+$/

export const withoutLineEnding = (line: string): string => line.replace(lineEndingPattern, '')

/** Collects edits of the lines of a text. Lines without an edit stay as they are, with their line endings. */
export class LineEdits {
  #lineEdits: LineEdit[] = []
  #characterEdits: CharacterEdit[] = []

  replaceLines(startLine: number, endLine: number, lines: readonly string[]): void {
    this.#lineEdits.push({ startLine, endLine, lines })
  }

  replaceCharacters(line: number, column: number, oldText: string, newText: string): void {
    if (oldText !== newText) this.#characterEdits.push({ line, column, oldText, newText })
  }

  /** Runs a function, and undoes the edits that it added if it returns false. */
  attempt(addEdits: () => boolean): boolean {
    const [lineEditCount, characterEditCount] = [this.#lineEdits.length, this.#characterEdits.length]
    if (addEdits()) return true
    this.#lineEdits.length = lineEditCount
    this.#characterEdits.length = characterEditCount
    return false
  }

  /** Returns the text with all edits, or undefined when two of them contradict each other. */
  apply(lines: readonly string[]): string | undefined {
    const defaultEnding = lineEndingPattern.exec(lines[0] ?? '')?.[0] ?? '\n'
    const writer = new LineWriter(defaultEnding)
    const characterEdits = new Map(this.#characterEdits.map((edit) => [edit.line, edit]))
    if (characterEdits.size < this.#characterEdits.length) return undefined
    const writeUnedited = (line: number): boolean => {
      const text = lines[line] ?? ''
      const edit = characterEdits.get(line)
      const editedText = edit ? editCharacters(text, edit) : text
      if (editedText === undefined) return false
      writer.write(editedText)
      return true
    }
    let line = 0
    for (const edit of this.#lineEdits.toSorted(
      (a, b) => a.startLine - b.startLine || a.endLine - b.endLine,
    )) {
      if (edit.startLine < line) return undefined
      for (; line < edit.startLine; line++) if (!writeUnedited(line)) return undefined
      const newLines = editFirstLine(edit, characterEdits)
      if (!newLines) return undefined
      const ending =
        lineEndingPattern.exec(lines[Math.min(line, lines.length - 1)] ?? '')?.[0] ?? defaultEnding
      writer.writeReplacement(lines.slice(edit.startLine, edit.endLine), newLines, ending)
      line = edit.endLine
    }
    const isEndEdited = line === lines.length
    for (; line < lines.length; line++) if (!writeUnedited(line)) return undefined
    const endsWithLineEnding = lines.length === 0 || lineEndingPattern.test(lines.at(-1) ?? '')
    return writer.finish(isEndEdited && !endsWithLineEnding)
  }
}

function editCharacters(text: string, { column, oldText, newText }: CharacterEdit): string | undefined {
  if (!text.startsWith(oldText, column)) return undefined
  return text.slice(0, column) + newText + text.slice(column + oldText.length)
}

/** Applies the edit of characters in the first of the lines that are replaced. In the others there may be none. */
function editFirstLine(
  { startLine, endLine, lines }: LineEdit,
  characterEdits: ReadonlyMap<number, CharacterEdit>,
): readonly string[] | undefined {
  for (let line = startLine + 1; line < endLine; line++) if (characterEdits.has(line)) return undefined
  const edit = startLine < endLine ? characterEdits.get(startLine) : undefined
  if (!edit) return lines
  const [firstLine = '', ...otherLines] = lines
  const editedLine = editCharacters(firstLine, edit)
  return editedLine === undefined ? undefined : [editedLine, ...otherLines]
}

class LineWriter {
  readonly #lines: string[] = []
  readonly #defaultEnding: string

  constructor(defaultEnding: string) {
    this.#defaultEnding = defaultEnding
  }

  write(line: string): void {
    const last = this.#lines.at(-1)
    // The last line of a text may have no line ending.
    if (last !== undefined && !lineEndingPattern.test(last))
      this.#lines[this.#lines.length - 1] = last + this.#defaultEnding
    this.#lines.push(line)
  }

  /** Writes new lines. Those that are the same as before, at the start and the end, keep their line endings. */
  writeReplacement(oldLines: readonly string[], newLines: readonly string[], ending: string): void {
    const oldTexts = oldLines.map(withoutLineEnding)
    const isSame = (oldIndex: number, newIndex: number): boolean => oldTexts[oldIndex] === newLines[newIndex]
    const length = Math.min(oldLines.length, newLines.length)
    let head = 0
    while (head < length && isSame(head, head)) head++
    let tail = 0
    while (tail < length - head && isSame(oldLines.length - 1 - tail, newLines.length - 1 - tail)) tail++
    for (const line of oldLines.slice(0, head)) this.write(line)
    for (const line of newLines.slice(head, newLines.length - tail)) this.write(line + ending)
    for (const line of oldLines.slice(oldLines.length - tail)) this.write(line)
  }

  finish(isLastLineOpen: boolean): string {
    const last = this.#lines.at(-1)
    if (last !== undefined && isLastLineOpen) this.#lines[this.#lines.length - 1] = withoutLineEnding(last)
    return this.#lines.join('')
  }
}
