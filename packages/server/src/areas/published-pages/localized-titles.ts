import type { LocalizedText } from '../sites/index.ts'
import type { SiteLocation } from './published-site.ts'

interface LocalizedNode {
  title: string
  localizedTitle: LocalizedText | null
}

/** The title of a part of the site for readers of a language: its own where it has none in that language. */
export const localizeTitle = ({ title, localizedTitle }: LocalizedNode, language: string | null): string =>
  findText(localizedTitle, language) ?? title

export const localizeDescription = (
  {
    description,
    localizedDescription,
  }: { description: string | null; localizedDescription: LocalizedText | null },
  language: string | null,
): string | undefined => findText(localizedDescription, language) ?? description ?? undefined

/** What a part of the site is called among others: by its section, or by its variant where there are no sections. */
export const nameLocation = ({ section, siteSpace }: SiteLocation, language: string | null): string =>
  localizeTitle(section ?? siteSpace, language)

/** Readers of Brazilian Portuguese read what is there in Portuguese. */
function findText(texts: LocalizedText | null, language: string | null): string | undefined {
  if (!texts || language === null) return undefined
  const find = (wanted: string): string | undefined =>
    Object.entries(texts).find(([code]) => code.toLowerCase() === wanted)?.[1]
  const code = language.toLowerCase()
  return find(code) ?? find(code.split('-', 1)[0] ?? code)
}
