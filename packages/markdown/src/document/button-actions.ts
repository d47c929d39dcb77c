import type { ButtonAction, ContentRef } from './types.ts'

/**
 * The reference of a button with an action. Clients that know no actions follow it: published pages open their search for
 * `?q=`, and for `?ask=` as well.
 */
export function createActionReference(action: ButtonAction): ContentRef {
  if (action.action === 'select') return { kind: 'url', url: '#' }
  const name = action.action === 'ask' ? 'ask' : 'q'
  return { kind: 'url', url: `?${name}=${encodeURIComponent(toWellFormed(action.query ?? ''))}` }
}

/** Half a character, which JSON can hold, cannot be encoded. */
const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')

/** Reads the action from the attributes of a button; undefined where there is none that is known. */
export function parseButtonAction(attributes: {
  readonly [name: string]: string | undefined
}): ButtonAction | undefined {
  const action = attributes['data-action']
  const query = attributes['data-query']
  const slug = attributes['data-slug']
  if (action === 'search' || action === 'ask') return { action, ...(query !== undefined && { query }) }
  return action === 'select' && slug !== undefined ? { action, slug } : undefined
}

/** The attributes of a button that has the action. */
export const formatButtonAction = (action: ButtonAction): Record<string, string | undefined> => ({
  'data-action': action.action,
  ...(action.action === 'select' ? { 'data-slug': action.slug } : { 'data-query': action.query }),
})
