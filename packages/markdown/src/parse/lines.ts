import type { StateBlock } from 'markdown-it'
import { getContext } from './context.ts'

export function getLineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

export function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4
}

/** Finds the line of the character before `offset`, or -1 when the container ends before it. */
export function findLine(state: StateBlock, offset: number, from: number, endLine: number): number {
  if (offset > (state.eMarks[endLine - 1] ?? 0)) return -1
  const context = getContext(state.env)
  for (let line = from; line < endLine && context.spendBudget(1); line++) {
    const isOutside = (state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)
    if (isOutside) return -1
    if (offset <= (state.eMarks[line] ?? 0)) return line
  }
  return -1
}

/** Whether there is a blank line between two lines. It also returns true when the search would take too long. */
export function hasBlankLine(state: StateBlock, startLine: number, lastLine: number): boolean {
  const context = getContext(state.env)
  for (let line = startLine + 1; line < lastLine; line++) {
    if (state.isEmpty(line) || !context.spendBudget(1)) return true
  }
  return false
}

/** Returns the lines as the author wrote them, without the indentation of the container. */
export function getSource(state: StateBlock, startLine: number, endLine: number): string {
  return state.getLines(startLine, endLine, state.blkIndent, false).trimStart()
}
