import { NO_KEY, paragraph, text } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { plainMark } from '../document/marks.ts'
import type { Block, InlineContent, List, ListItem, Paragraph, Tabs, TabsItem } from '../document/types.ts'
import { heading } from './heading.ts'
import { TableBuilder, textDefinition } from './table.ts'
import { stringAttribute } from './tag.ts'
import type { Tag } from './tag.ts'

/** What a tag said of a parameter. */
interface Parameter {
  tag: Tag
  nodes: Block[]
}

/**
 * The parameters and responses that were read, by the blocks that stand for them until the operation around them puts
 * them together: tags are read from the inside out.
 */
const parameters = new WeakMap<Block, Parameter>()
const responses = new WeakSet<Block>()

/**
 * GitBook once described APIs in the page itself, with `api-method` and later `swagger` tags. The contract has no
 * block for either, so they become what it has: a heading, the method and the address in code, text, a table of the
 * parameters in each place, and a tab for each response. This way is one-way: written again, the page holds those
 * blocks.
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
      return [response([stringAttribute(tag, 'httpCode')], nodes)]
    case 'swagger-response':
      return [response([stringAttribute(tag, 'status'), stringAttribute(tag, 'description')], nodes)]
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
  const content = arranged(nodes)
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

const PLACES: Record<string, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
  body: 'Body parameters',
}

/** What stands in an operation: the parameters of each place together, and all responses. */
function arranged(nodes: Block[]): Block[] {
  const places = new Map<string, Block[]>()
  for (const node of nodes) {
    const found = parameters.get(node)
    if (!found) continue
    const place = stringAttribute(found.tag, 'in') ?? ''
    const title = (Object.hasOwn(PLACES, place) ? PLACES[place] : undefined) ?? 'Parameters'
    places.set(title, [...(places.get(title) ?? []), node])
  }
  const first = nodes.find((node) => parameters.has(node))
  const answers = nodes.filter((node): node is Tabs => node.type === 'tabs' && responses.has(node))
  return nodes.flatMap((node): Block[] => {
    if (node === first) return [...places].flatMap(([title, inPlace]) => group(title, inPlace))
    if (node === answers[0]) return [titled('Responses'), tabs(answers.flatMap((each) => each.nodes))]
    return parameters.has(node) || responses.has(node) ? [] : [node]
  })
}

/**
 * A parameter by itself is an item of a list: its name, its type, whether it must be there, and what it is. That is
 * also what it stays where more is said of it than fits into a cell.
 */
function parameter(tag: Tag, nodes: Block[]): List {
  const [first, ...rest] = nodes
  const line = paragraph(
    inlines((builder) => {
      marked(builder, 'code', nameOf(tag))
      const said = factsOf(tag)
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
    nodes: [line, ...others],
  }
  const list = listOf([item])
  parameters.set(list, { tag, nodes })
  return list
}

const nameOf = (tag: Tag): string => stringAttribute(tag, 'name') || '?'

const factsOf = (tag: Tag): string =>
  [stringAttribute(tag, 'type'), stringAttribute(tag, 'required') === 'true' && 'required']
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .join(', ')

/** Parameters under a title: in a table, unless more is said of one than fits into a cell. */
function group(title: string, nodes: Block[]): Block[] {
  const found = nodes.flatMap((node) => parameters.get(node) ?? [])
  const isTable = found.length > 0 && found.length === nodes.length && found.every(fits)
  return [titled(title), ...(isTable ? [tableOf(found)] : joinLists(nodes))]
}

const fits = ({ nodes }: Parameter): boolean => nodes.length <= 1 && nodes.every(isCell)

/** A paragraph as a cell of a table has it. */
const isCell = (node: Block): node is Paragraph => node.type === 'paragraph' && node.data.align === undefined

function tableOf(found: readonly Parameter[]): Block {
  const table = new TableBuilder()
  for (const title of ['Name', 'Type', 'Description']) {
    table.column((id) => textDefinition(id, title, undefined))
  }
  const [name = '', type = '', description = ''] = Object.keys(table.definition)
  for (const { tag, nodes } of found) {
    const row = table.row()
    table.text(row, name, [paragraph(inlines((builder) => marked(builder, 'code', nameOf(tag))))])
    const facts = factsOf(tag)
    if (facts !== '') table.text(row, type, [paragraph(inlines((builder) => builder.text(facts)))])
    table.text(row, description, nodes)
  }
  return table.finish({ view: { type: 'grid', columns: [name, type, description], hideHeader: false } })
}

/** A response by itself: a tab under its status. */
function response(title: readonly (string | undefined)[], nodes: Block[]): Tabs {
  const said = title.filter((part) => part !== undefined && part.trim() !== '').join(' ')
  const item: TabsItem = {
    object: 'block',
    type: 'tabs-item',
    key: NO_KEY,
    isVoid: false,
    data: { title: said === '' ? 'Response' : said },
    nodes: nodes.length === 0 ? [paragraph([text('')])] : nodes,
  }
  const block = tabs([item])
  responses.add(block)
  return block
}

const tabs = (nodes: TabsItem[]): Tabs => ({
  object: 'block',
  type: 'tabs',
  key: NO_KEY,
  isVoid: false,
  data: {},
  nodes,
})

const titled = (title: string): Paragraph => paragraph(inlines((builder) => marked(builder, 'bold', title)))

const listOf = (nodes: ListItem[]): List => ({
  object: 'block',
  type: 'list-unordered',
  key: NO_KEY,
  isVoid: false,
  data: {},
  nodes,
})

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
