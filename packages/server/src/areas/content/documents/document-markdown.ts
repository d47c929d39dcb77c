import { Invalid } from '../../../common/errors.ts'
import { type TextTasks, textTasks } from './text-tasks.ts'

/** Writes a short document of a request as Markdown. `where` is its path in the request, for error messages. */
export const writeDocumentMarkdown = (document: unknown, where: string): string =>
  requireMarkdown(textTasks.write({ document }), where)

/** The Markdown of a document that was written; throws with what is wrong and where. */
export function requireMarkdown(written: ReturnType<TextTasks['write']>, where: string): string {
  if ('markdown' in written) return written.markdown
  throw new Invalid(`${[where, ...written.path].join('.')} ${written.problem}.`)
}
