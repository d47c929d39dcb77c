import { NO_KEY, paragraph } from '../document/build.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { plainMark } from '../document/marks.ts'
import type { Block, InlineContent, List, ListItem } from '../document/types.ts'
import { heading } from './heading.ts'
import { stringAttribute } from './tag.ts'
import type { Tag } from './tag.ts'

/**
 * GitBook once described APIs in the page itself, with `api-method` and later `swagger` tags. The contract has no
 * block for either, so they become what it has: a heading, the method in code, text, and a list of parameters.
 * This way is one-way: written again, the page holds those blocks.
 */
export function legacyApiBlocks(tag: Tag, nodes: Block[]): Block[] | undefined {
  switch (tag.name) {
    case 'api-method':
      return method(tag, 'host', nodes)
    case 'swagger':
      return stringAttribute(tag, 'src') === undefined ? method(tag, 'baseUrl', nodes) : undefined
    case 'api-method-summary':
      return nodes.map((node) => (node.type === 'paragraph' ? heading(4, node.nodes) : node))
    case 'api-method-parameter':
    case 'swagger-parameter':
      return [parameter(tag, nodes)]
    case 'api-method-path-parameters':
      return group('Path parameters', nodes)
    case 'api-method-query-parameters':
      return group('Query parameters', nodes)
    case 'api-method-headers':
      return group('Headers', nodes)
    case 'api-method-body-parameters':
    case 'api-method-form-data-parameters':
      return group('Body parameters', nodes)
    case 'api-method-response-example':
      return group(`Response ${stringAttribute(tag, 'httpCode') ?? ''}`, nodes)
    case 'swagger-response':
      return group(
        `Response ${stringAttribute(tag, 'status') ?? ''} ${stringAttribute(tag, 'description') ?? ''}`,
        nodes,
      )
    case 'api-method-description':
    case 'api-method-spec':
    case 'api-method-request':
    case 'api-method-response':
    case 'api-method-response-example-description':
    case 'swagger-description':
      return nodes
    default:
      return undefined
  }
}

function method(tag: Tag, hostName: string, nodes: Block[]): Block[] {
  const verb = (stringAttribute(tag, 'method') ?? 'get').toUpperCase()
  const address = (stringAttribute(tag, hostName) ?? '') + (stringAttribute(tag, 'path') ?? '')
  const line = paragraph(inlines((builder) => marked(builder, 'code', `${verb} ${address}`.trim())))
  const content = joinLists(nodes)
  const [first, ...rest] = content
  const summary = stringAttribute(tag, 'summary')?.trim()
  if (summary)
    return [
      heading(
        4,
        inlines((builder) => builder.text(summary)),
      ),
      line,
      ...content,
    ]
  return first?.type === 'heading-3' ? [first, line, ...rest] : [line, ...content]
}

/** A parameter is an item of a list: its name, its type, whether it must be there, and what it is. */
function parameter(tag: Tag, nodes: Block[]): List {
  const [first, ...rest] = nodes
  const text = paragraph(
    inlines((builder) => {
      marked(builder, 'code', stringAttribute(tag, 'name') || '?')
      const place = stringAttribute(tag, 'in')
      const facts = [
        stringAttribute(tag, 'type'),
        place && `in ${place}`,
        stringAttribute(tag, 'required') === 'true' && 'required',
      ]
      const said = facts.filter((fact) => typeof fact === 'string' && fact !== '').join(', ')
      if (said !== '') builder.text(` (${said})`)
      if (first?.type === 'paragraph') {
        builder.text(': ')
        builder.add(first.nodes)
      }
    }),
  )
  const others = first?.type === 'paragraph' ? rest : nodes
  const item: ListItem = {
    object: 'block',
    type: 'list-item',
    key: NO_KEY,
    isVoid: false,
    data: {},
    nodes: [text, ...others],
  }
  return { object: 'block', type: 'list-unordered', key: NO_KEY, isVoid: false, data: {}, nodes: [item] }
}

function group(title: string, nodes: Block[]): Block[] {
  return [paragraph(inlines((builder) => marked(builder, 'bold', title.trim()))), ...joinLists(nodes)]
}

/** One list of the parameters that follow each other. */
function joinLists(nodes: Block[]): Block[] {
  const joined: Block[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'list-unordered' && last?.type === 'list-unordered') last.nodes.push(...node.nodes)
    else joined.push(node)
  }
  return joined
}

function inlines(build: (builder: InlineBuilder) => void): InlineContent[] {
  const builder = new InlineBuilder()
  build(builder)
  return builder.finish()
}

function marked(builder: InlineBuilder, type: 'bold' | 'code', text: string): void {
  builder.mark(plainMark(type))
  builder.text(text)
  builder.marks = []
}
