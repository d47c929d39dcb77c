import { bundledThemes } from 'shiki'
import { scopesByKind, type TokenKind } from '../content/tokenize.ts'
import { parseColor, formatColor, ensureContrast } from './colors.ts'

/** The colours of code: one for the ground, one for the text, one for each kind of piece. */
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

/** What we ask a theme for: the scope that stands for a kind. */
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

/** The colours of a theme by its name in the contract; our own for a name that nobody knows. */
export async function loadCodeColors(name: string, mode: 'light' | 'dark'): Promise<CodeColors> {
  const ours = Object.hasOwn(builtInThemes, name) ? builtInThemes[name] : undefined
  if (ours) return ours
  if (!Object.hasOwn(bundledThemes, name)) return mode === 'light' ? lightColors : darkColors
  // Checked to be one of its keys.
  const { default: theme } = await bundledThemes[name as keyof typeof bundledThemes]()
  const background = theme.colors?.['editor.background'] ?? theme.bg
  const foreground =
    theme.colors?.['editor.foreground'] ??
    theme.fg ??
    (mode === 'light' ? lightColors : darkColors).foreground
  const ground = parseColor(background ?? (mode === 'light' ? '#ffffff' : '#111111'))
  const clean = (color: string): string | undefined => {
    const parsed = parseColor(color)
    return parsed && formatColor(ground ? ensureContrast(parsed, ground, 4.5) : parsed)
  }
  const kinds: Partial<Record<TokenKind, string>> = {}
  for (const kind of Object.keys(scopesByKind) as TokenKind[]) {
    const found = findScopeColor(theme.tokenColors ?? theme.settings ?? [], scopeByKind[kind])
    const color = found === undefined ? undefined : clean(found)
    if (color !== undefined) kinds[kind] = color
  }
  return {
    background: background === undefined || !parseColor(background) ? undefined : background.slice(0, 7),
    foreground: clean(foreground) ?? (mode === 'light' ? lightColors : darkColors).foreground,
    kinds,
  }
}

/** The colour of the rule that names the scope most exactly. */
function findScopeColor(
  rules: readonly { scope?: string | string[] | undefined; settings: { foreground?: string | undefined } }[],
  asked: string,
): string | undefined {
  let best: string | undefined
  let length = -1
  for (const { scope, settings } of rules) {
    if (settings.foreground === undefined || scope === undefined) continue
    for (const name of (Array.isArray(scope) ? scope : scope.split(',')).map((part) => part.trim())) {
      if ((asked === name || asked.startsWith(`${name}.`)) && name.length >= length) {
        best = settings.foreground
        length = name.length
      }
    }
  }
  return best
}
