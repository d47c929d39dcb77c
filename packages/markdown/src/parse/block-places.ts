import type { MarkdownIt, StateBlock } from 'markdown-it'
import { getLineStart } from './lines.ts'

type BlockRule = ReturnType<MarkdownIt['block']['ruler']['getRules']>[number]

/**
 * Makes every block rule say which lines it took, and where in the first of them its block starts. The rules of
 * markdown-it say only the former, and not all of ours do.
 */
export function recordBlockPlaces(md: MarkdownIt): void {
  const { ruler } = md.block
  const getRules = ruler.getRules.bind(ruler)
  const blockRules = getRules('').map(withPlace)
  // The rules of other names end paragraphs and lists. They create no tokens.
  ruler.getRules = (name) => (name === '' ? blockRules : getRules(name))
}

function withPlace(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (silent) return rule(state, startLine, endLine, silent)
    const tokenIndex = state.tokens.length
    const column = getLineStart(state, startLine) - getUncutLineStart(state, startLine)
    if (!rule(state, startLine, endLine, silent)) return false
    const token = state.tokens[tokenIndex]
    if (token) {
      token.map ??= [startLine, state.line]
      token.meta = { ...token.meta, column }
    }
    return true
  }
}

/** Returns where a line starts in the source. `bMarks` would not do, because quotes move it behind their markers. */
function getUncutLineStart(state: StateBlock, line: number): number {
  return line === 0 ? 0 : (state.eMarks[line - 1] ?? 0) + 1
}
