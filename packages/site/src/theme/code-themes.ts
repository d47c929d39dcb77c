import { bundledThemes } from 'shiki'
import { scopesByKind, type TokenKind } from '../content/tokenize.ts'
import { ensureContrast, formatColor, parseColor } from './colors.ts'

/** The colours of code: background, text and each kind of token. */
export interface CodeColors {
  background: string | undefined
  foreground: string
  kinds: Partial<Record<TokenKind, string>>
}

const lightColors: CodeColors = {
  background: undefined,
  foreground: '#24292f',
  kinds: {
    c: '#646d76',
    s: '#0a5c36',
    n: '#0550ae',
    k: '#a4133c',
    f: '#6639ba',
    t: '#8a4600',
    p: '#0550ae',
    g: '#116329',
    a: '#6639ba',
    v: '#24292f',
    o: '#57606a',
    r: '#0a5c36',
    i: '#116329',
    d: '#a4133c',
    h: '#0550ae',
    l: '#0a3069',
  },
}
const darkColors: CodeColors = {
  background: undefined,
  foreground: '#e6e8ee',
  kinds: {
    c: '#8d96a8',
    s: '#9be3b0',
    n: '#8fc7ff',
    k: '#ff9eb1',
    f: '#cbb2ff',
    t: '#ffc98a',
    p: '#8fc7ff',
    g: '#8fe3a5',
    a: '#cbb2ff',
    v: '#e6e8ee',
    o: '#a9b2c3',
    r: '#9be3b0',
    i: '#8fe3a5',
    d: '#ff9eb1',
    h: '#8fc7ff',
    l: '#a5d6ff',
  },
}
const createMonochromeColors = (foreground: string, comment: string): CodeColors => ({
  background: undefined,
  foreground,
  kinds: { c: comment, o: comment },
})

const builtInThemes: Record<string, CodeColors> = {
  'default-light': lightColors,
  'default-dark': darkColors,
  'monochrome-light': createMonochromeColors('#1f2328', '#646d76'),
  'monochrome-dark': createMonochromeColors('#e6e8ee', '#9aa3b2'),
}

/** The scope whose colour a theme gives to each kind of token. */
const scopeByKind: Record<TokenKind, string> = {
  c: 'comment.line',
  s: 'string.quoted.double',
  n: 'constant.numeric',
  k: 'keyword.control',
  f: 'entity.name.function',
  t: 'entity.name.type',
  p: 'variable.other.property',
  g: 'entity.name.tag',
  a: 'entity.other.attribute-name',
  v: 'variable.other.readwrite',
  o: 'keyword.operator',
  r: 'string.regexp',
  i: 'markup.inserted',
  d: 'markup.deleted',
  h: 'markup.heading',
  l: 'markup.underline.link',
}

/** Loads the colours of a theme by its name in the API. An unknown name gives the default theme. */
export async function loadCodeColors(name: string, mode: 'light' | 'dark'): Promise<CodeColors> {
  const builtInTheme = Object.hasOwn(builtInThemes, name) ? builtInThemes[name] : undefined
  if (builtInTheme) return builtInTheme
  if (!Object.hasOwn(bundledThemes, name)) return mode === 'light' ? lightColors : darkColors
  // `Object.hasOwn` has checked that the name is a key.
  const { default: theme } = await bundledThemes[name as keyof typeof bundledThemes]()
  const background = theme.colors?.['editor.background'] ?? theme.bg
  const foreground =
    theme.colors?.['editor.foreground'] ??
    theme.fg ??
    (mode === 'light' ? lightColors : darkColors).foreground
  const parsedBackground = parseColor(background ?? (mode === 'light' ? '#ffffff' : '#111111'))
  const formatReadable = (color: string): string | undefined => {
    const parsed = parseColor(color)
    return parsed && formatColor(parsedBackground ? ensureContrast(parsed, parsedBackground, 4.5) : parsed)
  }
  const kinds: Partial<Record<TokenKind, string>> = {}
  for (const kind of Object.keys(scopesByKind) as TokenKind[]) {
    const scopeColor = findScopeColor(theme.tokenColors ?? theme.settings ?? [], scopeByKind[kind])
    const color = scopeColor === undefined ? undefined : formatReadable(scopeColor)
    if (color !== undefined) kinds[kind] = color
  }
  return {
    background: background === undefined || !parseColor(background) ? undefined : background.slice(0, 7),
    foreground: formatReadable(foreground) ?? (mode === 'light' ? lightColors : darkColors).foreground,
    kinds,
  }
}

/** Finds the colour of the most specific rule that matches a scope. */
function findScopeColor(
  rules: readonly { scope?: string | string[] | undefined; settings: { foreground?: string | undefined } }[],
  targetScope: string,
): string | undefined {
  let bestColor: string | undefined
  let bestLength = -1
  for (const { scope, settings } of rules) {
    if (settings.foreground === undefined || scope === undefined) continue
    for (const name of (Array.isArray(scope) ? scope : scope.split(',')).map((part) => part.trim())) {
      if ((targetScope === name || targetScope.startsWith(`${name}.`)) && name.length >= bestLength) {
        bestColor = settings.foreground
        bestLength = name.length
      }
    }
  }
  return bestColor
}
