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

/** Converts normalized HTML to GitBook-flavoured Markdown. The output has no HTML except what is built here. */
export function convertToMarkdown(html: string): string {
  return String(processor.processSync(html))
}

const createHtml = (value: string): Html => ({ type: 'html', value })

const readText = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(readText).join('') : ''
}

const readProperty = (node: Element, name: string): string => {
  const value = node.properties[name]
  return typeof value === 'string' ? value : ''
}

/** Escapes text for an attribute, so that nothing in it can end the attribute. */
const escapeAttribute = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const convertChildren = (state: State, node: Element): BlockContent[] =>
  // `toFlow` wraps phrasing content in paragraphs, so all nodes are blocks.
  state.toFlow(state.all(node)) as BlockContent[]

const wrapChildren = (state: State, node: Element, open: string, close: string): BlockContent[] => [
  createHtml(open),
  ...convertChildren(state, node),
  createHtml(close),
]

function renderImage(node: Element): string {
  const width = readProperty(node, 'width')
  const size = /^\d+(px|%)?$/.test(width) ? ` width="${width.replace('px', '')}"` : ''
  return `<img src="${escapeAttribute(readProperty(node, 'src'))}" alt="${escapeAttribute(readProperty(node, 'alt'))}"${size}>`
}

const findElements = (node: Element, name: string): Element[] =>
  node.children.flatMap((child) =>
    child.type === 'element'
      ? [...(child.tagName === name ? [child] : []), ...findElements(child, name)]
      : [],
  )

const isBlank = (node: ElementContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')

/** Finds a picture that is alone in its paragraph, perhaps inside a link to a larger one. */
function findLonePicture(node: Element): Element | undefined {
  const [only, ...others] = node.children.filter((child) => !isBlank(child))
  if (!only || only.type !== 'element' || others.length > 0) return undefined
  if (only.tagName === 'img') return only
  if (['a', 'span', 'picture', 'div', 'p', 'strong', 'em'].includes(only.tagName)) {
    if (only.tagName === 'picture') return findElements(only, 'img')[0]
    return findLonePicture(only)
  }
  return undefined
}

const createFigure = (node: Element, caption = ''): Html =>
  createHtml(
    `<figure>${renderImage(node)}<figcaption>${caption ? `<p>${escapeAttribute(caption)}</p>` : ''}</figcaption></figure>`,
  )

const makeFence = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

const handlers: Record<string, Handle> = {
  'verso-hint': (state, node) =>
    wrapChildren(
      state,
      node,
      `{% hint style="${escapeAttribute(readProperty(node, 'dataStyle') || 'info')}" %}`,
      '{% endhint %}',
    ),
  'verso-tabs': (state, node) => wrapChildren(state, node, '{% tabs %}', '{% endtabs %}'),
  'verso-tab': (state, node) =>
    wrapChildren(
      state,
      node,
      `{% tab title="${escapeAttribute(readProperty(node, 'title'))}" %}`,
      '{% endtab %}',
    ),
  'verso-math': (_state, node) => createHtml(`$$\n${readText(node).trim()}\n$$`),
  'verso-inline-math': (_state, node): PhrasingContent => createHtml(`$$${readText(node).trim()}$$`),
  details: (state, node) => {
    const summary = findElements(node, 'summary')[0]
    const title = summary ? readText(summary).replaceAll(/\s+/g, ' ').trim() : 'More'
    const rest = { ...node, children: node.children.filter((child) => child !== summary) }
    return [
      createHtml(`<details>\n\n<summary>${escapeAttribute(title)}</summary>`),
      ...convertChildren(state, rest),
      createHtml('</details>'),
    ]
  },
  pre: (_state, node) => {
    const text = readText(node).replace(/\n$/, '')
    const language = readProperty(node, 'dataLanguage').replaceAll(/[^\w+#.-]/g, '')
    const title = readProperty(node, 'dataTitle')
    const code: Code = { type: 'code', lang: language || null, value: text }
    if (!title) return code
    const marks = makeFence(text)
    return createHtml(
      `{% code title="${escapeAttribute(title)}" %}\n${marks}${language}\n${text}\n${marks}\n{% endcode %}`,
    )
  },
  figure: (state, node) => {
    const [picture, ...others] = findElements(node, 'img')
    const [frame] = findElements(node, 'iframe')
    if (frame && !picture) return createEmbed(readProperty(frame, 'src'))
    if (
      !picture ||
      others.length > 0 ||
      findElements(node, 'pre').length + findElements(node, 'table').length > 0
    ) {
      return convertChildren(state, node)
    }
    const caption = findElements(node, 'figcaption')[0]
    return createFigure(picture, caption ? readText(caption).replaceAll(/\s+/g, ' ').trim() : '')
  },
  p: (state, node) => {
    const picture = findLonePicture(node)
    if (picture) return createFigure(picture)
    // The HTML parser ensures that paragraphs have only phrasing content.
    const children = state.all(node) as PhrasingContent[]
    const paragraph: Paragraph = { type: 'paragraph', children }
    return children.length === 0 ? undefined : paragraph
  },
  iframe: (_state, node) => createEmbed(readProperty(node, 'src')),
  video: (_state, node) => createEmbed(readProperty(node, 'src') || findSource(node)),
  audio: (_state, node) => createEmbed(readProperty(node, 'src') || findSource(node)),
  table: (state, node) =>
    needsHtmlTable(node) ? createHtml(renderTableHtml(node)) : defaultHandlers.table(state, node),
  kbd: (_state, node): PhrasingContent => createHtml(`<kbd>${escapeAttribute(readText(node))}</kbd>`),
  sup: (_state, node): PhrasingContent => createHtml(`<sup>${escapeAttribute(readText(node))}</sup>`),
  sub: (_state, node): PhrasingContent => createHtml(`<sub>${escapeAttribute(readText(node))}</sub>`),
  h1: convertHeading,
  h2: convertHeading,
  h3: convertHeading,
  h4: convertHeading,
  h5: convertHeading,
  h6: convertHeading,
}

const findSource = (node: Element): string => {
  const [source] = findElements(node, 'source')
  return source ? readProperty(source, 'src') : ''
}

const createEmbed = (url: string) =>
  /^https?:\/\//.test(url) ? createHtml(`{% embed url="${escapeAttribute(url)}" %}`) : undefined

/** Converts a heading with its id. `PageReader` removes the ids later that no link needs. */
function convertHeading(state: State, node: Element): Heading | undefined {
  // This is the handler of h1 to h6 only.
  const depth = Number(node.tagName.slice(1)) as Heading['depth']
  const id = normalizeAnchor(readProperty(node, 'id') || findInnerId(node))
  const children = state.all(node) as PhrasingContent[]
  if (children.length === 0) return undefined
  if (id) children.push({ type: 'text', value: ' ' }, createHtml(`<a href="#${id}" id="${id}"></a>`))
  return { type: 'heading', depth, children }
}

function findInnerId(node: Element): string {
  const anchor = findElements(node, 'a').find(
    (link) => readProperty(link, 'id') || readProperty(link, 'name'),
  )
  return anchor ? readProperty(anchor, 'id') || readProperty(anchor, 'name') : ''
}

// These characters have a meaning in our Markdown, but not in standard Markdown.
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
