import { Parser } from 'htmlparser2'

export type Attributes = Record<string, string>

export interface HtmlElement {
  kind: 'element'
  name: string
  attributes: Attributes
  children: HtmlNode[]
  /** The tags as written, for elements that stay as they are; the end tag is empty if it is missing. */
  startTag: string
  endTag: string
}

export interface HtmlText {
  kind: 'text'
  value: string
}

export interface HtmlComment {
  kind: 'comment'
  source: string
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment

/** Deeper HTML is kept as source rather than walked. */
const MAX_HTML_DEPTH = 100

/** The nodes of a piece of HTML, or none if it nests too deep. */
export function parseHtml(source: string): HtmlNode[] | undefined {
  const root: HtmlNode[] = []
  const stack: HtmlElement[] = []
  let deepest = 0
  const siblings = (): HtmlNode[] => stack.at(-1)?.children ?? root
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const startTag = source.slice(parser.startIndex, parser.endIndex + 1)
        const element: HtmlElement = { kind: 'element', name, attributes, children: [], startTag, endTag: '' }
        siblings().push(element)
        stack.push(element)
        deepest = Math.max(deepest, stack.length)
      },
      onclosetag(_name, implied) {
        const element = stack.pop()
        if (element && !implied) element.endTag = source.slice(parser.startIndex, parser.endIndex + 1)
      },
      ontext(value) {
        const last = siblings().at(-1)
        if (last?.kind === 'text') last.value += value
        else siblings().push({ kind: 'text', value })
      },
      oncomment() {
        const comment = source.slice(parser.startIndex, parser.endIndex + 1)
        siblings().push(
          comment.endsWith('-->') ? { kind: 'comment', source: comment } : { kind: 'text', value: comment },
        )
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(source)
  return deepest > MAX_HTML_DEPTH ? undefined : root
}

const TAG_NAME = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)/

/** One tag, as it stands between the words of a paragraph. */
export function parseHtmlTag(source: string): { name: string; closing: boolean } | undefined {
  const match = TAG_NAME.exec(source)
  return match ? { name: (match[2] ?? '').toLowerCase(), closing: match[1] === '/' } : undefined
}

export function parseAttributes(tagSource: string): Attributes {
  let found: Attributes = {}
  const parser = new Parser(
    {
      onopentag(_name, attributes) {
        found = attributes
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(tagSource)
  return found
}

export function textContent(nodes: readonly HtmlNode[]): string {
  let value = ''
  for (const node of nodes) {
    if (node.kind === 'text') value += node.value
    else if (node.kind === 'element') value += node.name === 'br' ? '\n' : textContent(node.children)
  }
  return value
}
