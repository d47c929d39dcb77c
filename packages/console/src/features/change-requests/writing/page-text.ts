/**
 * A page's Markdown may begin with a head: front matter, and a heading that is its title. Both are fields of the page too,
 * and what the text says counts when it is written. The head is therefore kept out of the editor, byte for byte, and only
 * the line of a field that was changed is written anew.
 */
export interface PageText {
  head: string
  body: string
}

/** Longer texts are written as Markdown: as a page, every pause of typing would be a long one. */
export const MAX_PAGE_TEXT_LENGTH = 200_000

export interface HeadFields {
  title?: string
  description?: string
  emoji?: string
  icon?: string
}

/** It is at the beginning of the text only: further down, lines of dashes are rules and headings. */
const frontMatter =
  /(?<![^])\uFEFF?---[ \t]*\r?\n(?:[\w-]+[ \t]*:|#|---)[^]*?^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const emptyLines = /^(?:[ \t]*\r?\n)*/
const heading = /^#[ \t]+\S.*(?:\r?\n|$)/

export function splitPageText(markdown: string): PageText {
  const front = frontMatter.exec(markdown)?.[0] ?? ''
  const afterFront = markdown.slice(front.length)
  const between = emptyLines.exec(afterFront)?.[0] ?? ''
  const title = heading.exec(afterFront.slice(between.length))?.[0] ?? ''
  if (title === '') {
    const length = front === '' ? 0 : front.length + between.length
    return { head: markdown.slice(0, length), body: markdown.slice(length) }
  }
  const afterTitle = afterFront.slice(between.length + title.length)
  const length = markdown.length - afterTitle.length + (emptyLines.exec(afterTitle)?.[0].length ?? 0)
  return { head: markdown.slice(0, length), body: markdown.slice(length) }
}

/** Puts a body behind a head, with an empty line between them. */
export function joinPageText({ head, body }: PageText): string {
  if (head === '' || body === '' || /\n\s*\n$|^\s*$/.test(head)) return head + body
  const end = head.includes('\r\n') ? '\r\n' : '\n'
  return head + (head.endsWith('\n') ? end : end + end) + body
}

/** The head with new values of those fields that it has. What it does not have is in the page's fields alone. */
export function writePageHead(head: string, fields: HeadFields): string {
  const front = frontMatter.exec(head)?.[0] ?? ''
  let newFront = front
  for (const name of ['title', 'description', 'emoji', 'icon'] as const) {
    const value = fields[name]
    if (value !== undefined) newFront = replaceKey(newFront, name, value)
  }
  const rest = head.slice(front.length)
  return newFront + (fields.title === undefined ? rest : replaceHeading(rest, fields.title))
}

function replaceHeading(text: string, title: string): string {
  const between = emptyLines.exec(text)?.[0] ?? ''
  const line = heading.exec(text.slice(between.length))?.[0]
  if (line === undefined) return text
  const end = /\r?\n$/.exec(line)?.[0] ?? ''
  return `${between}# ${escapeTitle(title)}${end}${text.slice(between.length + line.length)}`
}

/** Writes the value of a key that is there, with the lines that belong to it. A string in JSON is one in YAML too. */
function replaceKey(front: string, key: string, value: string): string {
  const lines = new RegExp(`^${key}[ \\t]*:.*(?:\\r?\\n(?:[ \\t]+.*|[ \\t]*(?=\\r?\\n[ \\t])))*`, 'm')
  return front.replace(lines, () => `${key}: ${JSON.stringify(value)}`)
}

const escapeTitle = (title: string): string =>
  title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_~[\]<>#]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
