import { OBJECT_CHARACTER } from '@verso/markdown'
import type { Node } from 'prosemirror-model'

/** The words of an editor's document as one text: those of each block, joined by line feeds. */
export interface EditorText {
  text: string
  /** The position in the document of a place in the text. */
  toPosition: (offset: number) => number
  /** The place in the text of a position in the document, or of the next one that has one. */
  toOffset: (position: number) => number
}

interface TextPart {
  /** Where it begins in the text, and in the document. */
  offset: number
  position: number
  length: number
}

/**
 * Reads the words of a document, as `listWords` of the document of the API does. The titles of columns are no words there,
 * and blocks without words are left out, so that quotes of one are found in the other.
 */
export function readEditorText(doc: Node): EditorText {
  const parts: TextPart[] = []
  const texts: string[] = []
  let offset = 0
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // All inlines take one place, as they do in the text.
    const text = node.textBetween(0, node.content.size, undefined, readAtom)
    if (text === '' || node.type.name === 'table_title') return false
    parts.push({ offset, position: position + 1, length: text.length })
    texts.push(text)
    offset += text.length + 1
    return false
  })
  return {
    text: texts.join('\n'),
    toPosition: (place) => {
      const part = parts.findLast((candidate) => candidate.offset <= place) ?? parts[0]
      return part ? part.position + Math.min(place - part.offset, part.length) : 0
    },
    toOffset: (position) => {
      const part = parts.find((candidate) => position <= candidate.position + candidate.length)
      return part ? part.offset + Math.max(0, position - part.position) : Math.max(0, offset - 1)
    },
  }
}

const readAtom = (node: Node): string => (node.type.name === 'break' ? '\n' : OBJECT_CHARACTER)
