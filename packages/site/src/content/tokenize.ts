import {
  type BundledLanguage,
  bundledLanguages,
  bundledLanguagesAlias,
  createHighlighterCore,
  type HighlighterCore,
  type ThemeRegistration,
} from 'shiki'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'

/** The kinds of tokens, which CSS classes name, and the scopes of TextMate grammars that belong to each. */
export const scopesByKind = {
  c: ['comment', 'punctuation.definition.comment', 'string.comment'],
  s: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'string.quoted', 'string.template'],
  n: ['constant.numeric', 'constant.language', 'constant', 'support.constant', 'variable.other.constant'],
  k: ['keyword', 'storage', 'storage.type', 'storage.modifier', 'variable.language', 'keyword.control'],
  f: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'variable.function'],
  t: [
    'entity.name.type',
    'entity.name.class',
    'support.type',
    'support.class',
    'entity.other.inherited-class',
  ],
  p: [
    'variable.other.property',
    'meta.object-literal.key',
    'support.type.property-name',
    'variable.other.object.property',
    'entity.name.tag.yaml',
  ],
  g: ['entity.name.tag', 'punctuation.definition.tag'],
  a: ['entity.other.attribute-name'],
  v: ['variable', 'variable.parameter', 'meta.definition.variable.name'],
  o: ['keyword.operator', 'punctuation', 'meta.brace'],
  r: ['string.regexp', 'constant.character.escape', 'constant.other.character-class.regexp'],
  i: ['markup.inserted'],
  d: ['markup.deleted', 'invalid'],
  h: ['markup.heading', 'entity.name.section', 'markup.bold'],
  l: ['markup.underline.link', 'string.other.link'],
} as const
export type TokenKind = keyof typeof scopesByKind
const tokenKinds = Object.keys(scopesByKind) as TokenKind[]

const createMarkerColor = (index: number): string => `#0000${(index + 1).toString(16).padStart(2, '0')}`
const kindsByColor = new Map(tokenKinds.map((kind, index) => [createMarkerColor(index), kind]))

// Shiki only reports the colour of a token. This theme gives each kind a colour of its own, from which the kind is read.
const kindTheme: ThemeRegistration = {
  name: 'kinds',
  type: 'light',
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...tokenKinds.map((kind, index) => ({
      scope: [...scopesByKind[kind]],
      settings: { foreground: createMarkerColor(index) },
    })),
  ],
}

export interface Token {
  text: string
  kind: TokenKind | undefined
}

/** Lines of code, each as a list of tokens. */
export type TokenLines = readonly (readonly Token[])[]

const MAX_LINE_CHARACTERS = 5000
/** Stops tokenizing a line that makes a grammar loop. It is long because a grammar is compiled with its first line. */
const LINE_TIMEOUT_MS = 5000

let sharedHighlighter: Promise<HighlighterCore> | undefined
const loadingLanguages = new Map<string, Promise<void>>()

/** Splits code into lines of tokens. A grammar is loaded when it is first needed. */
export async function tokenize(code: string, language: BundledLanguage): Promise<TokenLines> {
  sharedHighlighter ??= createHighlighter()
  const highlighter = await sharedHighlighter
  await loadLanguage(highlighter, language)
  return highlighter
    .codeToTokensBase(code, {
      lang: language,
      theme: 'kinds',
      tokenizeMaxLineLength: MAX_LINE_CHARACTERS,
      tokenizeTimeLimit: LINE_TIMEOUT_MS,
    })
    .map((line) =>
      mergeTokens(
        line.map(({ content, color }) => ({
          text: content,
          kind: kindsByColor.get(color?.toLowerCase() ?? ''),
        })),
      ),
    )
}

/** A highlighter or a grammar that could not be loaded is loaded again by the next text that needs it. */
async function createHighlighter(): Promise<HighlighterCore> {
  try {
    return await createHighlighterCore({
      themes: [kindTheme],
      langs: [],
      engine: createOnigurumaEngine(import('shiki/wasm')),
    })
  } catch (error) {
    sharedHighlighter = undefined
    throw error
  }
}

function loadLanguage(highlighter: HighlighterCore, language: BundledLanguage): Promise<void> {
  let loading = loadingLanguages.get(language)
  if (!loading) {
    loading = highlighter.loadLanguage(bundledLanguages[language]).catch((error: unknown) => {
      loadingLanguages.delete(language)
      throw error
    })
    loadingLanguages.set(language, loading)
  }
  return loading
}

/** Joins neighbouring tokens of one kind, with whitespace between them. This halves the size of a page full of code. */
function mergeTokens(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (const token of tokens) {
    const previous = result.at(-1)
    if (previous && (previous.kind === token.kind || token.text.trim() === '')) previous.text += token.text
    else result.push({ ...token })
  }
  return result
}

const languageAliases: Record<string, BundledLanguage> = {
  shell: 'shellscript',
  curl: 'shellscript',
  console: 'shellsession',
  htm: 'html',
  plist: 'xml',
  'c++': 'cpp',
  golang: 'go',
  node: 'javascript',
}

/** Finds the grammar for the language of a code block. */
export function findLanguage(syntax: string | undefined): BundledLanguage | undefined {
  if (syntax === undefined) return undefined
  const name = syntax.toLowerCase().trim()
  if (name === 'text' || name === 'txt' || name === 'plain' || name === 'plaintext') return undefined
  if (Object.hasOwn(bundledLanguages, name) || Object.hasOwn(bundledLanguagesAlias, name)) {
    // `Object.hasOwn` has checked that the name is a key of one of the tables.
    return name as BundledLanguage
  }
  return Object.hasOwn(languageAliases, name) ? languageAliases[name] : undefined
}
