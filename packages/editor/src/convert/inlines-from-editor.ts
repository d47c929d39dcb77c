import type { Annotation, Inline, InlineContent, Link, Mark as DocumentMark, Text } from '@verso/markdown'
import type { Mark, Node } from 'prosemirror-model'
import { readData } from './data.ts'
import { InlineBuilder } from './inline-builder.ts'

/** Converts the inlines of a text block of the editor. */
export function convertInlines(nodes: readonly Node[], isCode = false): InlineContent[] {
  const builder = new InlineBuilder(isCode)
  for (const { mark, nodes: run } of splitRuns(nodes, getLink)) {
    const content = convertAnnotations(run, isCode)
    if (mark) builder.addInline(createLink(mark, content))
    else addContent(builder, content)
  }
  return builder.finish()
}

function convertAnnotations(nodes: readonly Node[], isCode: boolean): InlineContent[] {
  const builder = new InlineBuilder(isCode)
  for (const { mark, nodes: run } of splitRuns(nodes, getAnnotation)) {
    if (mark) {
      const inner = new InlineBuilder(isCode)
      for (const node of run) addNode(inner, node)
      builder.addInline(createAnnotation(mark.attrs['body'] as unknown[], inner.finish()))
    } else for (const node of run) addNode(builder, node)
  }
  return builder.finish()
}

function addContent(builder: InlineBuilder, content: readonly InlineContent[]): void {
  for (const node of content) {
    if (node.object === 'inline') builder.addInline(node)
    else
      for (const leaf of node.leaves) {
        if (leaf.raw) builder.addRaw(leaf.text, leaf.marks)
        else if (leaf.text !== '') builder.addText(leaf.text, leaf.marks)
      }
  }
}

interface Run {
  mark: Mark | undefined
  nodes: Node[]
}

/** Splits nodes into runs under the same link or the same annotation. */
function splitRuns(nodes: readonly Node[], getMark: (node: Node) => Mark | undefined): Run[] {
  const runs: Run[] = []
  for (const node of nodes) {
    const mark = getMark(node)
    const lastRun = runs.at(-1)
    const isSameRun = lastRun && (mark ? lastRun.mark?.eq(mark) === true : lastRun.mark === undefined)
    if (isSameRun) lastRun.nodes.push(node)
    else runs.push({ mark, nodes: [node] })
  }
  return runs
}

/** Markdown has no notation for a link around these, so a link ends before them and starts again behind them. */
const outsideLinks = new Set(['mention', 'button', 'empty_link', 'empty_annotation'])

function getLink(node: Node): Mark | undefined {
  if (outsideLinks.has(node.type.name)) return undefined
  return node.marks.find((mark) => mark.type.name === 'link')
}

/** An annotation is around text only. */
const insideAnnotations = new Set(['text', 'break', 'raw_inline'])

function getAnnotation(node: Node): Mark | undefined {
  if (!insideAnnotations.has(node.type.name)) return undefined
  return node.marks.find((mark) => mark.type.name === 'annotation')
}

function createLink(mark: Mark, nodes: InlineContent[]): Link {
  const { part: _part, ...attrs } = mark.attrs
  return { object: 'inline', type: 'link', isVoid: false, data: readData(attrs) as Link['data'], nodes }
}

function createAnnotation(body: unknown[], nodes: InlineContent[]): Annotation {
  const name = 'annotation-body'
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    // Only text is inside of an annotation, see `insideAnnotations`.
    nodes: nodes as Text[],
    // The body is copied, because whoever gets the document may change it.
    fragments: [
      { object: 'fragment', key: '', fragment: name, type: name, nodes: structuredClone(body) as never },
    ],
  }
}

function addNode(builder: InlineBuilder, node: Node): void {
  const { name } = node.type
  switch (name) {
    case 'text':
      builder.addText(cleanText(node.text ?? ''), convertMarks(node))
      return
    case 'break':
      builder.addText('\n', convertMarks(node))
      return
    case 'raw_inline':
      builder.addRaw(String(node.attrs['source']), convertMarks(node))
      return
    case 'empty_link':
      builder.addInline({
        object: 'inline',
        type: 'link',
        isVoid: false,
        data: readData(node.attrs) as Link['data'],
        nodes: new InlineBuilder(false).finish(),
      })
      return
    case 'empty_annotation':
      builder.addInline(createAnnotation(node.attrs['body'] as unknown[], new InlineBuilder(false).finish()))
      return
    default:
      // The other inlines of the schema have the names of the contract and its data as attributes.
      builder.addInline({
        object: 'inline',
        type: name.replaceAll('_', '-'),
        isVoid: true,
        data: readData(node.attrs),
      } as Inline)
  }
}

/** Markdown has no notation for NUL. */
const cleanText = (text: string): string => text.replaceAll('\u0000', '\uFFFD')

function convertMarks(node: Node): DocumentMark[] {
  return node.marks.flatMap((mark): DocumentMark[] => {
    const { name } = mark.type
    if (name === 'link' || name === 'annotation') return []
    // The other marks of the schema have the names and the data of the contract.
    const type = (name === 'mono' ? 'code' : name) as DocumentMark['type']
    return [{ object: 'mark', type, ...(type === 'color' && { data: { ...mark.attrs } }) } as DocumentMark]
  })
}
