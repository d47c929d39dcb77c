import type { Block, Code, CodeLine, InlineContent, Leaf, Mark, Paragraph, RawKind, Text } from './types.ts'

/** Blocks are built without keys; `assignKeys` gives every block its own once the document is whole. */
export const NO_KEY = ''

/** An object without the properties that are undefined, so that two equal documents are equal byte for byte. */
export function defined<T extends object>(object: { [Name in keyof T]: T[Name] | undefined }): T {
  for (const name in object) if (object[name] === undefined) delete object[name]
  // Every property that could have been undefined is gone now.
  return object as T
}

export function leaf(text: string, marks: Mark[]): Leaf {
  return { object: 'leaf', text, marks }
}

export function text(value: string, marks: Mark[] = []): Text {
  return { object: 'text', leaves: [leaf(value, marks)] }
}

export function paragraph(nodes: InlineContent[]): Paragraph {
  return { object: 'block', type: 'paragraph', key: NO_KEY, isVoid: false, data: {}, nodes }
}

export function codeLine(nodes: CodeLine['nodes'], highlighted = false): CodeLine {
  const data = highlighted ? { highlighted } : {}
  return { object: 'block', type: 'code-line', key: NO_KEY, isVoid: false, data, nodes }
}

export function code(lines: readonly string[], data: Code['data']): Code {
  return {
    object: 'block',
    type: 'code',
    key: NO_KEY,
    isVoid: false,
    data,
    nodes: lines.map((line) => codeLine([text(line)])),
  }
}

const RAW_SYNTAX: Record<RawKind, string> = {
  html: 'html',
  comment: 'html',
  tag: 'markdown',
  footnote: 'markdown',
  text: 'markdown',
  fence: 'markdown',
}

export function rawBlock(source: string, raw: RawKind): Code {
  return code(source.split('\n'), { syntax: RAW_SYNTAX[raw], raw })
}

export function isEmptyParagraph(block: Block): boolean {
  return (
    block.type === 'paragraph' && block.nodes.every((node) => node.object === 'text' && isEmptyText(node))
  )
}

function isEmptyText(node: Text): boolean {
  return node.leaves.every((each) => each.text === '')
}
