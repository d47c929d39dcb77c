import type { SiteWords } from '../../../locales/features/sites.ts'
import type { LookControl } from './controls.ts'

/** The texts are found by the path of a setting, with `_` for `.`, which names in code cannot have. */
const toKey = (path: string): string => path.replaceAll('.', '_')

/** The name of a setting. A test holds the texts to the controls. */
export function getControlLabel(words: SiteWords['siteLook'], { path }: Pick<LookControl, 'path'>): string {
  const labels: Readonly<Record<string, string>> = words.settings
  return labels[toKey(path)] ?? path
}

export function getControlHelp(words: SiteWords['siteLook'], { path }: LookControl): string | undefined {
  const texts: Readonly<Record<string, string>> = words.help
  return texts[toKey(path)]
}

/** The name of a choice: that of this setting, or the one that all settings share. */
export function getValueLabel(
  words: SiteWords['siteLook'],
  { path }: Pick<LookControl, 'path'>,
  value: string,
  language: string,
): string {
  if (path === 'internationalization.locale') return nameLanguage(value, language)
  const labels: Readonly<Record<string, string>> = words.values
  return labels[`${toKey(path)}_${value}`] ?? labels[value.replaceAll('-', '_')] ?? value
}

const nameLanguage = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code

/** `IBMPlexSerif` as people write it: "IBM Plex Serif". */
export const nameFont = (font: string): string =>
  font.replaceAll(/([a-z])([A-Z])|([A-Z]+)([A-Z][a-z])/g, '$1$3 $2$4').trim()
