import { noKey, createParagraph, createText } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { createPlainMark } from '../document/marks.ts'
import type { Block, InlineContent, List, ListItem, Paragraph, Tabs, TabsItem } from '../document/types.ts'
import { createHeading } from '../document/heading.ts'
import { TableBuilder, createTextDefinition } from '../document/table-builder.ts'
import { getStringAttribute } from './tag.ts'
import type { Tag } from './tag.ts'

/** A parameter as a tag describes it. */
interface LegacyParameter {
  tag: Tag
  nodes: Block[]
}

/**
 * The parameters and responses that were parsed, by the blocks that represent them. Tags are parsed from the inside
 * out, so the enclosing operation arranges these blocks later.
 */
const parametersByBlock = new WeakMap<Block, LegacyParameter>()
const responseBlocks = new WeakSet<Block>()

/**
 * Converts the tags with which GitBook used to describe APIs in a page: `api-method` and later `swagger`. The contract
 * has no block for them, so they become a heading, the method and the address as code, text, a table of the parameters
 * of each location, and a tab for each response. The conversion is one-way: writing the page writes those blocks.
 */
export function convertLegacyApiTag(tag: Tag, nodes: Block[]): Block[] | undefined {
  switch (tag.name) {
    case 'api-method':
      return convertMethod(tag, 'host', nodes)
    case 'swagger':
      return getStringAttribute(tag, 'src') === undefined ? convertMethod(tag, 'baseUrl', nodes) : undefined
    case 'api-method-summary':
      return nodes.map((node) => (node.type === 'paragraph' ? createHeading(4, node.nodes) : node))
    case 'api-method-parameter':
    case 'swagger-parameter':
      return [createParameter(tag, nodes)]
    case 'api-method-path-parameters':
      return createParameterGroup('Path parameters', nodes)
    case 'api-method-query-parameters':
      return createParameterGroup('Query parameters', nodes)
    case 'api-method-headers':
      return createParameterGroup('Headers', nodes)
    case 'api-method-body-parameters':
    case 'api-method-form-data-parameters':
      return createParameterGroup('Body parameters', nodes)
    case 'api-method-response-example':
      return [createResponse([getStringAttribute(tag, 'httpCode')], nodes)]
    case 'swagger-response':
      return [
        createResponse([getStringAttribute(tag, 'status'), getStringAttribute(tag, 'description')], nodes),
      ]
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

function convertMethod(tag: Tag, hostName: string, nodes: Block[]): Block[] {
  const verb = (getStringAttribute(tag, 'method') ?? 'get').toUpperCase()
  const address = (getStringAttribute(tag, hostName) ?? '') + (getStringAttribute(tag, 'path') ?? '')
  const line = createParagraph(
    buildInlines((builder) => addMarkedText(builder, 'code', `${verb} ${address}`.trim())),
  )
  const content = arrangeOperation(nodes)
  const [firstBlock, ...rest] = content
  const summary = getStringAttribute(tag, 'summary')?.trim()
  if (summary)
    return [
      createHeading(
        4,
        buildInlines((builder) => builder.addText(summary)),
      ),
      line,
      ...content,
    ]
  return firstBlock?.type === 'heading-3' ? [firstBlock, line, ...rest] : [line, ...content]
}

const parameterGroupTitles: Record<string, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
  body: 'Body parameters',
}

/** Groups the parameters of an operation by their location, and joins its responses. */
function arrangeOperation(nodes: Block[]): Block[] {
  const parametersByTitle = new Map<string, Block[]>()
  for (const node of nodes) {
    const parameter = parametersByBlock.get(node)
    if (!parameter) continue
    const location = getStringAttribute(parameter.tag, 'in') ?? ''
    const title =
      (Object.hasOwn(parameterGroupTitles, location) ? parameterGroupTitles[location] : undefined) ??
      'Parameters'
    parametersByTitle.set(title, [...(parametersByTitle.get(title) ?? []), node])
  }
  const firstParameter = nodes.find((node) => parametersByBlock.has(node))
  const responseTabs = nodes.filter((node): node is Tabs => node.type === 'tabs' && responseBlocks.has(node))
  return nodes.flatMap((node): Block[] => {
    if (node === firstParameter)
      return [...parametersByTitle].flatMap(([title, groupParameters]) =>
        createParameterGroup(title, groupParameters),
      )
    if (node === responseTabs[0])
      return [createTitle('Responses'), createTabs(responseTabs.flatMap((tabs) => tabs.nodes))]
    return parametersByBlock.has(node) || responseBlocks.has(node) ? [] : [node]
  })
}

/**
 * Creates a list item for a parameter: its name, its type, whether it is required, and its description. It stays a
 * list item when its description does not fit into a table cell.
 */
function createParameter(tag: Tag, nodes: Block[]): List {
  const [firstBlock, ...rest] = nodes
  const line = createParagraph(
    buildInlines((builder) => {
      addMarkedText(builder, 'code', getParameterName(tag))
      const facts = formatFacts(tag)
      if (facts !== '') builder.addText(` (${facts})`)
      if (firstBlock?.type === 'paragraph') {
        builder.addText(': ')
        builder.addNodes(firstBlock.nodes)
      }
    }),
  )
  const otherBlocks = firstBlock?.type === 'paragraph' ? rest : nodes
  const item: ListItem = {
    object: 'block',
    type: 'list-item',
    key: noKey,
    isVoid: false,
    data: {},
    nodes: [line, ...otherBlocks],
  }
  const list = createList([item])
  parametersByBlock.set(list, { tag, nodes })
  return list
}

const getParameterName = (tag: Tag): string => getStringAttribute(tag, 'name') || '?'

const formatFacts = (tag: Tag): string =>
  [getStringAttribute(tag, 'type'), getStringAttribute(tag, 'required') === 'true' && 'required']
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .join(', ')

/** Creates a title and a table of parameters, or lists when one of the descriptions does not fit into a table cell. */
function createParameterGroup(title: string, nodes: Block[]): Block[] {
  const groupParameters = nodes.flatMap((node) => parametersByBlock.get(node) ?? [])
  const isTable =
    groupParameters.length > 0 &&
    groupParameters.length === nodes.length &&
    groupParameters.every(fitsTableCell)
  return [createTitle(title), ...(isTable ? [createParameterTable(groupParameters)] : mergeLists(nodes))]
}

const fitsTableCell = ({ nodes }: LegacyParameter): boolean =>
  nodes.length <= 1 && nodes.every(isCellParagraph)

/** Whether a block is a paragraph that can be the content of a table cell. */
const isCellParagraph = (node: Block): node is Paragraph =>
  node.type === 'paragraph' && node.data.align === undefined

function createParameterTable(tableParameters: readonly LegacyParameter[]): Block {
  const table = new TableBuilder()
  for (const title of ['Name', 'Type', 'Description']) {
    table.addColumn((id) => createTextDefinition(id, title, undefined))
  }
  const [name = '', type = '', description = ''] = Object.keys(table.definition)
  for (const { tag, nodes } of tableParameters) {
    const row = table.addRow()
    table.addTextCell(row, name, [
      createParagraph(buildInlines((builder) => addMarkedText(builder, 'code', getParameterName(tag)))),
    ])
    const facts = formatFacts(tag)
    if (facts !== '')
      table.addTextCell(row, type, [createParagraph(buildInlines((builder) => builder.addText(facts)))])
    table.addTextCell(row, description, nodes)
  }
  return table.finish({ view: { type: 'grid', columns: [name, type, description], hideHeader: false } })
}

/** Creates tabs with a single tab for a response. */
function createResponse(title: readonly (string | undefined)[], nodes: Block[]): Tabs {
  const titleText = title.filter((part) => part !== undefined && part.trim() !== '').join(' ')
  const item: TabsItem = {
    object: 'block',
    type: 'tabs-item',
    key: noKey,
    isVoid: false,
    data: { title: titleText === '' ? 'Response' : titleText },
    nodes: nodes.length === 0 ? [createParagraph([createText('')])] : nodes,
  }
  const block = createTabs([item])
  responseBlocks.add(block)
  return block
}

const createTabs = (nodes: TabsItem[]): Tabs => ({
  object: 'block',
  type: 'tabs',
  key: noKey,
  isVoid: false,
  data: {},
  nodes,
})

const createTitle = (title: string): Paragraph =>
  createParagraph(buildInlines((builder) => addMarkedText(builder, 'bold', title)))

const createList = (nodes: ListItem[]): List => ({
  object: 'block',
  type: 'list-unordered',
  key: noKey,
  isVoid: false,
  data: {},
  nodes,
})

/** Joins adjacent lists of parameters. */
function mergeLists(nodes: Block[]): Block[] {
  const mergedBlocks: Block[] = []
  for (const node of nodes) {
    const lastBlock = mergedBlocks.at(-1)
    if (node.type === 'list-unordered' && lastBlock?.type === 'list-unordered')
      lastBlock.nodes.push(...node.nodes)
    else mergedBlocks.push(node)
  }
  return mergedBlocks
}

function buildInlines(build: (builder: InlineBuilder) => void): InlineContent[] {
  const builder = new InlineBuilder()
  build(builder)
  return builder.finish()
}

function addMarkedText(builder: InlineBuilder, type: 'bold' | 'code', text: string): void {
  builder.addMark(createPlainMark(type))
  builder.addText(text)
  builder.marks = []
}
