import { defaultCustomization } from '@verso/site'
import { type Customization, type CustomizationInput, isSettingGroup } from './schema.ts'

/** The customization of a site without settings, as its pages are rendered. */
export const getDefaultCustomization = (siteTitle: string): Customization => ({
  title: siteTitle,
  ...defaultCustomization,
})

/** Settings with overrides. Groups are merged, settings are replaced. */
export function mergeSettings(
  settings: CustomizationInput,
  overrides: CustomizationInput,
  path: string[] = [],
): CustomizationInput {
  const merged = { ...settings }
  for (const [name, value] of Object.entries(overrides)) {
    const settingPath = [...path, name]
    merged[name] = isSettingGroup(settingPath)
      ? mergeSettings(asSettings(settings[name]), asSettings(value), settingPath)
      : value
  }
  if (path.length === 1 && path[0] === 'pageActions') return dropOtherPageActions(merged, overrides)
  return merged
}

const pageActionFlags = { externalAI: 'external-ai', markdown: 'markdown', mcp: 'mcp' } as const

/** Page actions are set by a list or, by older clients, by a flag for each. The form that was set last counts. */
function dropOtherPageActions(merged: CustomizationInput, overrides: CustomizationInput): CustomizationInput {
  const { items, ...flags } = merged
  if (Array.isArray(overrides['items'])) return { items }
  const hasFlag = Object.keys(pageActionFlags).some((flag) => typeof overrides[flag] === 'boolean')
  return hasFlag && Array.isArray(items) ? { ...readPageActionFlags(items), ...flags } : merged
}

const readPageActionFlags = (items: readonly unknown[]) =>
  Object.fromEntries(Object.entries(pageActionFlags).map(([flag, item]) => [flag, items.includes(item)]))

/** Adds the form of the page actions that was not set, so that clients of either kind find theirs. */
export function completeCustomization(customization: Customization): Customization {
  const actions = asSettings(customization['pageActions'])
  const items = Array.isArray(actions['items']) ? actions['items'] : listPageActions(customization)
  return { ...customization, pageActions: { ...readPageActionFlags(items), items } }
}

function listPageActions(customization: Customization): string[] {
  const actions = asSettings(customization['pageActions'])
  const enabled: [string, unknown][] = [
    ['markdown', actions['markdown']],
    ['external-ai', actions['externalAI']],
    ['mcp', actions['mcp']],
    ['git', asSettings(customization['git'])['showEditLink']],
    ['pdf', asSettings(customization['pdf'])['enabled']],
  ]
  const items = enabled.flatMap(([item, isEnabled]) => (isEnabled === true ? [item] : []))
  const hasAssistant = asSettings(customization['ai'])['mode'] === 'assistant'
  return hasAssistant && items.length > 0 ? ['assistant', ...items] : items
}

/** Settings after a change of some of them. Null removes a setting. */
export function changeSettings(
  settings: CustomizationInput,
  changes: CustomizationInput,
): CustomizationInput {
  return removeEmpty(mergeSettings(settings, changes), [])
}

function removeEmpty(settings: CustomizationInput, path: string[]): CustomizationInput {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      const settingPath = [...path, name]
      const newValue = isSettingGroup(settingPath) ? removeEmpty(asSettings(value), settingPath) : value
      const isEmpty =
        newValue === null || (isSettingGroup(settingPath) && Object.keys(asSettings(newValue)).length === 0)
      return isEmpty ? [] : [[name, newValue]]
    }),
  )
}

const asSettings = (value: unknown): CustomizationInput =>
  typeof value === 'object' && value !== null ? (value as CustomizationInput) : {}

/** The conditions of header links, with the names of their fields in the request. */
export function collectConditions(settings: CustomizationInput): [field: string, condition: string][] {
  const { links } = asSettings(settings['header'])
  if (!Array.isArray(links)) return []
  return links.flatMap((link, index): [string, string][] => {
    const { condition } = asSettings(link)
    return typeof condition === 'string' ? [[`body.header.links.${index}.condition`, condition]] : []
  })
}
