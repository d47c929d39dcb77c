import type { Element, ElementContent, Nodes } from 'hast'
import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast'
import type { BlockContent, Code, Heading, Html, Paragraph, PhrasingContent } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { normalizeAnchor } from './anchors.ts'
import { renderTableHtml, needsHtmlTable } from './html-table.ts'

/** HTML, prepared, as GitBook-flavoured Markdown. No HTML passes through but what is built here. */
export function convertToMarkdown(html: string): string {
  return String(processor.processSync(html))
}

const raw = (value: string): Html => ({ type: 'html', value })

const textOf = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const property = (node: Element, name: string): string => {
  const value = node.properties[name]
  return typeof value === 'string' ? value : ''
}

/** In an attribute of a tag or an element: nothing there can end it. */
const attribute = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const flow = (state: State, node: Element): BlockContent[] =>
  // What is in a container of blocks is blocks: phrasing is wrapped in paragraphs.
  state.toFlow(state.all(node)) as BlockContent[]

const between = (state: State, node: Element, open: string, close: string): BlockContent[] => [
  raw(open),
  ...flow(state, node),
  raw(close),
]

function image(node: Element): string {
  const width = property(node, 'width')
  const size = /^\d+(px|%)?$/.test(width) ? ` width="${width.replace('px', '')}"` : ''
  return `<img src="${attribute(property(node, 'src'))}" alt="${attribute(property(node, 'alt'))}"${size}>`
}

const elementsIn = (node: Element, name: string): Element[] =>
  node.children.flatMap((child) =>
    child.type === 'element' ? [...(child.tagName === name ? [child] : []), ...elementsIn(child, name)] : [],
  )

const isBlank = (node: ElementContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')

/** A picture alone in its paragraph, perhaps inside a link to a larger one. */
function lonePicture(node: Element): Element | undefined {
  const [only, ...others] = node.children.filter((child) => !isBlank(child))
  if (!only || only.type !== 'element' || others.length > 0) return undefined
  if (only.tagName === 'img') return only
  if (['a', 'span', 'picture', 'div', 'p', 'strong', 'em'].includes(only.tagName)) {
    if (only.tagName === 'picture') return elementsIn(only, 'img')[0]
    return lonePicture(only)
  }
  return undefined
}

const figure = (node: Element, caption = ''): Html =>
  raw(
    `<figure>${image(node)}<figcaption>${caption ? `<p>${attribute(caption)}</p>` : ''}</figcaption></figure>`,
  )

const fence = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

const handlers: Record<string, Handle> = {
  'verso-hint': (state, node) =>
    between(
      state,
      node,
      `{% hint style="${attribute(property(node, 'dataStyle') || 'info')}" %}`,
      '{% endhint %}',
    ),
  'verso-tabs': (state, node) => between(state, node, '{% tabs %}', '{% endtabs %}'),
  'verso-tab': (state, node) =>
    between(state, node, `{% tab title="${attribute(property(node, 'title'))}" %}`, '{% endtab %}'),
  'verso-math': (_state, node) => raw(`$$\n${textOf(node).trim()}\n$$`),
  'verso-inline-math': (_state, node): PhrasingContent => raw(`$$${textOf(node).trim()}$$`),
  details: (state, node) => {
    const summary = elementsIn(node, 'summary')[0]
    const title = summary ? textOf(summary).replaceAll(/\s+/g, ' ').trim() : 'More'
    const rest = { ...node, children: node.children.filter((child) => child !== summary) }
    return [
      raw(`<details>\n\n<summary>${attribute(title)}</summary>`),
      ...flow(state, rest),
      raw('</details>'),
    ]
  },
  pre: (_state, node) => {
    const text = textOf(node).replace(/\n$/, '')
    const language = property(node, 'dataLanguage').replaceAll(/[^\w+#.-]/g, '')
    const title = property(node, 'dataTitle')
    const code: Code = { type: 'code', lang: language || null, value: text }
    if (!title) return code
    const marks = fence(text)
    return raw(
      `{% code title="${attribute(title)}" %}\n${marks}${language}\n${text}\n${marks}\n{% endcode %}`,
    )
  },
  figure: (state, node) => {
    const [picture, ...others] = elementsIn(node, 'img')
    const [frame] = elementsIn(node, 'iframe')
    if (frame && !picture) return embed(property(frame, 'src'))
    if (
      !picture ||
      others.length > 0 ||
      elementsIn(node, 'pre').length + elementsIn(node, 'table').length > 0
    ) {
      return flow(state, node)
    }
    const caption = elementsIn(node, 'figcaption')[0]
    return figure(picture, caption ? textOf(caption).replaceAll(/\s+/g, ' ').trim() : '')
  },
  p: (state, node) => {
    const picture = lonePicture(node)
    if (picture) return figure(picture)
    // Paragraphs hold nothing but phrasing: the parser of HTML sees to that.
    const children = state.all(node) as PhrasingContent[]
    const paragraph: Paragraph = { type: 'paragraph', children }
    return children.length === 0 ? undefined : paragraph
  },
  iframe: (_state, node) => embed(property(node, 'src')),
  video: (_state, node) => embed(property(node, 'src') || sourceOf(node)),
  audio: (_state, node) => embed(property(node, 'src') || sourceOf(node)),
  table: (state, node) =>
    needsHtmlTable(node) ? raw(renderTableHtml(node)) : defaultHandlers.table(state, node),
  kbd: (_state, node): PhrasingContent => raw(`<kbd>${attribute(textOf(node))}</kbd>`),
  sup: (_state, node): PhrasingContent => raw(`<sup>${attribute(textOf(node))}</sup>`),
  sub: (_state, node): PhrasingContent => raw(`<sub>${attribute(textOf(node))}</sub>`),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
}

const sourceOf = (node: Element): string => {
  const [source] = elementsIn(node, 'source')
  return source ? property(source, 'src') : ''
}

const embed = (url: string) =>
  /^https?:\/\//.test(url) ? raw(`{% embed url="${attribute(url)}" %}`) : undefined

/** Ids of headings are kept so that links to them can be; those nobody links to go again. */
function heading(state: State, node: Element): Heading | undefined {
  // The handler is that of h1 to h6.
  const depth = Number(node.tagName.slice(1)) as Heading['depth']
  const id = normalizeAnchor(property(node, 'id') || idInside(node))
  const children = state.all(node) as PhrasingContent[]
  if (children.length === 0) return undefined
  if (id) children.push({ type: 'text', value: ' ' }, raw(`<a href="#${id}" id="${id}"></a>`))
  return { type: 'heading', depth, children }
}

function idInside(node: Element): string {
  const named = elementsIn(node, 'a').find((link) => property(link, 'id') || property(link, 'name'))
  return named ? property(named, 'id') || property(named, 'name') : ''
}

// Characters that mean something to us and nothing to Markdown.
const unsafe = [
  { character: '{', after: '%', inConstruct: 'phrasing' as const },
  { character: '$', after: '\\$', inConstruct: 'phrasing' as const },
]

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, { handlers, document: true })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '*', rule: '-', fences: true, resourceLink: true, unsafe })
  .freeze()
