import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html, type SafeHtml, trusted } from '../html/html.ts'

export type IconStyle = 'regular' | 'solid' | 'duotone' | 'light' | 'thin'
type Family = 'regular' | 'solid' | 'brands'

/**
 * Icons are Font Awesome's, by name. A name is looked up in the list of those the package has, and only what stands
 * in its own files reaches a page: a name is never part of a path or of markup.
 */
const packageFolder = fileURLToPath(
  new URL('.', import.meta.resolve('@fortawesome/fontawesome-free/package.json')),
)
const namesByFamily = new Map<Family, ReadonlySet<string>>()
const symbolsByKey = new Map<string, string | undefined>()
let aliasCache: ReadonlyMap<string, string> | undefined

function readIconNames(family: Family): ReadonlySet<string> {
  let known = namesByFamily.get(family)
  if (!known) {
    known = new Set(
      readdirSync(`${packageFolder}svgs/${family}`).flatMap((file) =>
        file.endsWith('.svg') ? file.slice(0, -4) : [],
      ),
    )
    namesByFamily.set(family, known)
  }
  return known
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Icons were renamed from one edition to the next; authors go on using the names they know. */
function resolveAlias(alias: string): string | undefined {
  if (!aliasCache) {
    const read = new Map<string, string>()
    const families: unknown = JSON.parse(readFileSync(`${packageFolder}metadata/icon-families.json`, 'utf8'))
    for (const [name, icon] of Object.entries(isObject(families) ? families : {})) {
      const known = isObject(icon) && isObject(icon['aliases']) ? icon['aliases']['names'] : undefined
      if (Array.isArray(known)) for (const old of known) if (typeof old === 'string') read.set(old, name)
    }
    aliasCache = read
  }
  return aliasCache.get(alias)
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

/** The symbol of an icon, without the element around it, or nothing when there is no such icon. */
function readSymbol(family: Family, name: string): string | undefined {
  const key = `${family}-${name}`
  if (!symbolsByKey.has(key)) {
    const svg = readFileSync(`${packageFolder}svgs/${family}/${name}.svg`, 'utf8')
    const box = /viewBox="([\d. -]+)"/.exec(svg)?.[1]
    const paths = [...svg.matchAll(/<path[^>]* d="([\w\s.,+-]+)"/g)].map(([, d]) => `<path d="${d}"/>`)
    symbolsByKey.set(
      key,
      box !== undefined && paths.length > 0
        ? `<symbol id="i-${key}" viewBox="${box}">${paths.join('')}</symbol>`
        : undefined,
    )
  }
  return symbolsByKey.get(key)
}

/** The icons of one page: each is drawn once, at the page's end, and used wherever it is asked for. */
export class IconSheet {
  readonly #used = new Map<string, string>()
  readonly #style: IconStyle

  constructor(style: IconStyle = 'regular') {
    this.#style = style
  }

  /** A decorative icon, or nothing when no icon has that name. */
  use(name: string | undefined, style: IconStyle = this.#style): SafeHtml | undefined {
    if (name === undefined || name.length > 64) return undefined
    const plain = name.replace(/^fa-/, '').toLowerCase()
    let found = findIcon(plain, style)
    if (!found) {
      const current = resolveAlias(plain)
      found = current === undefined ? undefined : findIcon(current, style)
    }
    const symbol = found && readSymbol(found.family, found.name)
    if (!found || symbol === undefined) return undefined
    const key = `${found.family}-${found.name}`
    this.#used.set(key, symbol)
    return html`<svg class="icon" aria-hidden="true"><use href="#i-${key}" /></svg>`
  }

  /** What the uses refer to. */
  render(): SafeHtml {
    if (this.#used.size === 0) return trusted('')
    return trusted(`<svg class="icon-sheet" aria-hidden="true">${[...this.#used.values()].join('')}</svg>`)
  }
}
