import { defaultCustomization } from '@verso/site'
import { type Customization, type CustomizationInput, groupAt } from './schema.ts'

/** How a site looks of which nothing was set: what its pages look like, and no more than those know. */
export const defaults = (siteTitle: string): Customization => ({ title: siteTitle, ...defaultCustomization })

/** The settings with what was set over them. Groups are merged, settings are replaced. */
export function over(
  below: CustomizationInput,
  set: CustomizationInput,
  path: string[] = [],
): CustomizationInput {
  const merged = { ...below }
  for (const [name, value] of Object.entries(set)) {
    const at = [...path, name]
    merged[name] = groupAt(at) ? over(partOf(below[name]), partOf(value), at) : value
  }
  return merged
}

/** What was set, after a change of it: null takes a setting back. */
export function changed(set: CustomizationInput, change: CustomizationInput): CustomizationInput {
  return withoutNothing(over(set, change), [])
}

function withoutNothing(set: CustomizationInput, path: string[]): CustomizationInput {
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => {
      const at = [...path, name]
      const kept = groupAt(at) ? withoutNothing(partOf(value), at) : value
      const isNothing = kept === null || (groupAt(at) && Object.keys(partOf(kept)).length === 0)
      return isNothing ? [] : [[name, kept]]
    }),
  )
}

const partOf = (value: unknown): CustomizationInput =>
  typeof value === 'object' && value !== null ? (value as CustomizationInput) : {}

/** The conditions in it, with where they stand. */
export function conditionsIn(set: CustomizationInput): [field: string, condition: string][] {
  const { links } = partOf(set['header'])
  if (!Array.isArray(links)) return []
  return links.flatMap((link, index): [string, string][] => {
    const { condition } = partOf(link)
    return typeof condition === 'string' ? [[`body.header.links.${index}.condition`, condition]] : []
  })
}
