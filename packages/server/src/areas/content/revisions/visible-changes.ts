import { isPlainObject } from '../../../audience/claims.ts'
import type { VisibleContent } from '../references/visible-content.ts'
import type { SemanticChange } from './schema.ts'

/**
 * What a visitor gets of a change of the current revision: only what the change led to, and only if they see that.
 * Undefined for a change that is left out.
 */
export function selectVisibleChange(
  change: SemanticChange,
  visible: VisibleContent,
): SemanticChange | undefined {
  const { type, page, file, reusableContent, attributes, variables, parent } = change
  if (type === 'page_deleted' || type === 'file_deleted' || type === 'reusable_content_deleted') {
    return undefined
  }
  if (page && !visible.pageIds.has(page.id)) return undefined
  if (file && !visible.hasFile(file.id)) return undefined
  if (reusableContent && !visible.hasReusableContent(reusableContent.id)) return undefined
  const newVariables = variables && pickNewValues(variables)
  if (newVariables && Object.keys(newVariables).length === 0) return undefined
  return {
    ...change,
    ...(attributes && { attributes: pickNewValues(attributes) }),
    ...(newVariables && { variables: newVariables }),
    ...(parent && { parent: { ...(parent.after && { after: parent.after }) } }),
  }
}

/** The values of `{ before, after }` after a change. Those that were removed are left out. */
const pickNewValues = (changes: object): object =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, change]: [string, unknown]) =>
      isPlainObject(change) && change['after'] !== undefined ? [[name, { after: change['after'] }]] : [],
    ),
  )
