import markdownIt from 'markdown-it'
import type { Env, MarkdownIt, StateInline, Token } from 'markdown-it'

/*
 * The published code of markdown-it gives each field of a token, and of the state of each paragraph, by a call of its own:
 * a fifth of the time of parsing. Here the same fields are written in the class, so JavaScript creates them at once.
 */

type Nesting = Token['nesting']

class TokenFields {
  type: string
  tag: string
  attrs: Token['attrs'] = null
  map: Token['map'] = null
  nesting: Nesting
  level = 0
  children: Token['children'] = null
  content = ''
  markup = ''
  info = ''
  meta: Token['meta'] = null
  block = false
  hidden = false

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
  }
}
Object.setPrototypeOf(TokenFields.prototype, markdownIt.Token.prototype)

/** A token of markdown-it: its methods are those of the library. */
const PlainToken = TokenFields as unknown as typeof Token

class PlainStateBlock extends markdownIt.StateBlock {
  override push(type: string, tag: string, nesting: Nesting): Token {
    const token = new PlainToken(type, tag, nesting)
    token.block = true
    if (nesting < 0) this.level--
    token.level = this.level
    if (nesting > 0) this.level++
    this.tokens.push(token)
    return token
  }
}

class StateInlineFields {
  src: string
  env: Env
  md: MarkdownIt
  tokens: Token[]
  tokens_meta: StateInline['tokens_meta']
  pos = 0
  posMax: number
  level = 0
  pending = ''
  pendingLevel = 0
  cache: StateInline['cache'] = {}
  backticks: StateInline['backticks'] = {}
  backticksScanned = false
  skipHtmlSpecial = false
  linkLevel = 0
  delimiters: StateInline['delimiters'] = []
  _prev_delimiters: StateInline['_prev_delimiters'] = []
  Token = PlainToken

  constructor(src: string, md: MarkdownIt, env: Env, outTokens: Token[]) {
    this.src = src
    this.env = env
    this.md = md
    this.tokens = outTokens
    this.tokens_meta = outTokens.map(() => undefined)
    this.posMax = src.length
  }

  pushPending(): Token {
    const token = new PlainToken('text', '', 0)
    token.content = this.pending
    token.level = this.pendingLevel
    this.tokens.push(token)
    this.pending = ''
    return token
  }

  push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending !== '') this.pushPending()
    const token = new PlainToken(type, tag, nesting)
    let meta: StateInline['tokens_meta'][number]
    if (nesting < 0) {
      this.level--
      this.delimiters = this._prev_delimiters.pop() ?? []
    }
    token.level = this.level
    if (nesting > 0) {
      this.level++
      this._prev_delimiters.push(this.delimiters)
      this.delimiters = []
      meta = { delimiters: this.delimiters }
    }
    this.pendingLevel = this.level
    this.tokens.push(token)
    this.tokens_meta.push(meta)
    return token
  }
}
Object.setPrototypeOf(StateInlineFields.prototype, markdownIt.StateInline.prototype)

/** Makes a parser create these instead of its own. What it parses stays the same. */
export function usePlainStates(md: MarkdownIt): void {
  md.block.State = PlainStateBlock
  // The methods that it does not have are those of the library.
  md.inline.State = StateInlineFields as unknown as typeof StateInline
}
