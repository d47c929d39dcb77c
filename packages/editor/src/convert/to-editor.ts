import type { Document } from '@verso/markdown'
import type { Node } from 'prosemirror-model'
import { convertInlines } from './inlines-to-editor.ts'
import { DocumentReader, type JsonObject } from './reader.ts'
import { schema } from '../schema/schema.ts'
import { convertTable } from './table-to-editor.ts'

/**
 * Converts a document of the API to the editor's document. A document that the editor cannot hold is refused, and never
 * changed: the page can be edited as Markdown instead.
 *
 * @throws {InvalidEditorDocument} with the path of what is wrong.
 */
export function toEditor(document: Document): Node {
  const reader = new DocumentReader(document)
  const schemaVersion = reader.data()['schemaVersion'] ?? null
  return reader.createNode('doc', { schemaVersion }, fillEmpty(reader, convertBlocks(reader.list('nodes'))))
}

function convertBlocks(readers: readonly DocumentReader[]): Node[] {
  return readers.map(convertBlock)
}

/** People need a place to type, so a container without blocks has an empty paragraph in the editor. */
function fillEmpty(reader: DocumentReader, nodes: Node[]): Node[] {
  return nodes.length === 0 ? [reader.createNode('paragraph', null)] : nodes
}

type ConvertBlock = (reader: DocumentReader) => Node

const asContainer =
  (name: string): ConvertBlock =>
  (reader) =>
    reader.createNode(name, reader.data(), fillEmpty(reader, convertBlocks(reader.list('nodes'))))

const asGroup =
  (name: string): ConvertBlock =>
  (reader) =>
    reader.createNode(name, reader.data(), convertBlocks(reader.list('nodes')))

const asAtom =
  (name: string): ConvertBlock =>
  (reader) =>
    reader.createNode(name, reader.data())

const asHeading =
  (defaultLevel: number): ConvertBlock =>
  (reader) => {
    const { level = defaultLevel, ...data } = omitStartAlignment(reader.data())
    return reader.createNode('heading', { ...data, level }, convertInlines(reader))
  }

const convertersByType: Readonly<Record<string, ConvertBlock>> = {
  paragraph: (reader) =>
    reader.createNode('paragraph', omitStartAlignment(reader.data()), convertInlines(reader)),
  'heading-1': asHeading(2),
  'heading-2': asHeading(3),
  'heading-3': asHeading(4),
  'list-unordered': asGroup('list_unordered'),
  'list-tasks': asGroup('list_tasks'),
  'list-ordered': (reader) => {
    const { start, ...data } = reader.data()
    return reader.createNode(
      'list_ordered',
      { ...data, start: start === undefined || start === 1 ? null : start },
      convertBlocks(reader.list('nodes')),
    )
  },
  'list-item': asContainer('list_item'),
  blockquote: asContainer('blockquote'),
  hint: asContainer('hint'),
  if: asContainer('if'),
  tabs: asGroup('tabs'),
  'tabs-item': asContainer('tabs_item'),
  stepper: asGroup('stepper'),
  'stepper-step': asContainer('stepper_step'),
  columns: asGroup('columns'),
  column: asContainer('column'),
  updates: asGroup('updates'),
  update: asContainer('update'),
  prompt: convertPrompt,
  expandable: convertExpandable,
  code: convertCode,
  'code-line': (reader) => {
    const { highlighted, ...data } = reader.data()
    return reader.createNode(
      'code_line',
      { ...data, highlighted: highlighted || null },
      convertInlines(reader),
    )
  },
  images: asGroup('images'),
  image: convertImage,
  file: asParagraphParent('file'),
  embed: asParagraphParent('embed'),
  drawing: asAtom('drawing'),
  divider: asAtom('divider'),
  math: asAtom('math'),
  'content-ref': asAtom('content_ref'),
  'reusable-content': asAtom('reusable_content'),
  // The URL of an integration is one of its properties. Documents repeat it.
  integration: (reader) => {
    const { url: _url, ...data } = reader.data()
    return reader.createNode('integration', data)
  },
  swagger: asAtom('swagger'),
  'openapi-operation': asAtom('openapi_operation'),
  'openapi-webhook': asAtom('openapi_webhook'),
  'openapi-schemas': asAtom('openapi_schemas'),
  table: (reader) => convertTable(reader, (cell) => fillEmpty(cell, convertBlocks(cell.list('nodes')))),
}

function convertBlock(reader: DocumentReader): Node {
  const type = reader.text('type')
  const convert = Object.hasOwn(convertersByType, type) ? convertersByType[type] : undefined
  if (!convert) throw reader.createError(`is a block of the unknown type ${JSON.stringify(type)}`)
  return convert(reader)
}

/** Text stands at the start of its line unless it says otherwise. */
function omitStartAlignment(data: JsonObject): JsonObject {
  const { align, ...others } = data
  return { ...others, align: align === undefined || align === 'start' ? null : align }
}

function listFragmentBlocks(reader: DocumentReader, name?: string): DocumentReader[] {
  return reader
    .list('fragments')
    .filter((fragment) => {
      const { type, fragment: ownName } = fragment.readObject()
      return name === undefined || (type ?? ownName) === name
    })
    .flatMap((fragment) => fragment.list('nodes'))
}

function convertExpandable(reader: DocumentReader): Node {
  const { defaultExpanded, ...data } = reader.data()
  const [title, ...others] = listFragmentBlocks(reader, 'expandable-title')
  if (others.length > 0) throw reader.createError('has a title of several blocks')
  if (title && title.text('type') !== 'paragraph') throw title.createError('must be a paragraph')
  return reader.createNode('expandable', { ...data, defaultExpanded: defaultExpanded || null }, [
    reader.createNode('expandable_title', null, title ? convertInlines(title) : []),
    reader.createNode(
      'expandable_body',
      null,
      fillEmpty(reader, convertBlocks(listFragmentBlocks(reader, 'expandable-body'))),
    ),
  ])
}

function convertImage(reader: DocumentReader): Node {
  const caption = convertBlocks(listFragmentBlocks(reader))
  const content = caption.length === 0 ? [] : [reader.createNode('caption', null, caption)]
  return reader.createNode('image', reader.data(), content)
}

/** Converts a block whose caption is one paragraph. */
function asParagraphParent(name: string): ConvertBlock {
  return (reader) => reader.createNode(name, reader.data(), convertBlocks(listFragmentBlocks(reader)))
}

function convertCode(reader: DocumentReader): Node {
  const data = reader.data()
  const lines = reader.list('nodes')
  if (data['raw'] === undefined) return reader.createNode('code', data, convertBlocks(lines))
  const source = lines.map((line) => readPlainText(line)).join('\n')
  return reader.createNode('raw_block', { ...data, source })
}

/** A prompt consists of one code block without settings. */
function convertPrompt(reader: DocumentReader): Node {
  const [code, ...others] = reader.list('nodes')
  if (!code || others.length > 0 || code.text('type') !== 'code')
    throw reader.createError('must consist of one code block')
  const { syntax = null, ...settings } = code.data()
  if (Object.keys(settings).length > 0) throw code.createError('must have no settings but a language')
  const lines = code.list('nodes').map((line) => {
    const text = readPlainText(line)
    return line.createNode('prompt_line', null, text === '' ? [] : [schema.text(text)])
  })
  return reader.createNode('prompt', { ...reader.data(), syntax }, lines)
}

function readPlainText(line: DocumentReader): string {
  return line
    .list('nodes')
    .flatMap((node) => node.list('leaves'))
    .map((leaf) => leaf.text('text'))
    .join('')
}
