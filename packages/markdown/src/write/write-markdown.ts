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
import { headingLevel } from '../parse/heading.ts'
import { formatReference } from '../parse/reference.ts'
import { lineText, writeCode } from './code.ts'
import { htmlAttributes, linkDestination } from './escape.ts'
import { FootnoteWriter } from './footnotes.ts'
import { blockToHtml, imagesToHtml, paragraphToHtml } from './html.ts'
import { formatLength } from './html-inline.ts'
import { inlinesToMarkdown, textToMarkdown } from './inline.ts'
import { indent, quote } from './lines.ts'
import { markerOf, writeList } from './list.ts'
import { writeTable } from './table.ts'
import { integrationTag, tag } from './tag.ts'
import type { Settings } from './tag.ts'

/** Writes a document as GitBook-flavoured Markdown; parsing that gives the document back. */
export function writeMarkdown(document: Document, frontMatter?: FrontMatter): string {
  const footnotes = new FootnoteWriter(labelsInUse(document))
  const writer = new BlockWriter(footnotes)
  const parts = writer.blocks(document.nodes, undefined, true)
  for (const { label, body } of footnotes.bodies()) {
    const content = indent(writer.blocks(body, undefined).join('\n\n'), '    ')
    parts.push(`[^${label}]: ${content}`.trimEnd())
  }
  const body = parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
  if (!frontMatter) return body
  return writeFrontMatter(frontMatter) + (body === '' ? '' : `\n${body}`)
}

/** Labels of footnotes that are kept as source, which new ones must not take. */
function labelsInUse(document: Document): Set<string> {
  const labels = new Set<string>()
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'code' || block.data.raw !== 'footnote') continue
    for (const line of block.nodes) {
      for (const match of lineText(line).matchAll(/\[\^([^\s[\]^]{1,200})\]/g))
        if (match[1]) labels.add(match[1])
    }
  }
  return labels
}

class BlockWriter {
  readonly #footnotes: FootnoteWriter

  constructor(footnotes: FootnoteWriter) {
    this.#footnotes = footnotes
  }

  /** Each block as Markdown. `around` is the marker of the list item they stand in. */
  blocks(blocks: readonly Block[], around: string | undefined, atTop = false): string[] {
    const written: string[] = []
    let previous: { type: 'ordered' | 'bullet'; marker: string } | undefined
    for (const block of blocks) {
      if (isEmptyParagraph(block)) continue
      const isFirst = written.length === 0
      if (isList(block)) {
        const type = block.type === 'list-ordered' ? 'ordered' : 'bullet'
        const marker = markerOf(block, {
          previous: previous?.type === type ? previous.marker : undefined,
          around: isFirst ? around : undefined,
        })
        written.push(writeList(block, marker, (nodes, inside) => this.blocks(nodes, inside)))
        previous = { type, marker }
        continue
      }
      previous = undefined
      // At the top of a page three dashes would open front matter, and after a dash they would be one divider.
      if (block.type === 'divider') written.push(isFirst && (atTop || around === '-') ? '***' : '---')
      else written.push(this.#block(block))
    }
    return written
  }

  #content(blocks: readonly Block[]): string {
    return this.blocks(blocks, undefined).join('\n\n')
  }

  #block(block: Exclude<Block, List>): string {
    switch (block.type) {
      case 'paragraph':
        if (block.data.align !== undefined && block.data.align !== 'start')
          return paragraphToHtml(block, this.#footnotes)
        return inlinesToMarkdown(block.nodes, { footnotes: this.#footnotes, multiline: true })
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.#heading(block)
      case 'blockquote':
        return quote(this.#content(block.nodes))
      case 'divider':
        return '---'
      case 'code':
        return writeCode(block, this.#footnotes)
      case 'math':
        return block.data.formula.includes('\n')
          ? `$$\n${block.data.formula}\n$$`
          : `$$${block.data.formula}$$`
      case 'images':
        return imagesToHtml(block, this.#footnotes)
      case 'table':
        return writeTable(block, this.#footnotes)
      case 'expandable':
        return this.#expandable(block)
      case 'hint':
        return this.#wrap('hint', { style: block.data.style, icon: block.data.icon }, block.nodes)
      case 'tabs':
        return this.#items('tabs', block.data, block.nodes, (item) =>
          this.#wrap('tab', { ...item.data }, item.nodes),
        )
      case 'stepper':
        return this.#items('stepper', {}, block.nodes, (item) =>
          this.#wrap('step', { ...item.data }, item.nodes),
        )
      case 'columns':
        return this.#items('columns', block.data, block.nodes, ({ data, nodes }) =>
          this.#wrap('column', { width: formatLength(data.width), valign: data.verticalAlignment }, nodes),
        )
      case 'updates':
        return this.#items('updates', block.data, block.nodes, (item) => this.#update(item))
      case 'if':
        return `{% if ${block.data.expression} %}\n${this.#inside(block.nodes)}{% endif %}`
      case 'prompt':
        return this.#prompt(block)
      case 'embed':
        return this.#captioned(block, 'embed', { url: block.data.url, fullWidth: block.data.fullWidth })
      case 'file':
        return this.#captioned(block, 'file', { src: formatReference(block.data.ref) })
      case 'drawing': {
        const src = block.data.ref ? formatReference(block.data.ref) : ''
        return `<img${htmlAttributes({ src, alt: '', class: 'gitbook-drawing' })}>`
      }
      case 'content-ref':
        return linked(
          'content-ref',
          { url: formatReference(block.data.ref) },
          formatReference(block.data.ref),
        )
      case 'reusable-content':
        return `{% include "${formatReference(block.data.ref)}" %}`
      case 'integration':
        return integration(block)
      case 'swagger': {
        const { ref, ...settings } = block.data
        const src = formatReference(ref)
        return linked('openapi', { src, ...settings }, src)
      }
      case 'openapi-operation': {
        const { ref, ...settings } = block.data
        return closed('openapi-operation', { spec: ref.spec, ...settings })
      }
      case 'openapi-webhook': {
        const { ref, ...settings } = block.data
        return closed('openapi-webhook', { spec: ref.spec, ...settings })
      }
      case 'openapi-schemas': {
        const { ref, schemas, ...settings } = block.data
        return closed('openapi-schemas', { spec: ref.spec, schemas: schemas.join(','), ...settings })
      }
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
      case 'update':
        // Items only stand in their lists; one that does not is worth its content.
        return this.#content(block.nodes)
      case 'code-line':
        return textToMarkdown(lineText(block))
      case 'image':
        return blockToHtml({ ...block, type: 'images', data: {}, nodes: [block] }, this.#footnotes)
    }
  }

  #heading(block: Heading): string {
    if (block.data.align !== undefined && block.data.align !== 'start')
      return blockToHtml(block, this.#footnotes)
    const text = inlinesToMarkdown(block.nodes, { footnotes: this.#footnotes, multiline: false })
    // A number sign at the end would be read as the end of the heading.
    const safe = text.replace(/(^|\s)(#+)$/, String.raw`$1\$2`)
    const { id } = block.data
    const anchor = id === undefined ? '' : ` <a href="#${id}" id="${id}"></a>`
    return `${'#'.repeat(headingLevel(block))} ${safe}${anchor}`.trimEnd()
  }

  #inside(blocks: readonly Block[]): string {
    const content = this.#content(blocks)
    return content === '' ? '' : `${content}\n`
  }

  #wrap(name: string, attributes: Settings, blocks: readonly Block[]): string {
    return `${tag(name, attributes)}\n${this.#inside(blocks)}{% end${name} %}`
  }

  #items<Item>(
    name: string,
    attributes: Settings,
    items: readonly Item[],
    write: (item: Item) => string,
  ): string {
    return `${tag(name, attributes)}\n${items.map(write).join('\n\n')}\n{% end${name} %}`
  }

  #update({ data, nodes }: Update): string {
    const date = data.date.replace(/T00:00:00\.000Z$/, '')
    return this.#wrap('update', { date, tags: data.tags?.map((each) => each.tag).join(',') }, nodes)
  }

  #prompt({ data, nodes }: Prompt): string {
    return this.#wrap('prompt', { ...data }, nodes)
  }

  #captioned(block: Embed | File, name: string, attributes: Settings): string {
    const content = (block.fragments ?? []).map((fragment) => this.#content(fragment.nodes)).join('\n\n')
    return tag(name, attributes) + (content === '' ? '' : `\n${content}\n{% end${name} %}`)
  }

  #expandable(block: Expandable): string {
    const part = (name: string): readonly Block[] =>
      block.fragments.find((fragment) => fragment.type === name)?.nodes ?? []
    const title = part('expandable-title').find((each) => each.type === 'paragraph')
    const summary = title
      ? inlinesToMarkdown(title.nodes, { footnotes: this.#footnotes, multiline: false })
      : ''
    const body = this.#content(part('expandable-body'))
    const open = block.data.defaultExpanded ? '<details open>' : '<details>'
    return [open, `<summary>${summary}</summary>`, ...(body === '' ? [] : [body]), '</details>'].join('\n\n')
  }
}

function isList(block: Block): block is List {
  return block.type === 'list-ordered' || block.type === 'list-unordered' || block.type === 'list-tasks'
}

function closed(name: string, attributes: Settings): string {
  return `${tag(name, attributes)}\n{% end${name} %}`
}

/** With a link inside, for readers who do not know the tag. */
function linked(name: string, attributes: Settings, href: string): string {
  const label = href.split('/').findLast((part) => part !== '') ?? href
  return `${tag(name, attributes)}\n[${textToMarkdown(label)}](${linkDestination(href)})\n{% end${name} %}`
}

function integration({ data }: Integration): string {
  const { integration: name, block, props, url, fullWidth } = data
  const extra = {
    ...(url !== undefined && props['url'] === undefined && { url }),
    ...(fullWidth !== undefined && { fullWidth: String(fullWidth) }),
  }
  return integrationTag(`@${name}/${block}`, { ...props, ...extra })
}
