import fc from 'fast-check'
import type { Attrs, ContentMatch, Mark, Node, NodeType } from 'prosemirror-model'
import { arbitraryText } from '../../../markdown/src/testing/arbitrary-inlines.ts'
import { isAllowedInCell } from '../check-cells.ts'
import { schema } from '../schema/schema.ts'

/* Arbitrary documents of the schema, made from its content expressions and from values that its attributes accept. */

const texts = [
  'word',
  'two words',
  '',
  ' ',
  ' a ',
  '"',
  "'",
  '\\',
  'a"b',
  'a\\"b',
  '%}',
  '{% a %}',
  '{{ a }}',
  '$',
  '$$',
  'a$$b',
  '`',
  '<b>',
  '</code>',
  '&amp;',
  '&',
  '|',
  '#',
  'a,b',
  'é',
  '中文',
  '🙂',
  '\u00A0',
  'a\nb',
  '1f604',
  'true',
  '7',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  'https://example.com/a?b=c&d=e',
  'javascript:alert(1)',
  '](x)',
  '-->',
  'x'.repeat(300),
]

const references = [
  { kind: 'url', url: 'https://example.com/a(1)?b=c&d=e' },
  { kind: 'url', url: 'mailto:me@example.com' },
  { kind: 'url', url: 'javascript:alert(1)' },
  { kind: 'url', url: '' },
  { kind: 'url', url: 'guide.md' },
  { kind: 'file', file: '../assets/a b.png' },
  { kind: 'file', file: 'fileId' },
  { kind: 'file', file: 'fileId', space: 'spaceId' },
  { kind: 'page', page: 'guide/"setup".md' },
  { kind: 'page', page: 'pageId', space: 'spaceId' },
  { kind: 'anchor', anchor: 'a', page: 'pageId' },
  { kind: 'anchor', anchor: 'a' },
  { kind: 'user', user: 'userId' },
  { kind: 'space', space: 'spaceId' },
  { kind: 'collection', collection: 'c' },
  { kind: 'reusable-content', reusableContent: 'includes/a.md' },
  { kind: 'reusable-content', reusableContent: 'r', space: 's' },
  { kind: 'openapi', spec: 'petstore' },
  { kind: 'openapi', spec: 'a "b"' },
  { kind: 'tag', tag: 'new' },
]

const values: readonly unknown[] = [
  null,
  true,
  false,
  -1,
  0,
  1,
  2,
  5,
  6,
  7,
  50,
  1.5,
  1e9,
  1e21,
  Number.NaN,
  ...texts,
  ...references,
  ['a', 'b,c', ' d'],
  ['pageId', 'https://example.com/a'],
  [],
  [{ kind: 'tag', tag: 'new' }],
  [{ value: 'a', label: 'A "1"', color: 'blue' }],
  { unit: '%', value: 50 },
  { unit: 'px', value: 50 },
  { a: 'x', b: ['y', { c: 1 }], d: false, 'e-f': 'two\nlines %}' },
  { ref: { kind: 'file', file: './a.png' }, objectFit: 'cover', alt: 'A' },
  {},
]

const rawBlocks: readonly Attrs[] = [
  { raw: 'html', syntax: 'html', source: '<custom-element>\na\n</custom-element>' },
  { raw: 'comment', syntax: 'html', source: '<!-- a -->' },
  { raw: 'tag', syntax: 'markdown', source: '{% unknown a="b" %}' },
  { raw: 'text', syntax: 'markdown', source: '{% hint %}' },
]

const rawInlines: readonly Attrs[] = [{ source: '<custom-element>' }, { source: '{% unknown %}' }]

const annotationBodies = [
  [
    {
      object: 'block',
      type: 'paragraph',
      key: '',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'note', marks: [] }] }],
    },
  ],
]

type Generate = fc.GeneratorValue

const textType = schema.text('a').type

/** The names of the nodes and marks that a generated document may contain. */
interface Choice {
  allows(name: string): boolean
}

class DocumentGenerator {
  readonly #generate: Generate
  readonly #choice: Choice

  constructor(generate: Generate, choice: Choice) {
    this.#generate = generate
    this.#choice = choice
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#generate(fc.nat, { max: items.length - 1 })]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }

  #isTrue(): boolean {
    return this.#generate(fc.boolean)
  }

  createNode(type: NodeType, depth: number, isInCell = false, isInHtml = false): Node {
    const attrs = this.#createAttributes(type.name, type.spec.attrs ?? {})
    const isHtml = isInHtml || (attrs['align'] !== undefined && attrs['align'] !== null)
    return type.createChecked(attrs, this.#createContent(type, depth, isInCell, isHtml))
  }

  #createAttributes(name: string, specs: NonNullable<NodeType['spec']['attrs']>): Attrs {
    if (name === 'raw_block') return this.#pick(rawBlocks)
    if (name === 'raw_inline') return this.#pick(rawInlines)
    const attrs: Record<string, unknown> = {}
    for (const [attribute, { default: defaultValue, validate }] of Object.entries(specs)) {
      if (attribute === 'body') {
        attrs[attribute] = this.#pick(annotationBodies)
        continue
      }
      // The normal form moves hidden columns behind the others, where merged cells would not follow them.
      if (typeof validate !== 'function' || attribute === 'isHidden') continue
      const accepted = values.filter((value) => isAccepted(validate, value))
      attrs[attribute] = this.#isTrue() ? defaultValue : this.#pick([defaultValue as unknown, ...accepted])
    }
    return attrs
  }

  #createContent(type: NodeType, depth: number, isInCell: boolean, isHtml: boolean): Node[] {
    if (type.inlineContent) return this.#createInlines(type, isHtml)
    const nodes: Node[] = []
    const isInsideCell = isInCell || type.name === 'table_cell'
    const isInsideHtml = isHtml || isInsideCell || type.name === 'caption'
    let match: ContentMatch = type.contentMatch
    while (nodes.length < 4) {
      const nextTypes = listNextTypes(match)
      const chosen = nextTypes.filter(
        (next) => this.#choice.allows(next.name) && (!isInsideCell || isAllowedInCell(next.name)),
      )
      const names = chosen.length === 0 && !match.validEnd ? nextTypes : chosen
      const isLast = match.validEnd && (names.length === 0 || !this.#isTrue())
      if (isLast) break
      const simple = names.filter((next) => depth < 3 || isSimple(next))
      const next = this.#pick(simple.length > 0 ? simple : names)
      nodes.push(this.createNode(next, depth + 1, isInsideCell, isInsideHtml))
      match = match.matchType(next) ?? match
    }
    while (!match.validEnd) {
      const [next] = listNextTypes(match)
      if (!next) break
      nodes.push(this.createNode(next, depth + 1, isInsideCell, isInsideHtml))
      match = match.matchType(next) ?? match
    }
    return nodes
  }

  #createInlines(type: NodeType, isHtml: boolean): Node[] {
    // Raw markup comes only from parsing, which makes none in content that is written as HTML.
    const names = listNextTypes(type.contentMatch).filter(
      (next) => this.#choice.allows(next.name) && !(isHtml && next.name === 'raw_inline'),
    )
    const nodes: Node[] = []
    const count = this.#generate(fc.integer, { min: 0, max: 4 })
    for (let index = 0; index < count; index++) {
      const next = this.#isTrue() ? textType : this.#pick(names)
      const marks = this.#createMarks(type).filter(
        (mark) => next.name !== 'raw_inline' || mark.type.name !== 'link',
      )
      if (next === textType) {
        const text = this.#generate(() => arbitraryText)
        // In code with an annotation, `{%` is not read as it is written.
        nodes.push(
          schema.text(
            type.name === 'code_line' ? text.replaceAll('{%', '{ %') : text.replaceAll('\n', ' '),
            marks,
          ),
        )
      } else nodes.push(this.createNode(next, 0).mark(marks))
    }
    return nodes
  }

  #createMarks(parent: NodeType): readonly Mark[] {
    const types = Object.values(schema.marks).filter(
      (mark) => parent.allowsMarkType(mark) && this.#choice.allows(mark.name),
    )
    let marks: readonly Mark[] = []
    while (types.length > 0 && marks.length < 3 && this.#isTrue()) {
      const type = this.#pick(types)
      marks = type.create(this.#createAttributes(type.name, type.spec.attrs ?? {})).addToSet(marks)
    }
    return marks
  }
}

function isAccepted(validate: (value: unknown) => void, value: unknown): boolean {
  try {
    validate(value)
    return true
  } catch {
    return false
  }
}

function listNextTypes(match: ContentMatch): NodeType[] {
  return Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type)
}

const isSimple = (type: NodeType): boolean => type.isTextblock || type.isLeaf || type.name === 'table_value'

/** Generates a document of the schema. Nodes and marks that `allows` refuses occur only where the schema requires them. */
export function generateEditorDocument(
  generate: Generate,
  allows: (name: string) => boolean = () => true,
): Node {
  return new DocumentGenerator(generate, { allows }).createNode(schema.topNodeType, 0)
}
