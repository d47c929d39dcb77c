import { type Diagram, drawDiagram, isDiagramSyntax } from './diagram.ts'
import { findLanguage, tokenize, type TokenLines } from './tokenize.ts'

/** One snippet to highlight. Grammars take tens of milliseconds of CPU time, so callers run jobs in a worker thread. */
export interface HighlightJob {
  key: string
  code: string
  syntax: string
}

export interface HighlightResult {
  key: string
  /** Undefined for code that cannot be highlighted. */
  lines: TokenLines | undefined
  /** The picture of a diagram that could be drawn. */
  diagram?: Diagram | undefined
}

/** Runs highlighting jobs, in a thread or in this one. */
export type HighlightRunner = (jobs: readonly HighlightJob[]) => Promise<readonly HighlightResult[]>

export async function runHighlightJobs(jobs: readonly HighlightJob[]): Promise<HighlightResult[]> {
  const results: HighlightResult[] = []
  for (const { key, code, syntax } of jobs) {
    const language = findLanguage(syntax)
    const lines = language === undefined ? undefined : await tokenize(code, language).catch(() => undefined)
    const diagram = isDiagramSyntax(syntax) ? await drawDiagram(code) : undefined
    results.push({ key, lines, diagram })
  }
  return results
}
