import type { Mark, Node } from 'prosemirror-model'
import { schema } from '../schema/schema.ts'
import { clearKeys } from './keys.ts'
import type { DocumentReader } from './reader.ts'

/** Converts the text and the inlines of a block. */
export function convertInlines(reader: DocumentReader): Node[] {
  const builder = new InlineConverter()
  builder.addNodes(reader, [])
  return builder.nodes
}

const atomNames: Readonly<Record<string, string>> = {
  emoji: 'emoji',
  icon: 'icon',
  expression: 'expression',
  'inline-math': 'inline_math',
  'inline-image': 'inline_image',
  mention: 'mention',
  button: 'button',
}

class InlineConverter {
  readonly nodes: Node[] = []
  /** The mark of a link or an annotation that ends where the next node starts. */
  #lastMark: Mark | undefined

  addNodes(reader: DocumentReader, marks: readonly Mark[]): void {
    for (const node of reader.list('nodes')) {
      const { object } = node.readObject()
      if (object === 'text') this.#addText(node, marks)
      else if (object === 'inline') this.#addInline(node, marks)
      else throw node.createError('must be a text or an inline')
    }
  }

  #addText(reader: DocumentReader, outerMarks: readonly Mark[]): void {
    for (const leaf of reader.list('leaves')) {
      const text = leaf.text('text')
      if (text === '') continue
      this.#lastMark = undefined
      const marks = leaf.list('marks').reduce((all, mark) => convertMark(mark).addToSet(all), outerMarks)
      if (leaf.get('raw').value === true) {
        this.nodes.push(leaf.createNode('raw_inline', { source: text }, [], marks))
        continue
      }
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) this.nodes.push(leaf.createNode('break', null, [], marks))
        if (line !== '') this.nodes.push(schema.text(line, marks))
      }
    }
  }

  #addInline(reader: DocumentReader, marks: readonly Mark[]): void {
    const type = reader.text('type')
    if (type === 'link' || type === 'annotation') {
      this.#addMarked(reader, type, marks)
      return
    }
    const name = Object.hasOwn(atomNames, type) ? atomNames[type] : undefined
    if (name === undefined)
      throw reader.createError(`is an inline of the unknown type ${JSON.stringify(type)}`)
    this.#lastMark = undefined
    this.nodes.push(reader.createNode(name, reader.data(), [], marks))
  }

  #addMarked(reader: DocumentReader, type: 'link' | 'annotation', marks: readonly Mark[]): void {
    if (marks.some((mark) => mark.type.name === type))
      throw reader.createError(`is a ${type} inside of a ${type}`)
    const attrs = type === 'link' ? reader.data() : { body: readAnnotationBody(reader) }
    const mark = reader.createMark(type, attrs)
    const isRepeated = this.#lastMark?.eq(mark) === true
    const innerMark = isRepeated ? reader.createMark(type, { ...attrs, part: 1 }) : mark
    const lengthBefore = this.nodes.length
    this.addNodes(reader, innerMark.addToSet(marks))
    if (this.nodes.length === lengthBefore) {
      this.#lastMark = undefined
      this.nodes.push(reader.createNode(`empty_${type}`, attrs, [], marks))
    } else this.#lastMark = innerMark
  }
}

function convertMark(reader: DocumentReader): Mark {
  const type = reader.text('type')
  const name = type === 'code' ? 'mono' : type
  if (type === 'link' || type === 'annotation' || type === 'mono' || !Object.hasOwn(schema.marks, name))
    throw reader.createError(`is a mark of the unknown type ${JSON.stringify(type)}`)
  return reader.createMark(name, type === 'color' ? reader.data() : null)
}

function readAnnotationBody(reader: DocumentReader): unknown[] {
  return reader
    .list('fragments')
    .flatMap((fragment) => fragment.list('nodes'))
    .map((block) => clearKeys(block.readObject()))
}
