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
  return merged
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
