import type {
  Annotation,
  Block,
  Code,
  CodeLine,
  InlineContent,
  Leaf,
  Link,
  Mark,
  Paragraph,
  RawKind,
  Text,
} from './types.ts'

/** Blocks are created without keys. `assignKeys` sets the keys when the document is complete. */
export const noKey = ''

/** Removes the properties that are undefined, so that two equal documents are equal byte for byte. */
export function omitUndefined<T extends object>(object: { [Name in keyof T]: T[Name] | undefined }): T {
  for (const name in object) if (object[name] === undefined) delete object[name]
  // The cast is safe because no property is undefined any more.
  return object as T
}

export function createLeaf(text: string, marks: Mark[]): Leaf {
  return { object: 'leaf', text, marks }
}

export function createText(value: string, marks: Mark[] = []): Text {
  return { object: 'text', leaves: [createLeaf(value, marks)] }
}

export function createParagraph(nodes: InlineContent[]): Paragraph {
  return { object: 'block', type: 'paragraph', key: noKey, isVoid: false, data: {}, nodes }
}

export function createLink(
  ref: Link['data']['ref'],
  title: string | undefined,
  nodes: InlineContent[],
): Link {
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: omitUndefined<Link['data']>({ ref, title }),
    nodes,
  }
}

export function createAnnotation(nodes: Text[], body: Block[]): Annotation {
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes,
    fragments: [
      { object: 'fragment', key: noKey, fragment: 'annotation-body', type: 'annotation-body', nodes: body },
    ],
  }
}

export function createCodeLine(nodes: CodeLine['nodes'], isHighlighted = false): CodeLine {
  const data = isHighlighted ? { highlighted: isHighlighted } : {}
  return { object: 'block', type: 'code-line', key: noKey, isVoid: false, data, nodes }
}

export function createCode(lines: readonly string[], data: Code['data']): Code {
  return {
    object: 'block',
    type: 'code',
    key: noKey,
    isVoid: false,
    data,
    nodes: lines.map((line) => createCodeLine([createText(line)])),
  }
}

const rawSyntaxes: Record<RawKind, string> = {
  html: 'html',
  comment: 'html',
  tag: 'markdown',
  footnote: 'markdown',
  text: 'markdown',
  fence: 'markdown',
}

export function createRawBlock(source: string, raw: RawKind): Code {
  return createCode(source.split('\n'), { syntax: rawSyntaxes[raw], raw })
}

export function isEmptyParagraph(block: Block): boolean {
  return (
    block.type === 'paragraph' && block.nodes.every((node) => node.object === 'text' && isEmptyText(node))
  )
}

function isEmptyText(node: Text): boolean {
  return node.leaves.every((leaf) => leaf.text === '')
}
