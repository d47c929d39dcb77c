import { Parser } from 'htmlparser2'

export type Attributes = Record<string, string>

export interface HtmlElement {
  kind: 'element'
  name: string
  attributes: Attributes
  children: HtmlNode[]
  /** The tags as written, for elements that stay markup. The end tag is empty when it is missing. */
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

/** HTML that is nested deeper stays source, because recursive functions could not handle it. */
const MAX_HTML_DEPTH = 100

/** Parses HTML into a tree, or returns undefined when it is nested too deeply. */
export function parseHtml(source: string): HtmlNode[] | undefined {
  const root: HtmlNode[] = []
  const stack: HtmlElement[] = []
  let maxDepth = 0
  const getSiblings = (): HtmlNode[] => stack.at(-1)?.children ?? root
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const startTag = source.slice(parser.startIndex, parser.endIndex + 1)
        const element: HtmlElement = { kind: 'element', name, attributes, children: [], startTag, endTag: '' }
        getSiblings().push(element)
        stack.push(element)
        maxDepth = Math.max(maxDepth, stack.length)
      },
      onclosetag(_name, implied) {
        const element = stack.pop()
        if (element && !implied) element.endTag = source.slice(parser.startIndex, parser.endIndex + 1)
      },
      ontext(value) {
        const lastSibling = getSiblings().at(-1)
        if (lastSibling?.kind === 'text') lastSibling.value += value
        else getSiblings().push({ kind: 'text', value })
      },
      oncomment() {
        const comment = source.slice(parser.startIndex, parser.endIndex + 1)
        getSiblings().push(
          comment.endsWith('-->') ? { kind: 'comment', source: comment } : { kind: 'text', value: comment },
        )
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(source)
  return maxDepth > MAX_HTML_DEPTH ? undefined : root
}

const tagNamePattern = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)/

/** Parses a single tag, such as one inside a paragraph. */
export function parseHtmlTag(source: string): { name: string; closing: boolean } | undefined {
  const match = tagNamePattern.exec(source)
  return match ? { name: (match[2] ?? '').toLowerCase(), closing: match[1] === '/' } : undefined
}

export function parseAttributes(tagSource: string): Attributes {
  let parsedAttributes: Attributes = {}
  const parser = new Parser(
    {
      onopentag(_name, attributes) {
        parsedAttributes = attributes
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(tagSource)
  return parsedAttributes
}

export function getTextContent(nodes: readonly HtmlNode[]): string {
  let value = ''
  for (const node of nodes) {
    if (node.kind === 'text') value += node.value
    else if (node.kind === 'element') value += node.name === 'br' ? '\n' : getTextContent(node.children)
  }
  return value
}
