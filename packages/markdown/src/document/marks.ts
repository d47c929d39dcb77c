import {
  type ColorMark,
  type Mark,
  type PlainMark,
  type PlainMarkType,
  type TextColor,
  textColors,
} from './types.ts'

/** The order of marks in a leaf. It has no meaning, but makes the marks of two leaves comparable one by one. */
export const markOrder: readonly Mark['type'][] = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'superscript',
  'subscript',
  'color',
]

const plainMarks: Record<PlainMarkType, PlainMark> = {
  bold: { object: 'mark', type: 'bold' },
  italic: { object: 'mark', type: 'italic' },
  strikethrough: { object: 'mark', type: 'strikethrough' },
  code: { object: 'mark', type: 'code' },
  keyboard: { object: 'mark', type: 'keyboard' },
  superscript: { object: 'mark', type: 'superscript' },
  subscript: { object: 'mark', type: 'subscript' },
}

export function createPlainMark(type: PlainMarkType): PlainMark {
  return { ...plainMarks[type] }
}

/** Adds a mark, which replaces an existing mark of its type. */
export function addMark(marks: readonly Mark[], mark: Mark): Mark[] {
  return [...marks.filter((existingMark) => existingMark.type !== mark.type), mark].sort(
    (a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type),
  )
}

export function isSameMark(a: Mark, b: Mark): boolean {
  if (a.type !== 'color' || b.type !== 'color') return a.type === b.type
  return a.data.text === b.data.text && a.data.background === b.data.background
}

export function areSameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  if (a === b) return true
  return (
    a.length === b.length &&
    a.every((mark, index) => {
      const other = b[index]
      return other !== undefined && isSameMark(mark, other)
    })
  )
}

export function findTextColor(name: string): TextColor | undefined {
  return textColors.find((color) => color === name)
}

/** Parses the style of `<mark style="color:red;background-color:blue;">`. Returns undefined for unknown colours. */
export function parseColorMark(style: string): ColorMark | undefined {
  let foreground: TextColor | undefined = 'default'
  let background: TextColor | undefined = 'default'
  for (const rule of style.split(';')) {
    const colon = rule.indexOf(':')
    const name = rule.slice(0, Math.max(colon, 0)).trim()
    const value = rule.slice(colon + 1).trim()
    if (name === 'color') foreground = findTextColor(value)
    else if (name === 'background-color') background = findTextColor(value)
    else if (rule.trim() !== '') return undefined
  }
  if (foreground === undefined || background === undefined) return undefined
  return { object: 'mark', type: 'color', data: { text: foreground, background } }
}
