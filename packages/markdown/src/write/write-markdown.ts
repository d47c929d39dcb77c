import { isEmptyParagraph } from '../document/create-nodes.ts'
import type {
  Block,
  Document,
  Embed,
  Expandable,
  File,
  Heading,
  Integration,
  List,
  Prompt,
  Update,
} from '../document/types.ts'
import { walkBlocks } from '../document/walk.ts'
import { writeFrontMatter } from '../parse/front-matter.ts'
import type { FrontMatter } from '../parse/front-matter.ts'
import { getHeadingLevel } from '../document/heading.ts'
import { isList } from '../document/is-list.ts'
import { formatReference } from '../parse/reference.ts'
import { getLineText, writeCode } from './code.ts'
import { formatAttributes, formatLinkDestination } from './escape.ts'
import { FootnoteWriter } from './footnotes.ts'
import type { FootnoteLabels } from './footnotes.ts'
import { blockToHtml, imagesToHtml, paragraphToHtml } from './html.ts'
import { formatLength } from './html-inline.ts'
import { inlinesToMarkdown, textToMarkdown } from './inline.ts'
import { indentLines, quoteLines } from './lines.ts'
import { chooseMarker, writeList } from './list.ts'
import { writeTable } from './table.ts'
import { formatIntegrationTag, formatTag } from './tag.ts'
import type { TagAttributes } from './tag.ts'

/** Writes a document as GitBook-flavoured Markdown. Parsing the result gives the same document. */
export function writeMarkdown(document: Document, frontMatter?: FrontMatter): string {
  const footnotes = new FootnoteWriter(listRawFootnoteLabels(document))
  const writer = new BlockWriter(footnotes)
  const writtenParts = writer.writeBlocks(document.nodes, undefined, true)
  for (const { label, body } of footnotes.listBodies()) {
    const content = indentLines(writer.writeBlocks(body, undefined).join('\n\n'), '    ')
    writtenParts.push(`[^${label}]: ${content}`.trimEnd())
  }
  const body = writtenParts.length === 0 ? '' : `${writtenParts.join('\n\n')}\n`
  if (!frontMatter) return body
  return writeFrontMatter(frontMatter) + (body === '' ? '' : `\n${body}`)
}

/** Writes some blocks of a page as Markdown, with given labels for their footnotes. */
export function writeBlocks(blocks: readonly Block[], footnotes: FootnoteLabels): string {
  return new BlockWriter(footnotes).writeBlocks(blocks, undefined).join('\n\n')
}

/** Lists the labels of footnotes that stay as source, which new footnotes must not use. */
function listRawFootnoteLabels(document: Document): Set<string> {
  const labels = new Set<string>()
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'code' || block.data.raw !== 'footnote') continue
    for (const line of block.nodes) {
      for (const match of getLineText(line).matchAll(/\[\^([^\s[\]^]{1,200})\]/g))
        if (match[1]) labels.add(match[1])
    }
  }
  return labels
}

/** The blocks that are written as `{% … %}` tags. */
type TagBlock = Extract<
  Block,
  {
    type:
      | 'hint'
      | 'tabs'
      | 'stepper'
      | 'columns'
      | 'updates'
      | 'if'
      | 'prompt'
      | 'embed'
      | 'file'
      | 'content-ref'
      | 'reusable-content'
      | 'integration'
      | 'swagger'
      | 'openapi-operation'
      | 'openapi-webhook'
      | 'openapi-schemas'
  }
>

class BlockWriter {
  readonly #footnotes: FootnoteLabels

  constructor(footnotes: FootnoteLabels) {
    this.#footnotes = footnotes
  }

  /** Writes each block as Markdown. `outerMarker` is the marker of the list that contains the blocks. */
  writeBlocks(blocks: readonly Block[], outerMarker: string | undefined, isTopLevel = false): string[] {
    const writtenBlocks: string[] = []
    let previous: { type: 'ordered' | 'bullet'; marker: string } | undefined
    for (const block of blocks) {
      if (isEmptyParagraph(block)) continue
      const isFirst = writtenBlocks.length === 0
      if (isList(block)) {
        const type = block.type === 'list-ordered' ? 'ordered' : 'bullet'
        const marker = chooseMarker(block, {
          previous: previous?.type === type ? previous.marker : undefined,
          outer: isFirst ? outerMarker : undefined,
        })
        writtenBlocks.push(
          writeList(block, marker, (nodes, itemMarker) => this.writeBlocks(nodes, itemMarker)),
        )
        previous = { type, marker }
        continue
      }
      previous = undefined
      // At the start of a page `---` would open front matter, and after the bullet `-` it would make the item a
      // divider.
      if (block.type === 'divider')
        writtenBlocks.push(isFirst && (isTopLevel || outerMarker === '-') ? '***' : '---')
      else writtenBlocks.push(this.#writeBlock(block))
    }
    return writtenBlocks
  }

  #writeContent(blocks: readonly Block[]): string {
    return this.writeBlocks(blocks, undefined).join('\n\n')
  }

  #writeBlock(block: Exclude<Block, List>): string {
    switch (block.type) {
      case 'paragraph':
        if (block.data.align !== undefined && block.data.align !== 'start')
          return paragraphToHtml(block, this.#footnotes)
        return inlinesToMarkdown(block.nodes, { footnotes: this.#footnotes, isMultiline: true })
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.#writeHeading(block)
      case 'blockquote':
        return quoteLines(this.#writeContent(block.nodes))
      case 'divider':
        return '---'
      case 'code':
        return writeCode(block, this.#footnotes)
      case 'math':
        // On one line, a sign at its end would close it too early.
        return /\n|\$/.test(block.data.formula)
          ? `$$\n${block.data.formula}\n$$`
          : `$$${block.data.formula}$$`
      case 'images':
        return imagesToHtml(block, this.#footnotes)
      case 'table':
        return writeTable(block, this.#footnotes)
      case 'expandable':
        return this.#writeExpandable(block)
      case 'drawing': {
        const src = block.data.ref ? formatReference(block.data.ref) : ''
        return `<img${formatAttributes({ src, alt: '', class: 'gitbook-drawing' })}>`
      }
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
      case 'update':
        // Items occur only in their lists. Of an item elsewhere, only the content is written.
        return this.#writeContent(block.nodes)
      case 'code-line':
        return textToMarkdown(getLineText(block))
      case 'image':
        return blockToHtml({ ...block, type: 'images', data: {}, nodes: [block] }, this.#footnotes)
      default:
        return this.#writeTagBlock(block)
    }
  }

  #writeTagBlock(block: TagBlock): string {
    switch (block.type) {
      case 'hint':
        return this.#writeContainer('hint', { style: block.data.style, icon: block.data.icon }, block.nodes)
      case 'tabs':
        return this.#writeItems('tabs', block.data, block.nodes, (item) =>
          this.#writeContainer('tab', { ...item.data }, item.nodes),
        )
      case 'stepper':
        return this.#writeItems('stepper', {}, block.nodes, (item) =>
          this.#writeContainer('step', { ...item.data }, item.nodes),
        )
      case 'columns':
        return this.#writeItems('columns', block.data, block.nodes, ({ data, nodes }) =>
          this.#writeContainer(
            'column',
            { width: formatLength(data.width), valign: data.verticalAlignment },
            nodes,
          ),
        )
      case 'updates':
        return this.#writeItems('updates', block.data, block.nodes, (item) => this.#writeUpdate(item))
      case 'if':
        return `{% if ${block.data.expression} %}\n${this.#writeInside(block.nodes)}{% endif %}`
      case 'prompt':
        return this.#writePrompt(block)
      case 'embed':
        return this.#writeCaptioned(block, 'embed', { url: block.data.url, fullWidth: block.data.fullWidth })
      case 'file':
        return this.#writeCaptioned(block, 'file', { src: formatReference(block.data.ref) })
      case 'content-ref':
        return writeLinkContainer(
          'content-ref',
          { url: formatReference(block.data.ref) },
          formatReference(block.data.ref),
        )
      case 'reusable-content':
        return `{% include "${formatReference(block.data.ref)}" %}`
      case 'integration':
        return writeIntegration(block)
      case 'swagger': {
        const { ref, ...settings } = block.data
        const src = formatReference(ref)
        return writeLinkContainer('openapi', { src, ...settings }, src)
      }
      case 'openapi-operation': {
        const { ref, ...settings } = block.data
        return writeEmptyContainer('openapi-operation', { spec: ref.spec, ...settings })
      }
      case 'openapi-webhook': {
        const { ref, ...settings } = block.data
        return writeEmptyContainer('openapi-webhook', { spec: ref.spec, ...settings })
      }
      case 'openapi-schemas': {
        const { ref, schemas, ...settings } = block.data
        return writeEmptyContainer('openapi-schemas', {
          spec: ref.spec,
          schemas: schemas.join(','),
          ...settings,
        })
      }
    }
  }

  #writeHeading(block: Heading): string {
    if (block.data.align !== undefined && block.data.align !== 'start')
      return blockToHtml(block, this.#footnotes)
    const text = inlinesToMarkdown(block.nodes, { footnotes: this.#footnotes, isMultiline: false })
    // Number signs at the end would be read as the closing sequence of the heading.
    const escapedText = text.replace(/(^|\s)(#+)$/, String.raw`$1\$2`)
    const { id } = block.data
    const anchor = id === undefined ? '' : ` <a href="#${id}" id="${id}"></a>`
    return `${'#'.repeat(getHeadingLevel(block))} ${escapedText}${anchor}`.trimEnd()
  }

  #writeInside(blocks: readonly Block[]): string {
    const content = this.#writeContent(blocks)
    return content === '' ? '' : `${content}\n`
  }

  #writeContainer(name: string, attributes: TagAttributes, blocks: readonly Block[]): string {
    return `${formatTag(name, attributes)}\n${this.#writeInside(blocks)}{% end${name} %}`
  }

  #writeItems<Item>(
    name: string,
    attributes: TagAttributes,
    items: readonly Item[],
    write: (item: Item) => string,
  ): string {
    return `${formatTag(name, attributes)}\n${items.map(write).join('\n\n')}\n{% end${name} %}`
  }

  #writeUpdate({ data, nodes }: Update): string {
    const date = data.date.replace(/T00:00:00\.000Z$/, '')
    return this.#writeContainer('update', { date, tags: data.tags?.map((tag) => tag.tag).join(',') }, nodes)
  }

  #writePrompt({ data, nodes }: Prompt): string {
    return this.#writeContainer('prompt', { ...data }, nodes)
  }

  #writeCaptioned(block: Embed | File, name: string, attributes: TagAttributes): string {
    const content = (block.fragments ?? []).map((fragment) => this.#writeContent(fragment.nodes)).join('\n\n')
    return formatTag(name, attributes) + (content === '' ? '' : `\n${content}\n{% end${name} %}`)
  }

  #writeExpandable(block: Expandable): string {
    const findFragment = (name: string): readonly Block[] =>
      block.fragments.find((fragment) => fragment.type === name)?.nodes ?? []
    const title = findFragment('expandable-title').find((block) => block.type === 'paragraph')
    const summary = title
      ? inlinesToMarkdown(title.nodes, { footnotes: this.#footnotes, isMultiline: false })
      : ''
    const body = this.#writeContent(findFragment('expandable-body'))
    const openTag = block.data.defaultExpanded ? '<details open>' : '<details>'
    return [openTag, `<summary>${summary}</summary>`, ...(body === '' ? [] : [body]), '</details>'].join(
      '\n\n',
    )
  }
}

function writeEmptyContainer(name: string, attributes: TagAttributes): string {
  return `${formatTag(name, attributes)}\n{% end${name} %}`
}

/** Writes a tag with a link inside, for renderers that do not know the tag. */
function writeLinkContainer(name: string, attributes: TagAttributes, href: string): string {
  const label = href.split('/').findLast((part) => part !== '') ?? href
  return `${formatTag(name, attributes)}\n[${textToMarkdown(label)}](${formatLinkDestination(href)})\n{% end${name} %}`
}

function writeIntegration({ data }: Integration): string {
  const { integration: name, block, props, url, fullWidth } = data
  const extraProps = {
    ...(url !== undefined && props['url'] === undefined && { url }),
    ...(fullWidth !== undefined && { fullWidth: String(fullWidth) }),
  }
  return formatIntegrationTag(`@${name}/${block}`, { ...props, ...extraProps })
}
