import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html, type SafeHtml, trustHtml } from '../html/html.ts'
import type { IconStyle } from '../theme/customization.ts'

type Family = 'regular' | 'solid' | 'brands'

const MAX_ICON_NAME_CHARACTERS = 64

/**
 * Icons come from Font Awesome, by name. A name is looked up in the list of names that the package has, so a name from
 * a document never becomes part of a path or of markup.
 */
const packageFolder = fileURLToPath(
  new URL('.', import.meta.resolve('@fortawesome/fontawesome-free/package.json')),
)
const namesByFamily = new Map<Family, ReadonlySet<string>>()
const symbolsByKey = new Map<string, string | undefined>()
let aliasCache: ReadonlyMap<string, string> | undefined

function readIconNames(family: Family): ReadonlySet<string> {
  let names = namesByFamily.get(family)
  if (!names) {
    names = new Set(
      readdirSync(`${packageFolder}svgs/${family}`).flatMap((file) =>
        file.endsWith('.svg') ? file.slice(0, -4) : [],
      ),
    )
    namesByFamily.set(family, names)
  }
  return names
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What Font Awesome says of its icons, by name. */
function readMetadata(): [name: string, icon: Record<string, unknown>][] {
  const families: unknown = JSON.parse(readFileSync(`${packageFolder}metadata/icon-families.json`, 'utf8'))
  return Object.entries(isObject(families) ? families : {}).flatMap(([name, icon]) =>
    isObject(icon) ? [[name, icon]] : [],
  )
}

const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

/** Returns the current name of an icon that an earlier version of Font Awesome named differently. */
function resolveAlias(alias: string): string | undefined {
  aliasCache ??= new Map(
    readMetadata().flatMap(([name, { aliases }]) =>
      listTexts(isObject(aliases) ? aliases['names'] : undefined).map((oldName) => [oldName, name]),
    ),
  )
  return aliasCache.get(alias)
}

/** Every icon that can be shown, with the words that people look for it by. */
export function listIcons(): { name: string; terms: string[] }[] {
  return readMetadata()
    .filter(([name]) => findIcon(name, 'regular') !== undefined)
    .map(([name, { search }]) => ({
      name,
      terms: listTexts(isObject(search) ? search['terms'] : undefined),
    }))
}

const familiesByStyle: Record<IconStyle, readonly Family[]> = {
  regular: ['regular', 'solid', 'brands'],
  light: ['regular', 'solid', 'brands'],
  thin: ['regular', 'solid', 'brands'],
  solid: ['solid', 'regular', 'brands'],
  duotone: ['solid', 'regular', 'brands'],
}

function findIcon(name: string, style: IconStyle): { family: Family; name: string } | undefined {
  for (const family of familiesByStyle[style]) if (readIconNames(family).has(name)) return { family, name }
  return undefined
}

/** Reads an icon as an SVG `<symbol>`, or `undefined` if its file holds no paths. */
function readSymbol(family: Family, name: string): string | undefined {
  const key = `${family}-${name}`
  if (!symbolsByKey.has(key)) {
    const svg = readFileSync(`${packageFolder}svgs/${family}/${name}.svg`, 'utf8')
    const viewBox = /viewBox="([\d. -]+)"/.exec(svg)?.[1]
    const paths = [...svg.matchAll(/<path[^>]* d="([\w\s.,+-]+)"/g)].map(([, d]) => `<path d="${d}"/>`)
    symbolsByKey.set(
      key,
      viewBox !== undefined && paths.length > 0
        ? `<symbol id="i-${key}" viewBox="${viewBox}">${paths.join('')}</symbol>`
        : undefined,
    )
  }
  return symbolsByKey.get(key)
}

/** Marks that others have and Font Awesome Free has not, by the closest one that it has. */
const relatedNames: Record<string, string> = { chatgpt: 'openai', cursor: 'arrow-pointer', mcp: 'plug' }

/** Shown for a name that no icon has, so that what was meant as an icon is one. */
const neutralName = 'circle-dot'

/** Finds an icon by its name, also by one that an earlier version of Font Awesome had. */
function resolveIcon(name: string, style: IconStyle): { family: Family; name: string } | undefined {
  if (name.length > MAX_ICON_NAME_CHARACTERS) return undefined
  const iconName = name.replace(/^fa-/, '').toLowerCase()
  const icon = findIcon(iconName, style)
  if (icon) return icon
  const currentName = Object.hasOwn(relatedNames, iconName) ? relatedNames[iconName] : resolveAlias(iconName)
  return currentName === undefined ? undefined : findIcon(currentName, style)
}

/** An icon as an SVG file of its own, or `undefined` if no icon has that name. */
export function renderIconSvg(name: string, style: IconStyle = 'regular'): string | undefined {
  const icon = resolveIcon(name, style)
  return icon && readFileSync(`${packageFolder}svgs/${icon.family}/${icon.name}.svg`, 'utf8')
}

/** The icons of one page. Each is defined once, at the end of the page, and referenced wherever it is used. */
export class IconSheet {
  readonly #usedSymbols = new Map<string, string>()
  readonly #style: IconStyle

  constructor(style: IconStyle = 'regular') {
    this.#style = style
  }

  /** Returns a decorative icon: a neutral one if no icon has that name, `undefined` without a name. */
  use(name: string | undefined, style: IconStyle = this.#style): SafeHtml | undefined {
    const isNamed = name !== undefined && name !== ''
    const icon = isNamed ? (resolveIcon(name, style) ?? resolveIcon(neutralName, style)) : undefined
    const symbol = icon && readSymbol(icon.family, icon.name)
    if (!icon || symbol === undefined) return undefined
    const key = `${icon.family}-${icon.name}`
    this.#usedSymbols.set(key, symbol)
    return html`<svg class="icon" aria-hidden="true"><use href="#i-${key}" /></svg>`
  }

  /** Renders the definitions of all icons that were used. */
  render(): SafeHtml {
    if (this.#usedSymbols.size === 0) return trustHtml('')
    return trustHtml(
      `<svg class="icon-sheet" aria-hidden="true">${[...this.#usedSymbols.values()].join('')}</svg>`,
    )
  }
}
