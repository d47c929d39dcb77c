import { lookControls } from './controls.ts'

/** The value of each setting, by its path. What is undefined has no value. */
export type LookValues = Readonly<Record<string, unknown>>

interface SettingTree {
  [name: string]: unknown
}

const isTree = (value: unknown): value is SettingTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Settings are plain JSON, and the order of their keys is that of the API or of a control. */
export const isSame = (one: unknown, other: unknown): boolean => writeSorted(one) === writeSorted(other)

const writeSorted = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    isTree(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

function readPath(settings: unknown, path: string): unknown {
  let part = settings
  for (const name of path.split('.')) part = isTree(part) ? part[name] : undefined
  return part
}

function writePath(settings: SettingTree, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let part = settings
  for (const name of names) {
    const next = part[name]
    part = isTree(next) ? next : (part[name] = {})
  }
  part[last] = value
}

/** The values of a customization, as the API gives it. */
export const readValues = (customization: unknown): LookValues =>
  Object.fromEntries(lookControls.map(({ path }) => [path, readPath(customization, path)]))

/** The values of a site whose owner changed nothing. */
export const readDefaults = (siteTitle: string): LookValues =>
  Object.fromEntries(
    lookControls.map((control) => [control.path, control.path === 'title' ? siteTitle : control.default]),
  )

/** A customization with every value that is set. */
export function buildTree(values: LookValues): SettingTree {
  const settings: SettingTree = {}
  for (const { path } of lookControls) if (values[path] !== undefined) writePath(settings, path, values[path])
  return settings
}

/** The settings that differ from their defaults. */
export function buildSettings(values: LookValues, defaults: LookValues): SettingTree {
  const settings: SettingTree = {}
  for (const { path } of lookControls) {
    const value = values[path]
    if (value !== undefined && !isSame(value, defaults[path])) writePath(settings, path, value)
  }
  return settings
}

/**
 * The changes of a site's settings. What is set to its default is taken back, so that a default that changes later is followed,
 * unless choosing the default means something else than choosing nothing. What nobody changed here stays as it was set.
 */
export function buildChanges(values: LookValues, before: LookValues, defaults: LookValues): SettingTree {
  const changes: SettingTree = {}
  for (const { path, isDefaultKept } of lookControls) {
    const value = values[path]
    if (isSame(value, before[path])) continue
    const isTakenBack = value === undefined || (isDefaultKept !== true && isSame(value, defaults[path]))
    writePath(changes, path, isTakenBack ? null : value)
  }
  return changes
}

/** The changes of one site space's settings: what is as in the site is taken back. */
export function buildOverrides(values: LookValues, before: LookValues, ofSite: LookValues): SettingTree {
  const changes: SettingTree = {}
  for (const { path } of lookControls) {
    const value = values[path]
    if (isSame(value, before[path])) continue
    writePath(changes, path, value === undefined || isSame(value, ofSite[path]) ? null : value)
  }
  return changes
}

export const listChangedPaths = (values: LookValues, before: LookValues): string[] =>
  lookControls.flatMap(({ path }) => (isSame(values[path], before[path]) ? [] : [path]))
