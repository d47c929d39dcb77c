import type {
  Block,
  Code,
  CodeData,
  CodeLine,
  Document,
  Fragment,
  Heading,
  Integration,
  ListItem,
  Paragraph,
  Prompt,
} from '@verso/markdown'
import type { Node } from 'prosemirror-model'
import { readData } from './data.ts'
import { convertInlines } from './inlines-from-editor.ts'
import { convertTable } from './table-from-editor.ts'

/**
 * Converts the editor's document to a document of the API, in the form that parsing gives. Keys and anchors are empty:
 * whoever needs them derives them with `completeDocument`. Empty paragraphs, which Markdown cannot express, are omitted.
 */
export function fromEditor(doc: Node): Document {
  const schemaVersion: unknown = doc.attrs['schemaVersion']
  return {
    object: 'document',
    data: typeof schemaVersion === 'number' ? { schemaVersion } : {},
    nodes: convertBlocks(doc),
  }
}

function convertBlocks(parent: Node): Block[] {
  return parent.children.filter((node) => !isEmptyParagraph(node)).map(convertBlock)
}

const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.childCount === 0

const blockBase = { object: 'block', key: '' } as const

function convertBlock(node: Node): Block {
  switch (node.type.name) {
    case 'paragraph':
      return convertParagraph(node)
    case 'heading':
      return convertHeading(node)
    case 'list_unordered':
    case 'list_tasks':
      return convertBulletList(node)
    case 'code':
      return convertCode(node)
    case 'integration':
      return convertIntegration(node)
    case 'prompt':
      return convertPrompt(node)
    case 'raw_block':
      return convertRawBlock(node)
    case 'expandable':
      return convertExpandable(node)
    case 'image':
    case 'file':
    case 'embed':
      return convertCaptioned(node)
    case 'table':
      return convertTable(node, convertBlocks)
    default:
      return convertPlainBlock(node)
  }
}

function convertParagraph(node: Node): Paragraph {
  return {
    ...blockBase,
    type: 'paragraph',
    isVoid: false,
    data: readData(node.attrs),
    nodes: convertInlines(node.children),
  }
}

const headingTypes = ['heading-1', 'heading-1', 'heading-2', 'heading-3', 'heading-3', 'heading-3'] as const

/** The three levels of the contract are levels 2 to 4 of Markdown. The others are in the data. */
function convertHeading(node: Node): Heading {
  const { level, ...attrs } = node.attrs
  const levelNumber = Number(level)
  return {
    ...blockBase,
    type: headingTypes[levelNumber - 1] ?? 'heading-3',
    isVoid: false,
    data: {
      ...readData(attrs),
      ...((levelNumber === 1 || levelNumber > 4) && { level: levelNumber as 1 | 5 | 6 }),
    },
    meta: { id: '' },
    nodes: convertInlines(node.children),
  }
}

/** A list with a task is a task list, whatever it was before. */
function convertBulletList(node: Node): Block {
  const isTaskList = node.children.some((item) => item.attrs['checked'] !== null)
  return {
    ...blockBase,
    type: isTaskList ? 'list-tasks' : 'list-unordered',
    isVoid: false,
    data: {},
    // The children of a list are list items by the schema.
    nodes: convertBlocks(node) as ListItem[],
  }
}

function convertCode(node: Node): Block {
  const lines = node.children.flatMap(convertCodeLines)
  const { info: _info, ...data } = readData(node.attrs) as CodeData
  return {
    ...blockBase,
    type: 'code',
    isVoid: false,
    data: { ...data, ...convertInfo(node, lines) },
    nodes: lines,
  }
}

/**
 * The text after the language stands on the line of a fence. The first word of that line is the language, and code with marks
 * has no fence.
 */
function convertInfo(node: Node, lines: readonly CodeLine[]): CodeData {
  const { syntax, info } = node.attrs
  const isFence = lines.every(
    ({ data, nodes }) =>
      !data.highlighted &&
      nodes.every(
        (child) => child.object === 'text' && child.leaves.every((leaf) => leaf.marks.length === 0),
      ),
  )
  if (typeof info !== 'string' || !isFence) return {}
  if (typeof syntax === 'string') return { info }
  const [firstWord = '', ...words] = info.split(' ')
  return { syntax: firstWord, ...(words.length > 0 && { info: words.join(' ') }) }
}

/** A line of code that contains line breaks is several lines. */
function convertCodeLines(line: Node): CodeLine[] {
  const lines: Node[][] = [[]]
  for (const child of line.children) {
    const parts = child.text === undefined ? [undefined] : child.text.split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) lines.push([])
      if (part === undefined) lines.at(-1)?.push(child)
      else if (part !== '') lines.at(-1)?.push(line.type.schema.text(part, child.marks))
    }
  }
  return lines.map((nodes) => convertCodeLine(line, nodes))
}

function convertCodeLine(line: Node, nodes: readonly Node[]): CodeLine {
  const hasInline = nodes.some((node) => !node.isText || hasMark(node, 'annotation'))
  const isBold = nodes.length > 0 && nodes.every((node) => hasMark(node, 'bold'))
  // A highlighted line is written as one that is bold. So a bold line is highlighted, and a line with inlines is not.
  const isHighlighted = !hasInline && (line.attrs['highlighted'] === true || isBold)
  const content = isHighlighted
    ? nodes.map((node) => node.mark(node.marks.filter(({ type }) => type.name !== 'bold')))
    : nodes
  return {
    ...blockBase,
    type: 'code-line',
    isVoid: false,
    data: isHighlighted ? { highlighted: true } : {},
    // The schema allows no other inlines in a line of code.
    nodes: convertInlines(content, true) as CodeLine['nodes'],
  }
}

const hasMark = (node: Node, name: string): boolean => node.marks.some((mark) => mark.type.name === name)

function convertRawBlock(node: Node): Block {
  const { source, ...attrs } = node.attrs
  return createPlainCode(readData(attrs), String(source))
}

function createPlainCode(data: CodeData, source: string): Code {
  return {
    ...blockBase,
    type: 'code',
    isVoid: false,
    data,
    nodes: source.split('\n').map((text) => ({
      object: 'block',
      key: '',
      type: 'code-line',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    })),
  }
}

function convertPrompt(node: Node): Block {
  const { syntax, ...attrs } = node.attrs
  const source = node.children.map((line) => line.textContent).join('\n')
  return {
    ...blockBase,
    type: 'prompt',
    isVoid: false,
    data: readData(attrs) as Prompt['data'],
    nodes: [createPlainCode(readData({ syntax }), source)],
  }
}

function convertIntegration(node: Node): Block {
  const data = readData(node.attrs) as Integration['data']
  const { url } = data.props
  const hasUrl = typeof url === 'string' || typeof url === 'number' || typeof url === 'boolean'
  return {
    ...blockBase,
    type: 'integration',
    isVoid: true,
    data: { ...data, ...(hasUrl && { url: String(url) }) },
  }
}

function convertExpandable(node: Node): Block {
  const [title, body] = [node.child(0), node.child(1)]
  const createFragment = (name: string, nodes: Block[]): Fragment => ({
    object: 'fragment',
    key: '',
    fragment: name,
    type: name,
    nodes: nodes.length === 0 ? [createParagraph([])] : nodes,
  })
  return {
    ...blockBase,
    type: 'expandable',
    isVoid: true,
    data: readData(node.attrs),
    fragments: [
      createFragment('expandable-title', [createParagraph(title.children)]),
      createFragment('expandable-body', convertBlocks(body)),
    ],
  }
}

const createParagraph = (nodes: readonly Node[]): Paragraph => ({
  ...blockBase,
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: convertInlines(nodes),
})

function convertCaptioned(node: Node): Block {
  const parent = node.type.name === 'image' ? node.firstChild : node
  const caption = parent ? convertBlocks(parent) : []
  const fragments: Fragment[] =
    caption.length === 0 ? [] : [{ object: 'fragment', key: '', fragment: 'caption', nodes: caption }]
  const hasFragments = fragments.length > 0 || node.type.name === 'image'
  // The node is one of the three blocks with a caption, whose attributes are their data.
  return {
    ...blockBase,
    type: node.type.name,
    isVoid: true,
    data: readData(node.attrs),
    ...(hasFragments && { fragments }),
  } as Block
}

/** The other blocks have the names of the contract, its data as attributes, and blocks or nothing as content. */
function convertPlainBlock(node: Node): Block {
  return {
    ...blockBase,
    type: node.type.name.replaceAll('_', '-'),
    isVoid: node.isAtom,
    data: readData(node.attrs),
    ...(!node.isAtom && { nodes: convertBlocks(node) }),
  } as Block
}
